// Destinations of links in Markdown (CommonMark, sections 2.4, 2.5 and 6.3):
//
//     outer:  a\(b&amp;c        units: `\(` stands for `(`, `&amp;` for `&`
//     text:   a(b&c
//
// A backslash is an escape only before ASCII punctuation, and character references need their semicolon. In a cell of a
// table the backslash of `\|` is removed before anything else is read, so that `\\|` is one escape:
//
//     outer:  a\|b\\|c\\\|d
//     text:   a|b|c\|d
//
// A new text is escaped where it would be read as something else. Whether it is can depend on what is kept around it:
// parentheses must be balanced, and a kept backslash may come to stand before punctuation. So what was written is read
// again, and if it is not the text that was meant, the whole destination is written anew. Linear.

#include <algorithm>
#include <memory_resource>

#include "../text/ascii.h"
#include "../text/byte_sets.h"
#include "../text/edits.h"
#include "../text/utf8.h"
#include "markup/character_references.h"
#include "rows.h"
#include "unit_codec.h"

namespace absolve::codec {
namespace {

constexpr std::size_t most_parentheses = 32;  // that are open at once

/// Decodes the character reference at `at`; returns `at`, if there is none. Numbers have at most seven digits, or six
/// hexadecimal ones.
std::size_t decode_reference(std::string_view raw, std::size_t at, std::string& out) {
  if (raw.substr(at + 1).starts_with('#')) {
    const bool is_hexadecimal = at + 2 < raw.size() && to_lower(raw[at + 2]) == 'x';
    const std::size_t most = is_hexadecimal ? 6 : 7;
    std::size_t digits = 0;
    for (std::size_t i = at + (is_hexadecimal ? 3 : 2);
         i < raw.size() && digit_value(raw[i]) < (is_hexadecimal ? 16 : 10); ++i) {
      ++digits;
    }
    if (digits > most) return at;
  }
  const std::size_t size = out.size();
  const std::size_t end = decode_unit(raw, at, out, ReferenceIn::xml);
  if (end > at + 1) return end;
  out.resize(size);
  return at;
}

/// Decodes what is at `raw[at]` and appends it. Returns its end.
std::size_t decode_one(std::string_view raw, std::size_t at, bool in_cell, std::string& out) {
  const char c = raw[at];
  const std::string_view rest = raw.substr(at);
  if (in_cell && (rest.starts_with("\\|") || rest.starts_with("\\\\|"))) {
    out += '|';
    return at + (rest[1] == '|' ? 2 : 3);
  }
  if (c == '\\' && rest.size() > 1 && is_punctuation(rest[1])) {
    out += rest[1];
    return at + 2;
  }
  if (c == '&') {
    const std::size_t end = decode_reference(raw, at, out);
    if (end != at) return end;
  } else if (c == '\0') {
    append_utf8(out, replacement_character);
    return at + 1;
  }
  out += c;
  return at + 1;
}

class MarkdownDestination final : public UnitCodec {
 public:
  MarkdownDestination(Coding coding, std::string_view outer)
      : UnitCodec(outer),
        in_brackets_(coding == Coding::markdown_brackets || coding == Coding::markdown_cell_brackets),
        in_cell_(coding == Coding::markdown_cell_destination || coding == Coding::markdown_cell_brackets) {
    decode([&](std::size_t at) { return find_in_set<Bytes<'\\', '&', '\0'>>(outer, at); },
           [&](std::size_t at, std::string& out) { return decode_one(outer, at, in_cell_, out); });
  }

  /// A `|` that is no escape may divide a line into cells, and a `<` may end what begins before the destination: their
  /// numbers stay the same.
  [[nodiscard]] bool can_hold(const Edit& edit) const override {
    if (!UnitCodec::can_hold(edit)) return false;
    if (outer_.find_first_of("|<") == std::string_view::npos) return true;
    std::pmr::monotonic_buffer_resource memory;
    Strings strings(memory);
    const std::string written = edited(outer_, encode({&edit, 1}, strings));
    const auto has_as_many = [&](char c) { return unescaped(written, c) == unescaped(outer_, c); };
    return has_as_many('<') && has_as_many('|');
  }

