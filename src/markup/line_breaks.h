#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "../find/finding.h"

namespace absolve::markup {

/// Where lines of a page may be broken: the blanks in its tags (Finding::tags) outside of values. Sorted. Linear.
[[nodiscard]] std::vector<std::size_t> break_opportunities(std::string_view text, const Finding& finding);

}  // namespace absolve::markup
