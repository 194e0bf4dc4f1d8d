#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "../../src/text/lines.h"

namespace absolve::test {

/// The length of the longest line, line ends not counted.
[[nodiscard]] inline std::size_t longest_line(std::string_view text) {
  std::size_t longest = 0;
  for (std::size_t at = 0; at < text.size(); at = line_end(text, at) + 1) {
    longest = std::max(longest, line_at(text, at).size());
  }
  return longest;
}

}  // namespace absolve::test
