// Strings and url() of CSS (CSS Syntax, level 3, sections 4.3.5 to 4.3.7).
//
//     outer:  a\62 c      at most six hexadecimal digits, and one white space that belongs to them
//     text:   abc
//
// Where kept text and new text meet, three things could go wrong: a numeric escape would continue into a new digit or
// white space (a blank is put between them); a backslash at the end of a sheet, which reads as U+FFFD, would escape
// what follows it (it is replaced by U+FFFD); and `</style` in new text would end the element (each `<` is escaped).
// Linear.

#include "css.h"

#include <algorithm>

#include "../text/ascii.h"
#include "../text/byte_sets.h"
#include "../text/numbers.h"
#include "../text/utf8.h"
#include "rows.h"
#include "unit_codec.h"

namespace absolve::codec {
namespace {

constexpr std::size_t max_hexadecimal_digits = 6;

/// Only what starts with one of these must be decoded.
using Decoded = Bytes<'\\', '\0'>;

/// Where the hexadecimal digits that begin at `at` end, at most as many as an escape may have.
constexpr std::size_t after_digits(std::string_view css, std::size_t at) noexcept {
  const std::size_t limit = std::min(css.size(), at + max_hexadecimal_digits);
  while (at < limit && digit_value(css[at]) < 16) ++at;
  return at;
}

/// The offset after the white space at `at`, if any, that belongs to the escape before it.
constexpr std::size_t after_one_space(std::string_view css, std::size_t at) noexcept {
  if (css.substr(at, 2) == "\r\n") return at + 2;
  return at < css.size() && is_space(css[at]) ? at + 1 : at;
}

/// Decodes what starts at `raw[at]`, one of Decoded, and appends it. Returns its end.
std::size_t decode_unit(std::string_view raw, std::size_t at, std::string& out) {
  if (raw[at] == '\0') {
    append_utf8(out, replacement_character);
    return at + 1;
  }
  const std::size_t begin = at + 1;
  if (begin == raw.size()) {
    append_utf8(out, replacement_character);
    return begin;
  }
  const std::size_t end = after_digits(raw, begin);
  if (end > begin) {
    const auto number = read_number<std::uint32_t>(raw.substr(begin, end - begin), 16).value_or(0);
    append_utf8(out, number == 0 ? replacement_character : number);
    return after_one_space(raw, end);
  }
  if (is_css_line_end(raw[begin])) return after_one_space(raw, begin);
  if (raw[begin] == '\0') {
    append_utf8(out, replacement_character);
  } else {
    out += raw[begin];
  }
  return begin + 1;
}

/// A string, or the content of url() without quotes.
class Css final : public UnitCodec {
 public:
  Css(Coding coding, std::string_view outer) : UnitCodec(outer), coding_(coding) {
    decode([&](std::size_t at) { return find_decoded(at); },
           [&](std::size_t at, std::string& out) { return decode_unit(outer, at, out); });
  }

  [[nodiscard]] std::vector<Edit> encode(std::span<const Edit> edits, Strings& strings) const override {
    EditWriter writer(strings);
    for (const Replacement& one : widened(text_, edits, units_)) {
      std::size_t begin = outer_offset(one.begin);
      std::string text;
      const auto unit = units_.before(one.begin);
      if (unit && unit->outer_end == begin && is_open_escape(*unit)) {
        text = " ";
      } else if (unit && unit->outer_end == begin && begin == outer_.size() && unit->outer + 1 == begin &&
                 outer_.ends_with('\\')) {
        // At the end of the style sheet, a single backslash is U+FFFD.
        begin = unit->outer;
        append_utf8(text, replacement_character);
      }
      append_escaped(text, one.text);
      writer.add(begin, outer_offset(one.end), text);
    }
    return writer.finish();
  }

 private:
  [[nodiscard]] std::size_t find_decoded(std::size_t at) const noexcept {
    return find_in_set<Decoded>(outer_, std::min(at, outer_.size()));
  }

  /// Whether a unit is a numeric escape that would continue into a digit or white space after it.
  [[nodiscard]] bool is_open_escape(const Unit& unit) const noexcept {
    if (outer_[unit.outer] != '\\') return false;
    return after_digits(outer_, unit.outer + 1) == unit.outer_end && unit.outer_end > unit.outer + 1;
  }

  /// Appends new text, escaped. A `<` is escaped as well, as `</style` would end the element.
  void append_escaped(std::string& out, std::string_view text) const {
    const bool in_url = coding_ == Coding::css_url;
    const char quote = coding_ == Coding::css_apostrophe ? '\'' : '"';
    for (const char c : text) {
      const bool is_special = in_url ? c == '"' || c == '\'' || c == '(' || c == ')' || c == ' ' : c == quote;
      const bool is_control = is_css_line_end(c) || (in_url && (c == '\t' || is_css_non_printable(c)));
      if (is_control || c == '<') {
        absolve::append_escape(out, '\\', c);
        out += ' ';
      } else if (is_special || c == '\\') {
        out.append(1, '\\').append(1, c);
      } else {
        out += c;
      }
    }
  }

  Coding coding_;
};

}  // namespace

std::size_t after_css_escape(std::string_view css, std::size_t at) noexcept {
  const std::size_t begin = at + 1;
  const std::size_t end = after_digits(css, begin);
  return end == begin ? std::min(begin + 1, css.size()) : after_one_space(css, end);
}

std::string decode_css(std::string_view raw) {
  std::string decoded;
  return std::string(decode_text(
      raw, decoded, [&](std::size_t at) { return find_in_set<Decoded>(raw, std::min(at, raw.size())); },
      [&](std::size_t at, std::string& out) { return decode_unit(raw, at, out); }));
}

std::unique_ptr<Codec> open_css(Coding coding, std::string_view outer, const DecodeContext&) {
  return std::make_unique<Css>(coding, outer);
}

}  // namespace absolve::codec
