#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::css {

/// Finds the URLs of a style sheet, or of the declarations in a style attribute. A fragment alone points into the
/// document that uses the sheet (CSS Values and Units, level 4, section 4.5.1), and an empty URL names nothing. Linear.
[[nodiscard]] Finding find(std::string_view text, const Request& request);

}  // namespace absolve::css
