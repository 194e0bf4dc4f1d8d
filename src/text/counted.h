#pragma once

#include <string>
#include <string_view>

namespace absolve::inline detail {

/// `1 reference`, `3 references` and the like.
[[nodiscard]] inline std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  return std::to_string(count).append(" ").append(count == 1 ? one : many);
}

}  // namespace absolve::inline detail
