#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace absolve::codec {

/// What can be wrong with compressed bytes.
enum class Fault : std::uint8_t {
  none,
  broken,
  cut_short,
  goes_on,
  too_large,
  needs_dictionary,
  needs_window,
  left_out,
};

/// In words that follow "its compressed data (gzip)".
[[nodiscard]] constexpr std::string_view describe(Fault fault) noexcept {
  constexpr auto words = std::to_array<std::string_view>({
      "",
      "is corrupt",
      "is truncated",
      "is followed by other data",
      "expands beyond the limit of 64 MiB plus 100 times its size",
      "needs a dictionary",
      "needs a window of more than 128 MiB",
      "is not read by this build of the library (ABSOLVE_CODECS)",
  });
  return words[static_cast<std::size_t>(fault)];
}

}  // namespace absolve::codec
