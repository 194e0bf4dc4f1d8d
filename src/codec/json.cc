// Strings of JSON (RFC 8259, section 7).
//
//     outer:  a\/b\uD83D\uDE00      one unit for both surrogates of a pair
//     text:   a/b, and U+1F600 in UTF-8
//
// Decoding is total: what is no escape stands for itself, and a lone surrogate reads as U+FFFD. To take away what is
// between two lone surrogates would make a pair of them, so that the first is replaced by U+FFFD then. New texts
// escape `<`, too: a script element ends at `</script`, whatever its JSON says. Linear.

#include "json.h"

#include <algorithm>
#include <optional>

#include "../text/ascii.h"
#include "../text/byte_sets.h"
#include "../text/utf8.h"
#include "rows.h"
#include "units.h"

namespace absolve::codec {
namespace {

/// The escapes of one letter, and what each stands for.
constexpr std::string_view letters = "\"\\/bfnrt";
constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
static_assert(letters.size() == meanings.size());

constexpr std::size_t code_unit_size = 6;  // \uXXXX

/// The UTF-16 code unit that an escape at `at` says; nullopt: there is none.
constexpr std::optional<char32_t> code_unit(std::string_view raw, std::size_t at) noexcept {
  const std::string_view escape = raw.substr(std::min(at, raw.size()), code_unit_size);
  if (escape.size() < code_unit_size || !escape.starts_with("\\u")) return std::nullopt;
  char32_t unit = 0;
  for (const char digit : escape.substr(2)) {
    if (digit_value(digit) > 15) return std::nullopt;
    unit = unit * 16 + static_cast<char32_t>(digit_value(digit));
  }
  return unit;
}

constexpr bool is_high_surrogate(char32_t unit) noexcept { return unit >= 0xD800 && unit < 0xDC00; }
constexpr bool is_low_surrogate(char32_t unit) noexcept { return unit >= 0xDC00 && unit < 0xE000; }

/// Decodes what is at `raw[at]`, a backslash, and appends it. Returns its end.
std::size_t decode_unit(std::string_view raw, std::size_t at, std::string& out) {
  if (const auto unit = code_unit(raw, at)) {
    const std::size_t end = at + code_unit_size;
    const auto next = code_unit(raw, end);
    if (is_high_surrogate(*unit) && next && is_low_surrogate(*next)) {
      append_utf8(out, 0x10000 + ((*unit - 0xD800) << 10) + (*next - 0xDC00));
      return end + code_unit_size;
    }
    const bool is_alone = is_high_surrogate(*unit) || is_low_surrogate(*unit);
    append_utf8(out, is_alone ? replacement_character : *unit);
    return end;
  }
  const std::size_t letter = at + 1 < raw.size() ? letters.find(raw[at + 1]) : std::string_view::npos;
  out += letter == std::string_view::npos ? '\\' : meanings[letter];
  return letter == std::string_view::npos ? at + 1 : at + 2;
}

/// What doesn't stand for itself in what is written anew, or may be no UTF-8.
using NotPlain = AnyOf<ByteRange<'\0', '\x1F'>, Bytes<'"', '\\', '\x7F'>, NotAscii>;

std::size_t find_backslash(std::string_view raw, std::size_t at) noexcept {
  return std::min(raw.find('\\', at), raw.size());
}

/// Appends new text, so that it reads as itself. A `<` is an escape as well: script elements end with one.
void append_escaped(std::string& out, std::string_view text) {
  for (const char c : text) {
    if (c == '"' || c == '\\') out.append(1, '\\').append(1, c);
    else if (c == '<') out += "\\u003c";
    else if (static_cast<unsigned char>(c) < 0x20) absolve::append_escape(out += "\\u0", '0', c);
    else out += c;
  }
}

class Json final : public Codec {
 public:
  explicit Json(std::string_view outer) : Codec(outer) {
    text_ = decode_units(
        outer, decoded_, units_, [&](std::size_t at) { return find_backslash(outer, at); },
        [&](std::size_t at, std::string& out) { return decode_unit(outer, at, out); });
  }

  [[nodiscard]] std::size_t outer_offset(std::size_t offset) const override { return units_.outer_offset(offset); }
  [[nodiscard]] bool can_hold(const Edit&) const override { return true; }

  [[nodiscard]] std::vector<Edit> encode(std::span<const Edit> edits, Strings& strings) const override {
    EditWriter writer(strings);
    for (const Replacement& one : widened(text_, edits, units_)) {
      std::size_t begin = outer_offset(one.begin);
      const std::size_t end = outer_offset(one.end);
      std::string text;
      if (one.text.empty() && would_pair(one.begin, begin, end)) {
        begin -= code_unit_size;
        append_utf8(text, replacement_character);
      }
      append_escaped(text, one.text);
      writer.add(begin, end, text);
    }
    return writer.take();
  }

 private:
  /// Whether lone surrogates would become a pair without what is between them.
  ///
  ///     \uD83Dx\uDE00
  ///           ^ goes: then this is one character
  [[nodiscard]] bool would_pair(std::size_t offset, std::size_t begin, std::size_t end) const noexcept {
    const auto before = units_.before(offset);
    if (!before || before->outer_end != begin || begin - before->outer != code_unit_size) return false;
    return is_high_surrogate(code_unit(outer_, before->outer).value_or(0)) &&
           is_low_surrogate(code_unit(outer_, end).value_or(0));
  }

  std::string decoded_;
  Units units_;
};

}  // namespace

std::string_view decode_json_string(std::string_view raw, std::string& scratch) {
  return decode_text(
      raw, scratch, [&](std::size_t at) { return find_backslash(raw, at); },
      [&](std::size_t at, std::string& out) { return decode_unit(raw, at, out); });
}

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  for (std::size_t at = 0;;) {
    const std::size_t stop = find_in_set<NotPlain>(text, at);
    out.append(text, at, stop - at);
    if (stop == text.size()) break;
    const char c = text[stop];
    const std::size_t size = character_size(text, stop);
    if (c == '"' || c == '\\') out.append(1, '\\').append(1, c);
    else if (is_control(c)) absolve::append_escape(out += "\\u0", '0', c);
    else if (size > 0) out.append(text, stop, size);
    else append_utf8(out, replacement_character);
    at = stop + std::max<std::size_t>(size, 1);
  }
  out += '"';
}

std::unique_ptr<Codec> open_json_string(Coding, std::string_view outer, const DecodeContext&) {
  return std::make_unique<Json>(outer);
}

}  // namespace absolve::codec
