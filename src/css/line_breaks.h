#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "../find/finding.h"

namespace absolve::css {

/// Where the lines of a style sheet may be broken near its URLs: at white space between tokens, which may be any white
/// space (CSS Syntax, level 3, section 4.3.1), and after declarations and braces, as long as only words and signs are
/// between these places and the value. Linear.
[[nodiscard]] std::vector<std::size_t> break_opportunities(std::string_view css, const Finding& finding);

}  // namespace absolve::css
