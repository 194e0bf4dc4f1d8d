#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "../text/ascii.h"

// Whether a text that may be something else reads as the path of a URL. All are linear.

namespace absolve::inline detail {

/// Whether a path ends with the extension of a file.
[[nodiscard]] inline bool ends_as_file(std::string_view path) noexcept {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const std::size_t point = name.rfind('.');
  const std::string_view extension =
      point == std::string_view::npos || point == 0 ? std::string_view() : name.substr(point + 1);
  constexpr std::size_t longest = 5;
  return !extension.empty() && extension.size() <= longest && is_letter(extension.front()) &&
         std::ranges::all_of(extension, [](char c) { return is_letter(c) || is_digit(c); });
}

/// Whether a path has a slash that is neither between digits, as in dates and fractions, nor beside a blank.
[[nodiscard]] inline bool has_slash_of_path(std::string_view path) noexcept {
  const auto is_at = [&](std::size_t at, bool (*is)(char) noexcept) { return at < path.size() && is(path[at]); };
  for (std::size_t at = path.find('/'); at != std::string_view::npos; at = path.find('/', at + 1)) {
    const bool divides = is_at(at - 1, is_digit) && is_at(at + 1, is_digit);
    if (!divides && !is_at(at - 1, is_space) && !is_at(at + 1, is_space)) return true;
  }
  return false;
}

}  // namespace absolve::inline detail
