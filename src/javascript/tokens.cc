// Tokens of ECMAScript without its grammar, as far as needed to tell strings from what only looks like strings. Two
// things require more than the next byte:
//
//     a / b      x = /"/      a slash divides after a token that can end a value, else it begins a regular expression
//     `a${ {} }b`             a brace ends a substitution only if it closes that one: open_ holds `{` and `$`
//
// A regular expression must end on its line. If one doesn't, no other is searched for on that line (divided_until_), so
// that a line of slashes takes linear time.

#include "tokens.h"

#include <algorithm>
#include <array>

#include "../text/ascii.h"

namespace absolve::javascript {
namespace {

constexpr bool is_of_word(char c) noexcept {
  return is_letter(c) || is_digit(c) || c == '_' || c == '$' || c == '#' || c == '\\' ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// After these words a value begins.
constexpr auto before_values = std::to_array<std::string_view>({
    "await",
    "case",
    "delete",
    "do",
    "else",
    "extends",
    "in",
    "instanceof",
    "new",
    "of",
    "return",
    "throw",
    "typeof",
    "void",
    "yield",
});

/// Where the characters of a kind end that begin at `at`.
std::size_t end_of_run(std::string_view script, std::size_t at, bool (*is_of_kind)(char)) noexcept {
  while (at < script.size() && is_of_kind(script[at])) ++at;
  return at;
}

}  // namespace

std::optional<Token> Tokens::next() {
  while (skip_space()) continue;
  if (at_ == script_.size()) return std::nullopt;
  const char c = script_[at_];
  if (is_of_word(c)) return word();
  switch (c) {
    case '"':
    case '\'': return string();
    case '`': return piece_of_template();
    case '/': return slash();
    default: return punctuator();
  }
}

/// Skips white space or a comment. False: there was none.
bool Tokens::skip_space() noexcept {
  const std::string_view rest = script_.substr(at_);
  const std::size_t begin = at_;
  if (rest.starts_with("//")) {
    at_ = line_end(at_);
  } else if (rest.starts_with("/*")) {
    const std::size_t end = script_.find("*/", at_ + 2);
    at_ = end == std::string_view::npos ? script_.size() : end + 2;
  } else {
    while (at_ < script_.size() && (is_space(script_[at_]) || script_[at_] == '\v')) ++at_;
  }
  return at_ > begin;
}

Token Tokens::word() {
  const std::size_t end = end_of_run(script_, at_, is_of_word);
  const bool is_keyword = std::ranges::find(before_values, script_.substr(at_, end - at_)) != before_values.end();
  return end_token(Token::Kind::word, end, !is_keyword);
}

/// A string that a line end breaks off is not one.
Token Tokens::string() {
  const char quote = script_[at_];
  std::size_t at = at_ + 1;
  while (at < script_.size() && script_[at] != quote) {
    if (is_line_end(script_[at])) return end_token(Token::Kind::other, at, true);
    at = script_[at] == '\\' ? after_escape(at) : at + 1;
  }
  if (at == script_.size()) return end_token(Token::Kind::other, at, true);
  const Token quoted = end_token(Token::Kind::string, at + 1, true);
  return {quoted.kind, quoted.begin + 1, at};
}

/// The piece of a template from a backtick, or from the brace that ends a substitution, up to the next backtick or
/// substitution.
///
///     `a${ b }c`
///     ^-^    ^-^
Token Tokens::piece_of_template() {
  std::size_t at = at_ + 1;
  while (at < script_.size()) {
    if (script_[at] == '`') return end_of_template(at);
    if (script_.substr(at, 2) == "${") {
      open_ += '$';
      return end_token(Token::Kind::other, at + 2, false);
    }
    at = script_[at] == '\\' ? after_escape(at) : at + 1;
  }
  return end_token(Token::Kind::other, at, true);
}

/// A template without a substitution is treated as a string.
Token Tokens::end_of_template(std::size_t at) {
  const bool is_whole = script_[at_] == '`';
  const Token piece = end_token(is_whole ? Token::Kind::string : Token::Kind::other, at + 1, true);
  return is_whole ? Token{piece.kind, piece.begin + 1, at} : piece;
}

Token Tokens::slash() {
  const bool is_of_end_tag = at_ > 0 && script_[at_ - 1] == '<';  // markup, whatever stands around it
  if (is_of_end_tag || ends_value_ || at_ < divided_until_) return end_token(Token::Kind::other, at_ + 1, false);
  if (const auto end = after_regular_expression()) return end_token(Token::Kind::other, *end, true);
  divided_until_ = line_end(at_);
  return end_token(Token::Kind::other, at_ + 1, false);
}

Token Tokens::punctuator() {
  const char c = script_[at_];
  if (c == '{') open_ += c;
  if (c == '}' && !open_.empty()) {
    const bool in_template = open_.back() == '$';
    open_.pop_back();
    if (in_template) return piece_of_template();
  }
  const bool is_doubled = (c == '+' || c == '-') && at_ > 0 && script_[at_ - 1] == c;  // x++ / y
  return end_token(Token::Kind::other, at_ + 1, c == ')' || c == ']' || is_doubled);
}

/// The offset after the regular expression that starts here; nullopt if there is none that ends on its line. In
/// brackets a slash does not end it, and no escape may extend over a line end (section 12.9.5).
std::optional<std::size_t> Tokens::after_regular_expression() const noexcept {
  bool in_class = false;
  std::size_t at = at_ + 1;
  while (at < script_.size() && (in_class || script_[at] != '/')) {
    if (is_line_end(script_[at])) return std::nullopt;
    if (script_[at] == '[') in_class = true;
    if (script_[at] == ']') in_class = false;
    const bool is_escape = script_[at] == '\\' && at + 1 < script_.size() && !is_line_end(script_[at + 1]);
    at += is_escape ? 2 : 1;
  }
  if (at == script_.size()) return std::nullopt;
  return end_of_run(script_, at + 1, is_letter);  // flags
}

std::size_t Tokens::after_escape(std::size_t at) const noexcept {
  const std::size_t size = script_.substr(at + 1, 2) == "\r\n" ? 3 : 2;
  return std::min(at + size, script_.size());
}

std::size_t Tokens::line_end(std::size_t at) const noexcept {
  return std::min(script_.find_first_of("\n\r", at), script_.size());
}

Token Tokens::end_token(Token::Kind kind, std::size_t end, bool ends_value) noexcept {
  const std::size_t begin = at_;
  at_ = end;
  ends_value_ = ends_value;
  return {kind, begin, end};
}

}  // namespace absolve::javascript
