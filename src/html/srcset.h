#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::html {

/// Finds the URLs of image candidates (HTML standard, section 4.8.4.3.10): each extends up to white space; commas at
/// its end close the candidate; descriptors extend up to a comma outside of parentheses. Linear.
///
///     a.png 1x, b.png 2x
///     ^---^     ^---^
[[nodiscard]] Finding find_in_srcset(std::string_view text, const Request& request);

/// The same in data-bgset of lazysizes, whose sources are separated by `|`, and may have a media query. Linear.
///
///     a.png 1x, b.png 2x [(max-width: 9em)] | c.png
///     ^---^     ^---^                         ^---^
[[nodiscard]] Finding find_in_bgset(std::string_view text, const Request& request);

}  // namespace absolve::html
