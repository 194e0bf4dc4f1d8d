// The grammar of RFC 8259 as a state and a stack of brackets, without recursion:
//
//     value -- { --> key_or_end -- key : --> value -- , --> key           after a value: comma_or_end in a bracket,
//           -- [ --> value_or_end ---------------- , --> value            nothing outside of all
//
// Strict, as JSON.parse is: what browsers refuse must not be read here, or links would be rewritten that nobody
// follows. A text that fails does so at once and for good: fail() cuts it off there, and is_valid() stays false.
// Linear.

#include "reader.h"

#include <algorithm>
#include <array>

#include "../text/ascii.h"
#include "../text/byte_sets.h"

namespace absolve::json {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t hexadecimal_digits = 4;  // behind \u

constexpr auto literals = std::to_array<std::string_view>({"false", "null", "true"});

/// What numbers and literals are made of. All of it is one token, or none.
constexpr bool is_of_other(char c) noexcept { return is_letter(c) || is_digit(c) || c == '-' || c == '+' || c == '.'; }

/// Takes the digits from the front. False: there are none.
constexpr bool take_digits(std::string_view& text) noexcept {
  const std::size_t size = text.size();
  while (!text.empty() && is_digit(text.front())) text.remove_prefix(1);
  return text.size() < size;
}

constexpr bool take(std::string_view& text, std::string_view characters) noexcept {
  const bool is_there = !text.empty() && characters.find(text.front()) != std::string_view::npos;
  if (is_there) text.remove_prefix(1);
  return is_there;
}

/// RFC 8259, section 6.
constexpr bool is_number(std::string_view text) noexcept {
  take(text, "-");
  if (!take(text, "0") && !take_digits(text)) return false;
  if (take(text, ".") && !take_digits(text)) return false;
  if (take(text, "eE")) {
    take(text, "+-");
    if (!take_digits(text)) return false;
  }
  return text.empty();
}

/// The offset after the escape that starts with the backslash at `at`; nullopt: it is none.
constexpr std::optional<std::size_t> after_escape(std::string_view text, std::size_t at) noexcept {
  if (at + 1 >= text.size()) return std::nullopt;
  if (text[at + 1] != 'u') {
    return "\"\\/bfnrt"sv.find(text[at + 1]) == std::string_view::npos ? std::nullopt : std::optional(at + 2);
  }
  const std::string_view digits = text.substr(at + 2, hexadecimal_digits);
  const bool is_escape =
      digits.size() == hexadecimal_digits && std::ranges::all_of(digits, [](char c) { return digit_value(c) < 16; });
  return is_escape ? std::optional(at + 2 + hexadecimal_digits) : std::nullopt;
}

}  // namespace

std::optional<Token> Reader::next() {
  skip_white_space();
  if (expected_ == Expected::comma_or_end) {
    if (at_hand() != ',') return close();
    ++at_;
    skip_white_space();
    expected_ = open_.back() == '}' ? Expected::key : Expected::value;
  }
  switch (expected_) {
    case Expected::key_or_end:
    case Expected::value_or_end:
      if (at_hand() == open_.back()) return close();
      return expected_ == Expected::key_or_end ? key() : value();
    case Expected::key: return key();
    case Expected::value: return value();
    default: return std::nullopt;
  }
}

std::optional<Token> Reader::key() {
  if (at_hand() != '"') return fail();
  const auto end = string_end();
  if (!end) return fail();
  const Token token{Token::Kind::key, at_ + 1, *end};
  at_ = *end + 1;
  skip_white_space();
  if (at_hand() != ':') return fail();
  ++at_;
  expected_ = Expected::value;
  return token;
}

std::optional<Token> Reader::value() {
  switch (at_hand()) {
    case '{': return open(Token::Kind::begin_object, Expected::key_or_end);
    case '[': return open(Token::Kind::begin_array, Expected::value_or_end);
    case '"': break;
    default: return other();
  }
  const auto end = string_end();
  if (!end) return fail();
  const Token token{Token::Kind::string, at_ + 1, *end};
  at_ = *end + 1;
  end_value();
  return token;
}

std::optional<Token> Reader::other() {
  const auto* const rest = text_.begin() + at_;
  const auto size = static_cast<std::size_t>(std::find_if_not(rest, text_.end(), is_of_other) - rest);
  const std::string_view token = text_.substr(at_, size);
  if (std::ranges::find(literals, token) == literals.end() && !is_number(token)) return fail();
  at_ += size;
  end_value();
  return Token{Token::Kind::other, at_ - size, at_};
}

std::optional<Token> Reader::open(Token::Kind kind, Expected expected) {
  if (open_.size() == max_levels) return fail();
  open_ += kind == Token::Kind::begin_object ? '}' : ']';
  expected_ = expected;
  ++at_;
  return Token{kind, at_ - 1, at_};
}

std::optional<Token> Reader::close() {
  if (at_hand() != open_.back()) return fail();
  const auto kind = open_.back() == '}' ? Token::Kind::end_object : Token::Kind::end_array;
  open_.pop_back();
  ++at_;
  end_value();
  return Token{kind, at_ - 1, at_};
}

/// Where the string ends whose first quote is the next byte: its last quote; nullopt: it is broken.
std::optional<std::size_t> Reader::string_end() const noexcept {
  using Stops = AnyOf<Bytes<'"', '\\'>, ByteRange<'\0', '\x1F'>>;
  std::size_t at = find_in_set<Stops>(text_, at_ + 1);
  while (at < text_.size() && text_[at] == '\\') {
    const auto next = after_escape(text_, at);
    if (!next) return std::nullopt;
    at = find_in_set<Stops>(text_, *next);
  }
  return at < text_.size() && text_[at] == '"' ? std::optional(at) : std::nullopt;
}

/// From here on, there are no tokens any more, and the text is not valid.
std::optional<Token> Reader::fail() noexcept {
  text_ = text_.substr(0, at_);
  expected_ = Expected::value;
  return std::nullopt;
}

void Reader::skip_white_space() noexcept {
  while (at_ < text_.size() && is_white_space(text_[at_])) ++at_;
}

}  // namespace absolve::json
