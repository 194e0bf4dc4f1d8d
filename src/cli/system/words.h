#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace absolve::cli {

/// Text without blanks around it.
[[nodiscard]] inline std::string_view trimmed(std::string_view text) noexcept {
  const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
  return text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

/// ASCII letters alone.
[[nodiscard]] inline std::string lower_case(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; });
  return result;
}

}  // namespace absolve::cli
