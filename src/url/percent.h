#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace absolve::inline detail {

[[nodiscard]] constexpr bool is_ascii(std::string_view text) noexcept {
  return std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

/// The URL with an escape in the place of each byte that is no ASCII (section 2.2): it means the same in any charset.
[[nodiscard]] inline std::string in_ascii(std::string_view url) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string result;
  for (const char c : url) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      result += c;
    } else {
      result.append(1, '%').append(1, digits[byte >> 4]).append(1, digits[byte & 15]);
    }
  }
  return result;
}

}  // namespace absolve::inline detail
