#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "../find/finding.h"

namespace absolve::markup {

/// Where lines of a page may be broken: the blanks before attributes in the tags that hold these values. Sorted.
/// Linear.
[[nodiscard]] std::vector<std::size_t> break_opportunities(std::string_view text, std::span<const Value> values);

}  // namespace absolve::markup
