#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace absolve::json {

/// A token of a JSON text. Offsets are bytes of the text, from 0.
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
  std::size_t begin;  // for keys and strings: without the quotes
  std::size_t end;
};

/// By how many levels a token increases the nesting.
[[nodiscard]] constexpr int step(Token::Kind kind) noexcept {
  const bool begins = kind == Token::Kind::begin_object || kind == Token::Kind::begin_array;
  const bool ends = kind == Token::Kind::end_object || kind == Token::Kind::end_array;
  return begins ? 1 : ends ? -1 : 0;
}

/// RFC 8259, section 2: fewer characters than in HTML.
[[nodiscard]] constexpr bool is_white_space(char c) noexcept { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// The character that an escape in a string stands for, and the offset after the escape (section 7).
struct Escape {
  char32_t character;  // if it is a surrogate, its other half is missing
  std::size_t end;
};

/// Reads the escape whose backslash is at `at`. An invalid one stands for itself.
[[nodiscard]] Escape read_escape(std::string_view raw, std::size_t at) noexcept;

/// Appends the character that it stands for; for a surrogate, U+FFFD. Returns the offset after the escape.
std::size_t decode_escape(std::string_view raw, std::size_t at, std::string& out);

/// Decodes the escapes of a string; surrogates without their other half become U+FFFD. The result is a slice of `raw`
/// or of `scratch`. Linear.
[[nodiscard]] std::string_view decode_string(std::string_view raw, std::string& scratch);

/// Whether a string contains surrogates without their other half, so that it is not valid Unicode text. Linear.
[[nodiscard]] bool has_lone_surrogate(std::string_view raw) noexcept;

/// Appends a text as a string, with its quotes. Control characters are escaped, bytes that are not UTF-8 become U+FFFD,
/// and everything else is written as it is. Linear.
void append_string(std::string& out, std::string_view text);

/// Appends a member with such a value to the members of an object: a comma, its name, which must need no escape, and
/// the value.
inline void append_member(std::string& out, std::string_view name, std::string_view value) {
  out.append(",\"").append(name).append("\":");
  append_string(out, value);
}

/// Which texts a reader takes as JSON.
enum class Grammar : std::uint8_t {
  rfc8259,     // those that JSON.parse reads
  as_written,  // also with NaN and Infinity, which Python writes, and with control characters or two-byte charsets in
               // strings
};

/// Reads a text by RFC 8259: no comments, no trailing commas, no byte order mark. Strings may contain bytes that are
/// not UTF-8. Linear, with memory for the nesting.
class Reader {
 public:
  /// The text must outlive the reader.
  explicit Reader(std::string_view text, Grammar grammar = Grammar::rfc8259) noexcept
      : text_(text), grammar_(grammar) {}

  /// The next token; nullopt if there are no more, or the rest is not JSON or nested too deeply.
  [[nodiscard]] std::optional<Token> next();

  /// Whether the whole text was one value. To be called after the last token.
  [[nodiscard]] bool is_valid() const noexcept { return has_value() && at_ == text_.size(); }

  /// Whether a whole value was read, whatever follows it. To be called after the last token.
  [[nodiscard]] bool has_value() const noexcept { return expected_ == Expected::nothing; }

  /// Whether the text ended inside of its value, so that more text could complete it. To be called after the last
  /// token.
  [[nodiscard]] bool is_cut() const noexcept { return is_cut_; }

  /// Whether it stopped at the limit of the nesting. To be called after the last token.
  [[nodiscard]] bool is_too_deep() const noexcept { return is_too_deep_; }

  /// How far the text was read. If there are no more tokens and it is not valid: the offset of the first byte that
  /// can't be read, or of the string, number or word that contains it.
  [[nodiscard]] std::size_t position() const noexcept { return at_; }

 private:
  enum class Expected : std::uint8_t { value, value_or_end, key, key_or_end, comma_or_end, nothing, failed };

  [[nodiscard]] std::optional<Token> key();
  [[nodiscard]] std::optional<Token> value();
  [[nodiscard]] std::optional<Token> other();
  [[nodiscard]] std::optional<Token> open(Token::Kind kind, Expected expected);
  [[nodiscard]] std::optional<Token> close();
  [[nodiscard]] std::size_t string_end() const noexcept;
  [[nodiscard]] bool is_closing_quote(std::size_t at) const noexcept { return at < text_.size() && text_[at] == '"'; }
  [[nodiscard]] bool is_half_of_character(std::size_t at) const noexcept;
  [[nodiscard]] std::optional<Token> fail(std::size_t at) noexcept;
  [[nodiscard]] char at_hand() const noexcept { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_white_space() noexcept;
  void end_value() noexcept { expected_ = open_.empty() ? Expected::nothing : Expected::comma_or_end; }

  std::string_view text_;
  Grammar grammar_;
  bool is_cut_ = false;
  bool is_too_deep_ = false;
  std::size_t at_ = 0;
  Expected expected_ = Expected::value;
  std::string open_;  // the closing bracket of each open object and array
};

}  // namespace absolve::json
