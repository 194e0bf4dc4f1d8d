#pragma once

#include <string>
#include <string_view>

namespace absolve::test {

/// Text as two digits a byte, for programs that read lines.
[[nodiscard]] inline std::string in_hexadecimal(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    result.append(1, digits[byte >> 4]).append(1, digits[byte & 15]);
  }
  return result;
}

}  // namespace absolve::test
