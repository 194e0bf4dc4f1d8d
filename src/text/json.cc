// The grammar of RFC 8259 as a state and a stack of brackets, without recursion:
//
//     value -- { --> key_or_end -- key : --> value -- , --> key           after a value: comma_or_end in a bracket,
//           -- [ --> value_or_end ---------------- , --> value            nothing outside of all
//
// Strict, as JSON.parse is: a text that browsers refuse must not be read here, or links would be rewritten that nobody
// follows. A text that is not JSON fails at once and finally: fail() cuts it off there, and is_valid() stays false.
// Linear.

#include "json.h"

#include <algorithm>
#include <array>

#include "ascii.h"
#include "byte_sets.h"
#include "decode_text.h"
#include "find_byte.h"
#include "limits.h"
#include "numbers.h"
#include "utf8.h"

namespace absolve::json {
namespace {

/// The escapes of one letter, and the characters that they stand for.
constexpr std::string_view letters = "\"\\/bfnrt";
constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
static_assert(letters.size() == meanings.size());

constexpr std::size_t code_unit_size = 6;  // \uXXXX

/// The UTF-16 code unit of an escape at `at`; nullopt if there is none.
std::optional<std::uint16_t> code_unit(std::string_view raw, std::size_t at) noexcept {
  const std::string_view escape = raw.substr(std::min(at, raw.size()), code_unit_size);
  if (escape.size() < code_unit_size || !escape.starts_with("\\u")) return std::nullopt;
  return read_number<std::uint16_t>(escape.substr(2), 16);
}

constexpr auto literals = std::to_array<std::string_view>({"false", "null", "true"});
constexpr auto not_finite = std::to_array<std::string_view>({"-Infinity", "Infinity", "NaN"});

/// The characters of numbers and literals. A sequence of them is a single token, or invalid.
constexpr bool is_of_other(char c) noexcept { return is_letter(c) || is_digit(c) || c == '-' || c == '+' || c == '.'; }

/// Removes the digits at the front. False: there are none.
constexpr bool accept_digits(std::string_view& text) noexcept {
  const std::size_t size = text.size();
  while (!text.empty() && is_digit(text.front())) text.remove_prefix(1);
  return text.size() < size;
}

constexpr bool accept(std::string_view& text, std::string_view characters) noexcept {
  const bool is_there = !text.empty() && characters.find(text.front()) != std::string_view::npos;
  if (is_there) text.remove_prefix(1);
  return is_there;
}

/// RFC 8259, section 6.
constexpr bool is_number(std::string_view text) noexcept {
  accept(text, "-");
  if (!accept(text, "0") && !accept_digits(text)) return false;
  if (accept(text, ".") && !accept_digits(text)) return false;
  if (accept(text, "eE")) {
    accept(text, "+-");
    if (!accept_digits(text)) return false;
  }
  return text.empty();
}

/// The offset after the escape that starts with the backslash at `at`; nullopt if it is invalid.
std::optional<std::size_t> after_escape(std::string_view raw, std::size_t at) noexcept {
  const std::size_t end = read_escape(raw, at).end;
  return end > at + 1 ? std::optional(end) : std::nullopt;
}

/// Whether a text is the beginning of an escape, and no more.
bool is_cut_escape(std::string_view text) noexcept {
  const std::string_view digits = text.substr(std::min<std::size_t>(text.size(), 2));
  const bool is_letter_due = text.size() == 1;
  return is_letter_due || (text.starts_with("\\u") && digits.size() < code_unit_size - 2 &&
                           std::ranges::all_of(digits, [](char c) { return digit_value(c) < 16; }));
}

/// The bytes that must be escaped in a new string, or may not be UTF-8.
using NotPlain = AnyOf<ByteRange<'\0', '\x1F'>, Bytes<'"', '\\', '\x7F'>, NotAscii>;

}  // namespace

Escape read_escape(std::string_view raw, std::size_t at) noexcept {
  if (const auto unit = code_unit(raw, at)) {
    const std::size_t end = at + code_unit_size;
    const auto pair = character_of(*unit, code_unit(raw, end).value_or(0));
    return pair ? Escape{*pair, end + code_unit_size} : Escape{*unit, end};
  }
  const std::size_t letter = at + 1 < raw.size() ? letters.find(raw[at + 1]) : std::string_view::npos;
  if (letter == std::string_view::npos) return {U'\\', at + 1};
  return {static_cast<char32_t>(meanings[letter]), at + 2};
}

std::size_t decode_escape(std::string_view raw, std::size_t at, std::string& out) {
  const Escape escape = read_escape(raw, at);
  append_utf8(out, escape.character);
  return escape.end;
}

std::string_view decode_string(std::string_view raw, std::string& scratch) {
  return decode_text(
      raw, scratch, [&](std::size_t at) { return find_byte(raw, at, '\\'); },
      [&](std::size_t at, std::string& out) { return decode_escape(raw, at, out); });
}

bool has_lone_surrogate(std::string_view raw) noexcept {
  for (std::size_t at = find_byte(raw, 0, '\\'); at < raw.size();) {
    const Escape escape = read_escape(raw, at);
    if (is_high_surrogate(escape.character) || is_low_surrogate(escape.character)) return true;
    at = find_byte(raw, escape.end, '\\');
  }
  return false;
}

namespace {

/// Appends the escape of a control character, which is one of the first 256, in lower case as most programs write it.
void append_control(std::string& out, char c) {
  constexpr std::string_view digits = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  out.append("\\u00").append(1, digits[byte >> 4]).append(1, digits[byte & 15]);
}

}  // namespace

void append_string(std::string& out, std::string_view text) {
  out += '"';
  for (std::size_t at = 0;;) {
    const std::size_t stop = find_in_set<NotPlain>(text, at);
    out.append(text, at, stop - at);
    if (stop == text.size()) break;
    const std::size_t size = character_size(text, stop);
    const std::string_view character = text.substr(stop, std::max<std::size_t>(size, 1));
    if (size == 0) append_utf8(out, replacement_character);
    else if (is_control_character(character)) append_control(out, character.back());
    else out.append(text[stop] == '"' || text[stop] == '\\' ? "\\" : "").append(character);
    at = stop + character.size();
  }
  out += '"';
}

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
  if (at_hand() != '"') return fail(at_);
  const std::size_t end = string_end();
  if (!is_closing_quote(end)) return fail(end);
  const Token token{Token::Kind::key, at_ + 1, end};
  at_ = end + 1;
  skip_white_space();
  if (at_hand() != ':') return fail(at_);
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
  const std::size_t end = string_end();
  if (!is_closing_quote(end)) return fail(end);
  const Token token{Token::Kind::string, at_ + 1, end};
  at_ = end + 1;
  end_value();
  return token;
}

