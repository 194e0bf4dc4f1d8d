#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "ascii.h"

namespace absolve::inline detail {

inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// Where a text begins, after the byte order mark that it may have.
[[nodiscard]] constexpr std::size_t after_mark(std::string_view text) noexcept {
  return text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
}

inline constexpr char32_t replacement_character = 0xFFFD;

[[nodiscard]] constexpr bool is_high_surrogate(char32_t c) noexcept { return c >= 0xD800 && c < 0xDC00; }
[[nodiscard]] constexpr bool is_low_surrogate(char32_t c) noexcept { return c >= 0xDC00 && c < 0xE000; }

/// The character that two UTF-16 code units stand for; nullopt if they are not a pair of surrogates.
[[nodiscard]] constexpr std::optional<char32_t> character_of(char32_t first, char32_t second) noexcept {
  if (!is_high_surrogate(first) || !is_low_surrogate(second)) return std::nullopt;
  return 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
}

/// Writes a character in UTF-8, and returns where it ends; for a surrogate, or a number that is not a code point,
/// U+FFFD.
inline char* write_utf8(char* out, char32_t c) noexcept {
  if (is_high_surrogate(c) || is_low_surrogate(c) || c > 0x10FFFF) c = replacement_character;
  const auto byte = [](char32_t bits) { return static_cast<char>(static_cast<unsigned char>(bits)); };
  const auto tail = [&](int shift) { return byte(0x80 | (c >> shift & 0x3F)); };
  const auto write = [&](auto... bytes) { return ((*out++ = bytes), ..., out); };
  if (c < 0x80) return write(byte(c));
  if (c < 0x800) return write(byte(0xC0 | c >> 6), tail(0));
  if (c < 0x10000) return write(byte(0xE0 | c >> 12), tail(6), tail(0));
  return write(byte(0xF0 | c >> 18), tail(12), tail(6), tail(0));
}

inline void append_utf8(std::string& out, char32_t c) {
  char bytes[4];
  out.append(bytes, write_utf8(bytes, c));
}

/// The size in bytes of the UTF-8 character at `at`; 0 if there is none (the Unicode standard, table 3-7).
[[nodiscard]] constexpr std::size_t character_size(std::string_view text, std::size_t at) noexcept {
  const auto byte = [&](std::size_t i) -> unsigned {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0;
  };
  const unsigned lead = byte(0);
  if (lead < 0x80) return at < text.size() ? 1 : 0;
  if (lead < 0xC2 || lead > 0xF4) return 0;
  const std::size_t size = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  const unsigned first = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;  // range of the second byte: not overlong,
  const unsigned last = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;   // no surrogates, nothing above U+10FFFF
  if (byte(1) < first || byte(1) > last) return 0;
  for (std::size_t i = 2; i < size; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  return size;
}

/// The code point of the UTF-8 character at `at`, which takes `size` bytes.
[[nodiscard]] constexpr char32_t code_point_at(std::string_view text, std::size_t at, std::size_t size) noexcept {
  const auto byte = [&](std::size_t i) -> unsigned { return static_cast<unsigned char>(text[at + i]); };
  char32_t c = size == 1 ? byte(0) : byte(0) & (0xFFU >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) c = c << 6 | (byte(i) & 0x3F);
  return c;
}

/// Whether a UTF-8 character is one of U+0000 to U+001F and U+007F to U+009F. Its last byte determines which.
[[nodiscard]] constexpr bool is_control_character(std::string_view character) noexcept {
  return is_control(character[0]) || (character.starts_with('\xC2') && static_cast<unsigned char>(character[1]) < 0xA0);
}

/// An offset from `at` on before which all bytes are ASCII: eight at a time are looked at.
[[nodiscard]] inline std::size_t after_ascii(std::string_view text, std::size_t at) noexcept {
  constexpr std::uint64_t not_ascii = 0x8080'8080'8080'8080;
  for (std::uint64_t eight = 0; at + sizeof eight <= text.size(); at += sizeof eight) {
    std::memcpy(&eight, text.data() + at, sizeof eight);
    if ((eight & not_ascii) != 0) break;
  }
  return at;
}

/// Linear.
[[nodiscard]] constexpr bool is_utf8(std::string_view text) noexcept {
  for (std::size_t at = 0; at < text.size();) {
    if (!std::is_constant_evaluated() && (at = after_ascii(text, at)) == text.size()) break;
    const std::size_t size = character_size(text, at);
    if (size == 0) return false;
    at += size;
  }
  return true;
}

/// The beginning of a UTF-8 text, at most `max` bytes, that doesn't end within a character.
[[nodiscard]] constexpr std::string_view beginning_of(std::string_view text, std::size_t max) noexcept {
  constexpr std::size_t longest_tail = 3;
  if (text.size() <= max) return text;
  std::size_t end = max;
  while (end > 0 && max - end < longest_tail && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end);
}

}  // namespace absolve::inline detail
