#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "../text/ascii.h"

namespace absolve::inline detail {

[[nodiscard]] constexpr bool is_ascii(std::string_view text) noexcept {
  return std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

/// The URL with an escape in the place of each byte that is no ASCII (section 2.2): it means the same in any charset.
[[nodiscard]] inline std::string in_ascii(std::string_view url) {
  std::string result;
  for (const char c : url) {
    if (static_cast<unsigned char>(c) < 0x80) {
      result += c;
    } else {
      append_escape(result, '%', c);
    }
  }
  return result;
}

}  // namespace absolve::inline detail
