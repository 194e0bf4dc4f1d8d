#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace absolve::inline detail {

/// The number in `size` bytes of a text (at most 8) from `at` on, the least significant byte first. Bytes beyond the
/// end count as 0.
[[nodiscard]] constexpr std::uint64_t little_endian(std::string_view text, std::size_t at, std::size_t size) noexcept {
  std::uint64_t number = 0;
  for (std::size_t i = size; i-- > 0;) {
    number = number << 8U | static_cast<unsigned char>(at + i < text.size() ? text[at + i] : '\0');
  }
  return number;
}

}  // namespace absolve::inline detail
