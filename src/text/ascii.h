#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace absolve::inline detail {

[[nodiscard]] constexpr char to_lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
}

[[nodiscard]] constexpr bool is_ascii(char c) noexcept { return static_cast<unsigned char>(c) < 0x80; }

[[nodiscard]] constexpr bool is_ascii(std::string_view text) noexcept {
  return std::ranges::all_of(text, [](char c) { return is_ascii(c); });
}

[[nodiscard]] constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

[[nodiscard]] constexpr bool is_letter(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// The value of a hexadecimal digit; 16 if it is not one.
[[nodiscard]] constexpr int digit_value(char c) noexcept {
  if (is_digit(c)) return c - '0';
  const char letter = to_lower(c);
  return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : 16;
}

/// The byte for the two hexadecimal digits at `at`; nullopt if there are none.
[[nodiscard]] constexpr std::optional<char> hexadecimal_byte(std::string_view text, std::size_t at) noexcept {
  if (text.size() < 2 || at > text.size() - 2 || digit_value(text[at]) > 15 || digit_value(text[at + 1]) > 15)
    return std::nullopt;
  return static_cast<char>(digit_value(text[at]) * 16 + digit_value(text[at + 1]));
}

[[nodiscard]] inline std::string lower_case(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), to_lower);
  return result;
}

/// Appends `sign` and the two hexadecimal digits of a byte: `%C3`, `=C3`.
inline void append_escape(std::string& out, char sign, char c) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(c);
  out.append(1, sign).append(1, digits[byte >> 4]).append(1, digits[byte & 15]);
}

/// ASCII white space as the HTML standard defines it.
inline constexpr std::string_view white_space = " \t\n\r\f";

[[nodiscard]] constexpr bool is_space(char c) noexcept {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}

[[nodiscard]] constexpr bool is_quote(char c) noexcept { return c == '"' || c == '\''; }

[[nodiscard]] constexpr bool is_line_end(char c) noexcept { return c == '\n' || c == '\r'; }

[[nodiscard]] constexpr bool is_blank(char c) noexcept { return c == ' ' || c == '\t'; }

[[nodiscard]] constexpr bool is_punctuation(char c) noexcept {
  return c > ' ' && c < 0x7F && !is_digit(c) && !is_letter(c);
}

[[nodiscard]] constexpr bool is_control(char c) noexcept { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

/// The offset after the white space at `at`.
[[nodiscard]] constexpr std::size_t after_spaces(std::string_view text, std::size_t at) noexcept {
  while (at < text.size() && is_space(text[at])) ++at;
  return at;
}

/// The offset after the last `c`; 0 if there is none.
[[nodiscard]] constexpr std::size_t after_last(std::string_view text, char c) noexcept {
  const std::size_t last = text.rfind(c);
  return last == std::string_view::npos ? 0 : last + 1;
}

[[nodiscard]] constexpr std::string_view trimmed(std::string_view text,
                                                 bool (*goes)(char) noexcept = is_space) noexcept {
  while (!text.empty() && goes(text.front())) text.remove_prefix(1);
  while (!text.empty() && goes(text.back())) text.remove_suffix(1);
  return text;
}

/// Compares in any case. `name` must be in lower case.
[[nodiscard]] constexpr bool is_name(std::string_view text, std::string_view name) noexcept {
  if (text.size() != name.size()) return false;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (to_lower(text[i]) != name[i]) return false;
  }
  return true;
}

/// Whether a text, in any case, is one of these names, which must be in lower case.
[[nodiscard]] constexpr bool is_any_of(std::string_view text, std::span<const std::string_view> names) noexcept {
  return std::ranges::any_of(names, [&](std::string_view name) { return is_name(text, name); });
}

[[nodiscard]] constexpr bool equal_ignoring_case(std::string_view a, std::string_view b) noexcept {
  return std::ranges::equal(a, b, {}, to_lower, to_lower);
}

/// Whether text has this beginning, in any case. `beginning` must be in lower case.
[[nodiscard]] constexpr bool has_beginning(std::string_view text, std::string_view beginning) noexcept {
  return is_name(text.substr(0, beginning.size()), beginning);
}

/// Whether text has this ending, in any case. `ending` must be in lower case.
[[nodiscard]] constexpr bool has_ending(std::string_view text, std::string_view ending) noexcept {
  return text.size() >= ending.size() && is_name(text.substr(text.size() - ending.size()), ending);
}

/// Whether a word is one of those in a text, with white space between them, in any case. `word` must be in lower case.
[[nodiscard]] constexpr bool has_word(std::string_view text, std::string_view word) noexcept {
  for (std::size_t at = after_spaces(text, 0); at < text.size(); at = after_spaces(text, at)) {
    std::size_t end = at;
    while (end < text.size() && !is_space(text[end])) ++end;
    if (is_name(text.substr(at, end - at), word)) return true;
    at = end;
  }
  return false;
}

/// Whether a name matches `pattern`, in any case; a pattern that ends with `*` stands for all names that start so.
[[nodiscard]] constexpr bool matches_name(std::string_view name, std::string_view pattern) noexcept {
  if (!pattern.ends_with('*')) return equal_ignoring_case(name, pattern);
  pattern.remove_suffix(1);
  return equal_ignoring_case(name.substr(0, pattern.size()), pattern);
}

/// The first offset from `from` on where `word` is, in any case; `word` must be in lower case. npos if it is nowhere.
[[nodiscard]] inline std::size_t find_ignoring_case(std::string_view text, std::string_view word,
                                                    std::size_t from = 0) noexcept {
  for (std::size_t at = from; at + word.size() <= text.size(); ++at) {
    if (is_name(text.substr(at, word.size()), word)) return at;
  }
  return std::string_view::npos;
}

}  // namespace absolve::inline detail
