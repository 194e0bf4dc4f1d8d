#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "../find/finding.h"

namespace absolve::html {

/// Where lines of a page may be broken: the blanks before attributes in the tags that hold these references. Sorted.
/// Linear.
[[nodiscard]] std::vector<std::size_t> break_chances(std::string_view text, std::span<const Reference> references);

}  // namespace absolve::html
