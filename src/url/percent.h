#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "../text/ascii.h"

namespace absolve::inline detail {

[[nodiscard]] constexpr bool is_ascii(std::string_view text) noexcept {
  return std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

/// The URL with an escape in the place of each byte that is to have one (section 2.2).
template <class Predicate>
[[nodiscard]] std::string with_escapes(std::string_view url, Predicate&& is_escaped) {
  std::string result;
  for (const char c : url) {
    if (is_escaped(c)) {
      append_escape(result, '%', c);
    } else {
      result += c;
    }
  }
  return result;
}

/// The same for what is no ASCII: it means the same in any charset.
[[nodiscard]] inline std::string in_ascii(std::string_view url) {
  return with_escapes(url, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

}  // namespace absolve::inline detail
