#pragma once

#include <string>
#include <string_view>

namespace absolve::cli {

/// Bytes as escapes, but for what is unreserved (RFC 3986, section 2.3), slashes, and those of `more`. Linear.
[[nodiscard]] inline std::string percent_encoded(std::string_view bytes, std::string_view more = {}) {
  constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  constexpr std::string_view hex = "0123456789ABCDEF";
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    const bool stays = plain.find(c) != std::string_view::npos || more.find(c) != std::string_view::npos;
    if (stays) text += c;
    else text.append({'%', hex[byte >> 4], hex[byte & 0xF]});
  }
  return text;
}

}  // namespace absolve::cli
