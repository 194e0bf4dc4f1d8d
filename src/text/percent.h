#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ascii.h"

namespace absolve::inline detail {

/// RFC 3986, section 2.3.
[[nodiscard]] constexpr bool is_unreserved(char c) noexcept {
  return is_letter(c) || is_digit(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

/// The byte that the escape at `at` stands for; nullopt if there is no escape.
[[nodiscard]] constexpr std::optional<char> escaped_byte(std::string_view url, std::size_t at) noexcept {
  return at < url.size() && url[at] == '%' ? hexadecimal_byte(url, at + 1) : std::nullopt;
}

[[nodiscard]] inline std::string percent_decoded(std::string_view url) {
  std::string result;
  for (std::size_t at = 0; at < url.size(); ++at) {
    const auto byte = escaped_byte(url, at);
    result += byte.value_or(url[at]);
    if (byte) at += 2;
  }
  return result;
}

/// A URL in which each byte that `is_escaped` selects is percent-encoded (section 2.2).
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

/// The same for bytes that are not ASCII: the result means the same in any charset.
[[nodiscard]] inline std::string percent_escaped(std::string_view url) {
  return with_escapes(url, [](char c) { return !is_ascii(c); });
}

/// Bytes as a path: everything is percent-encoded except unreserved characters, slashes, and the characters in `more`.
[[nodiscard]] inline std::string percent_encoded(std::string_view bytes, std::string_view more = {}) {
  return with_escapes(bytes,
                      [&](char c) { return !is_unreserved(c) && c != '/' && more.find(c) == std::string_view::npos; });
}

}  // namespace absolve::inline detail