std::optional<Token> Reader::other() {
  const std::string_view rest = text_.substr(at_);
  const auto size = static_cast<std::size_t>(std::ranges::find_if_not(rest, is_of_other) - rest.begin());
  const std::string_view token = text_.substr(at_, size);
  const bool is_literal = std::ranges::find(literals, token) != literals.end() ||
                          (grammar_ == Grammar::as_written && std::ranges::find(not_finite, token) != not_finite.end());
  if (!is_literal && !is_number(token)) return fail(at_ + size);
  at_ += size;
  end_value();
  return Token{Token::Kind::other, at_ - size, at_};
}

std::optional<Token> Reader::open(Token::Kind kind, Expected expected) {
  is_too_deep_ = open_.size() == limits::json_levels;
  if (is_too_deep_) return fail(at_);
  open_ += kind == Token::Kind::begin_object ? '}' : ']';
  expected_ = expected;
  ++at_;
  return Token{kind, at_ - 1, at_};
}

std::optional<Token> Reader::close() {
  if (at_hand() != open_.back()) return fail(at_);
  const auto kind = open_.back() == '}' ? Token::Kind::end_object : Token::Kind::end_array;
  open_.pop_back();
  ++at_;
  end_value();
  return Token{kind, at_ - 1, at_};
}

/// The offset of the closing quote of the string whose opening quote is the next byte, or of what breaks it; for an
/// escape that the end of the text breaks off, that end.
std::size_t Reader::string_end() const noexcept {
  using Stops = AnyOf<Bytes<'"', '\\'>, ByteRange<'\0', '\x1F'>>;
  std::size_t at = find_in_set<Stops>(text_, at_ + 1);
  while (at < text_.size() && text_[at] != '"') {
    const bool is_escape = text_[at] == '\\';
    if (!is_escape && grammar_ == Grammar::rfc8259) return at;
    auto next = is_escape ? after_escape(text_, at) : at + 1;
    if (!next && is_cut_escape(text_.substr(at))) return text_.size();
    if (!next && is_half_of_character(at)) next = at + 1;
    if (!next) return at;
    at = find_in_set<Stops>(text_, *next);
  }
  return at;
}

/// Whether the backslash at `at` may be the second byte of a character, in Shift_JIS or Big5.
bool Reader::is_half_of_character(std::size_t at) const noexcept {
  return grammar_ == Grammar::as_written && !is_ascii(text_[at - 1]);
}

/// From here on there are no more tokens, and the text is not valid. `at` is how far it was looked at.
std::optional<Token> Reader::fail(std::size_t at) noexcept {
  is_cut_ = at == text_.size();
  text_ = text_.substr(0, at_);
  expected_ = Expected::failed;
  return std::nullopt;
}

void Reader::skip_white_space() noexcept {
  while (at_ < text_.size() && is_white_space(text_[at_])) ++at_;
}

}  // namespace absolve::json
