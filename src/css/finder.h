#pragma once

#include <string_view>

#include "../find/finding.h"
#include "../find/formats.h"

namespace absolve::css {

/// Finds the URLs of a style sheet, or of the declarations in a style attribute. A URL that is only a fragment points
/// into the document that uses the sheet (CSS Values and Units, level 4, section 4.5.1), and an empty URL names
/// nothing. Linear.
[[nodiscard]] Finding find(std::string_view text, const Request& request);

/// Finds the URLs of values between semicolons, as in an animation (SVG Animations, level 2, section 2.9.1). They are
/// divided first: a semicolon in a URL ends the value, too, and the URL with it.
[[nodiscard]] Finding find_in_values(std::string_view text, const Request& request);

/// The charset that an @charset at the very start declares, as the sheet spells it (CSS Syntax, level 3, section 3.2);
/// "" if there is none. Constant time, as it reads 1,024 bytes.
[[nodiscard]] DeclaredCharset declared_charset(std::string_view bytes);

}  // namespace absolve::css
