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

/// The same of 4 bytes: such a number is a size on any system.
[[nodiscard]] constexpr std::uint32_t little_endian_32(std::string_view text, std::size_t at) noexcept {
  return static_cast<std::uint32_t>(little_endian(text, at, 4));
}

}  // namespace absolve::inline detail
