#pragma once

#include <string_view>

namespace absolve::inline detail {

/// The part of a path after its last slash; the whole path if there is none.
[[nodiscard]] constexpr std::string_view last_name(std::string_view path) noexcept {
  return path.substr(path.rfind('/') + 1);  // npos + 1 is 0
}

}  // namespace absolve::inline detail