  [[nodiscard]] std::vector<Edit> encode(std::span<const Edit> edits, Strings& strings) const override {
    EditWriter writer(strings);
    for (const Replacement& one : widened(text_, edits, units_)) {
      const std::size_t end = outer_offset(one.end);
      writer.add(outer_offset(one.begin), end, escaped(one.text, outer_.substr(end), false));
    }
    std::vector<Edit> result = writer.finish();
    if (result.empty()) return result;
    const std::string text = edited(text_, edits);
    const Reading reading = read(edited(outer_, result));
    if (reading.is_whole && reading.text == text && reading.open == read(outer_).open) return result;
    EditWriter whole(strings);
    whole.add(0, outer_.size(), escaped(text, {}, true));
    return whole.finish();
  }

 private:
  /// A new text as it is written before `behind`. Parentheses stay if they are balanced, unless all are to be escaped.
  [[nodiscard]] std::string escaped(std::string_view text, std::string_view behind, bool all) const {
    const bool keeps_parentheses = in_brackets_ || (!all && is_balanced(text));
    std::string result;
    for (std::size_t at = 0; at < text.size(); ++at) {
      const char c = text[at];
      const bool is_parenthesis = c == '(' || c == ')';
      if (c == '\\' || c == '<' || c == '>' || (c == '|' && (in_cell_ || all)) ||
          (is_parenthesis && !keeps_parentheses)) {
        result.append(1, '\\').append(1, c);
      } else if (is_control(c) || (c == ' ' && !in_brackets_)) {
        result.append("&#").append(std::to_string(static_cast<unsigned char>(c))).append(";");
      } else if (c == '&' && (all || begins_reference(text.substr(at), behind))) {
        result += "&amp;";
      } else {
        result += c;
      }
    }
    return result;
  }

  /// How often `c` stands in a text without a backslash that escapes it.
  [[nodiscard]] static std::size_t unescaped(std::string_view text, char c) noexcept {
    std::size_t count = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
      if (text[at] == '\\') ++at;  // what is behind another character than punctuation is no `c`
      else if (text[at] == c) ++count;
    }
    return count;
  }

  [[nodiscard]] static bool begins_reference(std::string_view text, std::string_view behind) {
    std::string rest(text.substr(0, max_reference_context));
    rest.append(behind.substr(0, max_reference_context));
    std::string out;
    return decode_reference(rest, 0, out) != 0;
  }

  [[nodiscard]] static bool is_balanced(std::string_view text) noexcept {
    constexpr std::size_t most = 3;  // what is around it may have more
    std::size_t open = 0;
    for (const char c : text) {
      if (c == '(' && ++open > most) return false;
      if (c == ')' && open-- == 0) return false;
    }
    return open == 0;
  }

  struct Reading {
    std::string text;
    std::size_t open = 0;  // parentheses without an end: a definition may have some
    bool is_whole = false;
  };

  /// Reads what is written as a destination. It is whole if nothing in it ends one.
  [[nodiscard]] Reading read(std::string_view written) const {
    Reading result;
    for (std::size_t at = 0; at < written.size();) {
      const char c = written[at];
      const bool ends_it = in_brackets_ ? c == '<' || c == '>' || is_line_end(c)
                                        : is_blank(c) || is_line_end(c) || (at == 0 && c == '<');
      const bool escapes_what_follows = c == '\\' && at + 1 == written.size();
      if (ends_it || escapes_what_follows || (in_cell_ && c == '|')) return result;
      if (!in_brackets_ && c == '(' && ++result.open > most_parentheses) return result;
      if (!in_brackets_ && c == ')' && result.open-- == 0) return result;
      at = decode_one(written, at, in_cell_, result.text);
    }
    result.is_whole = true;
    return result;
  }

  bool in_brackets_;
  bool in_cell_;
};

}  // namespace

std::unique_ptr<Codec> open_markdown(Coding coding, std::string_view outer, const DecodeContext&) {
  return std::make_unique<MarkdownDestination>(coding, outer);
}

}  // namespace absolve::codec
