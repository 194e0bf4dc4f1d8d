#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace absolve::cli {

/// Where the source of a plan stands in its input: what comes before it.
struct SourcePlace {
  std::size_t lines = 0;
  std::size_t bytes = 0;
  std::size_t messages = 0;
  std::size_t record = 0;  // number of the record of an archive that the source is, from 1; 0: it is none

  /// Whether nothing of the input was planned before.
  [[nodiscard]] constexpr bool is_first() const noexcept { return record > 0 ? record == 1 : bytes == 0; }
};

/// How many lines end in some bytes. Linear.
[[nodiscard]] inline std::size_t lines_in(std::string_view bytes) noexcept {
  return static_cast<std::size_t>(std::ranges::count(bytes, '\n'));
}

/// `message 3, part 1.2`, `record 5`, as far as there is such a thing; `message`: its number in the source, or 0.
[[nodiscard]] std::string place_in_input(const SourcePlace& source, std::size_t message, std::string_view part);

}  // namespace absolve::cli
