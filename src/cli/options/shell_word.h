// Quotes words for a shell, in completions, in commands that messages suggest, and in the command that the report page
// shows.

#pragma once

#include <string>
#include <string_view>

namespace absolve::cli {

/// A text between apostrophes, as a word for bash, zsh and fish. In none of the three can an apostrophe be between
/// apostrophes, so it is written outside.
[[nodiscard]] inline std::string quoted(std::string_view text) {
  std::string word = "'";
  for (const char byte : text) word += byte == '\'' ? std::string("'\\''") : std::string(1, byte);
  return word + "'";
}

/// The same, but a text that needs no quotes is left unchanged.
[[nodiscard]] inline std::string shell_word(std::string_view text) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=,@%+-";
  const bool is_plain = !text.empty() && text.find_first_not_of(plain) == std::string_view::npos;
  return is_plain ? std::string(text) : quoted(text);
}

}  // namespace absolve::cli
