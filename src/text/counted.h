#pragma once

#include <string>
#include <string_view>

namespace absolve::inline detail {

/// `1 reference`, `3 references` and the like.
[[nodiscard]] inline std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  return std::to_string(count).append(" ").append(count == 1 ? one : many);
}

[[nodiscard]] inline std::string references(std::size_t count) { return counted(count, "reference", "references"); }

/// The end of a note about that many lines of a stream.
[[nodiscard]] inline std::string so_are_further_lines(std::size_t count) {
  if (count == 1) return {};
  return (count == 2 ? ", and so is " : ", and so are ") + counted(count - 1, "further line", "further lines");
}

}  // namespace absolve::inline detail
