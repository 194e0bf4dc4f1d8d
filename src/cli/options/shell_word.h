#pragma once

#include <string>
#include <string_view>

namespace absolve::cli {

/// A text between apostrophes, as a word of bash, zsh and fish. An apostrophe can't stand between apostrophes, in none
/// of the three.
[[nodiscard]] inline std::string quoted(std::string_view text) {
  std::string word = "'";
  for (const char byte : text) word += byte == '\'' ? std::string("'\\''") : std::string(1, byte);
  return word + "'";
}

/// The same; a text that a shell takes as it is, stays so.
[[nodiscard]] inline std::string shell_word(std::string_view text) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=,@%+-";
  const bool is_plain = !text.empty() && text.find_first_not_of(plain) == std::string_view::npos;
  return is_plain ? std::string(text) : quoted(text);
}

}  // namespace absolve::cli
