#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::html {

/// Finds the URL in a meta refresh (HTML standard, section 4.2.5.3). A value with only a time names no URL. Linear.
///
///     5; url=x.html    5; url='x.html'    5, x.html    300
///            ^----^            ^----^        ^----^
[[nodiscard]] Finding find_in_refresh(std::string_view text, const Request& request);

}  // namespace absolve::html
