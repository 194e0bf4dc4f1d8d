#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace absolve::json {

/// A piece of a text in JSON. Offsets are bytes of the text, from 0.
///
///     { "imports": { "a": "/b.js", "c": null } }
///     |  ^-----^             ^---^      ^--^   |
///     |  key                 string     other  end_object
///     begin_object
struct Token {
  enum class Kind : std::uint8_t {
    begin_object,
    end_object,
    begin_array,
    end_array,
    key,     // of a member of an object
    string,  // a value
    other,   // a number, true, false or null
  };

  Kind kind;
  std::size_t begin;  // of keys and strings: without the quotes
  std::size_t end;
};

/// How many levels of nesting a token leads inwards.
[[nodiscard]] constexpr int step(Token::Kind kind) noexcept {
  const bool begins = kind == Token::Kind::begin_object || kind == Token::Kind::begin_array;
  const bool ends = kind == Token::Kind::end_object || kind == Token::Kind::end_array;
  return begins ? 1 : ends ? -1 : 0;
}

/// Objects and arrays within one another that are read. JSON sets no limit (RFC 8259, section 9, lets readers do so).
inline constexpr std::size_t max_levels = 1000;

/// RFC 8259, section 2: fewer characters than HTML has.
[[nodiscard]] constexpr bool is_white_space(char c) noexcept { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// What an escape in a string stands for, and the offset after it (section 7).
struct Escape {
  char32_t character;  // a surrogate: one whose other half is missing
  std::size_t end;
};

/// The escape whose backslash stands at `at`. One that starts none stands for itself.
[[nodiscard]] Escape read_escape(std::string_view raw, std::size_t at) noexcept;

/// Appends what that means, a U+FFFD for a surrogate. Returns its end.
std::size_t decode_escape(std::string_view raw, std::size_t at, std::string& out);

/// What a string means: escapes are decoded, surrogates without their other half become U+FFFD. The result is a slice
/// of `raw` or of `scratch`. Linear.
[[nodiscard]] std::string_view decode_string(std::string_view raw, std::string& scratch);

/// Whether a string is no text, as Unicode has it: it holds surrogates without their other half. Linear.
[[nodiscard]] bool has_lone_surrogate(std::string_view raw) noexcept;

/// Appends a text as a string, with its quotes. Control characters are escapes, bytes that are no UTF-8 become U+FFFD,
/// and all else stands for itself. Linear.
void append_string(std::string& out, std::string_view text);

/// Appends a member with such a value to those of an object: a comma, its name, which needs no escape, and the value.
inline void append_member(std::string& out, std::string_view name, std::string_view value) {
  out.append(",\"").append(name).append("\":");
  append_string(out, value);
}

/// Reads a text strictly by RFC 8259, as JSON.parse does: no comments, no commas at the end, no byte order mark. What
/// is no UTF-8 may occur in strings. Linear, with memory for the nesting.
class Reader {
 public:
  /// The text must outlive the reader.
  explicit Reader(std::string_view text) noexcept : text_(text) {}

  /// The next token; nullopt: there are no more, or what follows is no JSON or nested too deeply.
  [[nodiscard]] std::optional<Token> next();

  /// Whether all of the text was one value, once next() has returned the last token.
  [[nodiscard]] bool is_valid() const noexcept { return expected_ == Expected::nothing && at_ == text_.size(); }

  /// How far the text was read. Once there are no more tokens and it is not valid: where the first byte is that can't
  /// be read, or the string, number or word that holds it.
  [[nodiscard]] std::size_t position() const noexcept { return at_; }

 private:
  enum class Expected : std::uint8_t { value, value_or_end, key, key_or_end, comma_or_end, nothing };

  [[nodiscard]] std::optional<Token> key();
  [[nodiscard]] std::optional<Token> value();
  [[nodiscard]] std::optional<Token> other();
  [[nodiscard]] std::optional<Token> open(Token::Kind kind, Expected expected);
  [[nodiscard]] std::optional<Token> close();
  [[nodiscard]] std::optional<std::size_t> string_end() const noexcept;
  [[nodiscard]] std::optional<Token> fail() noexcept;
  [[nodiscard]] char at_hand() const noexcept { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_white_space() noexcept;
  void end_value() noexcept { expected_ = open_.empty() ? Expected::nothing : Expected::comma_or_end; }

  std::string_view text_;
  std::size_t at_ = 0;
  Expected expected_ = Expected::value;
  std::string open_;  // what ends each object and array that is open
};

}  // namespace absolve::json
