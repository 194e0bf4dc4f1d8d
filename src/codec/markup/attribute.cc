// Values of attributes, and the text between tags. Kept bytes are not written again, so a new text must not combine
// with the bytes next to it. Where it could, range_of() extends the edit to some of them:
//
//     &lt  + a      a reference without its semicolon would continue    `;` is put between
//     &    + amp;   a bare & would begin a reference                    it becomes &amp;
//     CR   + LF     the two would be a single line end                  the LF becomes &#10;
//     ]]   + >      in XML, ]]> or ?> would appear                      the > becomes &gt;
//     <    + !--    between tags, markup would begin                    the < becomes &lt;
//
// A value without quotes gets them once a new text needs them. An `absent` value, as in <a href>, gets its `=`, too.
// Linear.

#include <algorithm>
#include <array>
#include <utility>

#include "../../text/ascii.h"
#include "../../text/byte_sets.h"
#include "../../text/lines.h"
#include "../../text/xml_names.h"
#include "../rows.h"
#include "../unit_codec.h"
#include "character_references.h"

namespace absolve::codec {
namespace {

/// Whether an unquoted value needs quotes because of a new text. Text that is there already is read as it is.
bool needs_quotes(std::string_view text) noexcept {
  using Signs = Bytes<' ', '\t', '\n', '\f', '\r', '"', '\'', '=', '<', '>', '`'>;
  return find_in_set<Signs>(text, 0) < text.size();
}

constexpr bool is_alphanumeric(char c) noexcept { return is_letter(c) || is_digit(c); }

/// How the text of a coding is read and written.
struct Dialect {
  ReferenceIn references;
  std::string_view special;  // the characters that are written as references in a new text
};

/// XML readers turn white space in an attribute into blanks, unless it is written as references (XML 1.0, section
/// 3.3.3). In XML a new text must not contain `>`: it could be the end of `]]>` (section 2.4) or, in a processing
/// instruction that is written like a tag, of `?>`.
constexpr Dialect dialect_of(Coding coding) noexcept {
  switch (coding) {
    case Coding::quotation_mark: return {ReferenceIn::attribute, "&\"\n\r"};
    case Coding::apostrophe: return {ReferenceIn::attribute, "&'\n\r"};
    case Coding::xml_quotation_mark: return {ReferenceIn::xml, "&\"<>\t\n\r"};
    case Coding::xml_apostrophe: return {ReferenceIn::xml, "&'<>\t\n\r"};
    case Coding::xml_unquoted:
    case Coding::xml_missing:
    case Coding::xml_absent: return {ReferenceIn::xml, "&\n\r"};
    case Coding::foreign_content: return {ReferenceIn::text, "&<\r"};
    case Coding::xml_content: return {ReferenceIn::xml, "&<>\r"};
    default: return {ReferenceIn::attribute, "&\n\r"};
  }
}

/// What starts markup only together with what follows, and is text otherwise.
constexpr auto markup_signs = std::to_array<std::string_view>({"</", "<!--", "<![CDATA["});
constexpr std::size_t max_sign_size = std::ranges::max(markup_signs, {}, &std::string_view::size).size();

void append_reference(std::string& out, char c) {
  switch (c) {
    case '&': out += "&amp;"; break;
    case '"': out += "&quot;"; break;
    case '<': out += "&lt;"; break;
    case '>': out += "&gt;"; break;
    default: out.append("&#").append(std::to_string(static_cast<int>(c))).append(";");
  }
}

/// Appends text in which each `special` character is written as a reference. `ending` is that of its lines.
void append_escaped(std::string& out, std::string_view text, std::string_view special, std::string_view ending) {
  using SpecialSomewhere = Bytes<'&', '"', '\'', '<', '>', '\t', '\n', '\r'>;
  for (std::size_t at = 0;; ++at) {
    const std::size_t begin = std::exchange(at, find_in_set<SpecialSomewhere>(text, at));
    out.append(text, begin, at - begin);
    if (at == text.size()) return;
    const char c = text[at];
    if (special.find(c) != std::string_view::npos) append_reference(out, c);
    else if (c == '\n') out += ending;
    else out += c;
  }
}

/// Whether a text that follows `&#` starts with a number.
constexpr bool starts_number(std::string_view text) noexcept {
  const bool hexadecimal = text.starts_with('x') || text.starts_with('X');
  if (hexadecimal) text.remove_prefix(1);
  return std::ranges::all_of(text, [&](char c) { return digit_value(c) < (hexadecimal ? 16 : 10); });
}

/// The value of an attribute (HTML standard, sections 13.1.2.3 and 13.2.5.36 on; XML 1.0, section 3.3.3); as a part of
/// the content of an element, also text between tags (section 13.2.5.1; section 2.4).
class Attribute final : public UnitCodec {
 public:
  Attribute(Coding coding, std::string_view outer) : UnitCodec(outer), coding_(coding) {
    units_.reserve(count_in_set<Bytes<'&'>>(outer));
    decode(
        [&](std::size_t at) { return find_decoded(outer, at); },
        [&](std::size_t at, std::string& out) { return decode_unit(outer, at, out, dialect_of(coding).references); });
  }

  [[nodiscard]] std::vector<Edit> encode(std::span<const Edit> edits, Strings& strings) const override {
    const std::vector<Replacement> replacements = widened(text_, edits, units_);
    if (replacements.empty()) return {};
    EditWriter writer(strings);
    const std::vector<OuterRange> ranges = ranges_of(replacements);
    const bool may_need_quotes = !is_quoted(coding_) && !is_text();
    if (const auto mark = may_need_quotes ? mark_needed(ranges) : std::nullopt) {
      write_in_quotes(writer, ranges, *mark);
    } else {
      const std::string_view ending = is_text() ? line_ending(outer_, "\n") : std::string_view();
      for (const OuterRange& range : ranges) write(writer, range, dialect_of(coding_), ending);
    }
    return writer.finish();
  }

 private:
  [[nodiscard]] bool is_xml() const noexcept { return dialect_of(coding_).references == ReferenceIn::xml; }
  [[nodiscard]] bool is_text() const noexcept { return !is_attribute(coding_); }

  /// A replacement and its place in the outer text, with what keeps bytes apart that come to be next to each other.
  ///
  ///     outer:  kept &ltold text\nkept      A bare `&` becomes a part of the edit if it could form a reference with
  ///                  |  |       | |         the new text, or with what is kept after it; a LF does if it would form
  ///              begin  |       | end       a single line end with a CR before it.
  ///                     one.begin one.end
  struct OuterRange {
    std::size_t begin;
    std::size_t end;
    std::string_view before;  // kept text from `begin` on, which is written again
    std::string_view after;   // kept text up to `end`, which is written again
    bool ends_reference;      // the reference before it needs a `;`
    std::string_view text;
  };

  [[nodiscard]] std::vector<OuterRange> ranges_of(std::span<const Replacement> replacements) const {
    std::vector<OuterRange> ranges;
    ranges.reserve(replacements.size());
    std::size_t kept = 0;  // where the kept bytes before the replacement begin
    for (std::size_t i = 0; i < replacements.size(); ++i) {
      const bool is_last = i + 1 == replacements.size();
      const std::size_t kept_end = is_last ? outer_.size() : outer_offset(replacements[i + 1].begin);
      ranges.push_back(range_of(replacements[i], kept, kept_end));
      kept = ranges.back().end;
    }
    return ranges;
  }

  /// The bytes before the edit are kept from `kept` on, those after it up to `kept_end`.
  [[nodiscard]] OuterRange range_of(const Replacement& one, std::size_t kept, std::size_t kept_end) const {
    const std::size_t begin = outer_offset(one.begin);
    const std::size_t end = outer_offset(one.end);
    const auto unit = units_.before(one.begin);
    const bool ends_reference =
        unit && unit->outer_end == begin && outer_[unit->outer] == '&' && outer_[begin - 1] != ';';
    if (ends_reference) return {begin, end, {}, {}, true, one.text};
    const std::size_t literal = unit ? std::max(kept, unit->outer_end) : kept;  // nothing from there on was decoded
    std::size_t first = is_text() ? before_less_than_sign(literal, begin) : begin;
    if (first == begin) first = before_bare_ampersand(literal, begin);
    const std::string_view before = outer_.substr(first, begin - first);
    const std::string_view kept_after = outer_.substr(end, kept_end - end);
    const char last = one.text.empty() ? (begin > kept ? outer_[begin - 1] : '\0') : last_byte_of(one.text);
    const std::string_view after = kept_after.substr(0, size_of_what_joins(last, kept_after));
    return {first, end + after.size(), before, after, false, one.text};
  }

  /// The last byte of a new text as it is written: for a reference, the semicolon.
  [[nodiscard]] char last_byte_of(std::string_view text) const noexcept {
    return dialect_of(coding_).special.find(text.back()) == std::string_view::npos ? text.back() : ';';
  }

  /// How many of the kept bytes after an edit could combine with the byte before them, `last`: to a line end, or the
  /// end of a CDATA section or a processing instruction.
  [[nodiscard]] std::size_t size_of_what_joins(char last, std::string_view kept) const noexcept {
    if (last == '\r' && kept.starts_with('\n')) return 1;
    if (!is_xml() || (last != ']' && last != '?')) return 0;
    return kept.starts_with("]>") ? 2 : kept.starts_with('>') ? 1 : 0;
  }

  /// The offset of the `&` in [begin, end) that starts no reference now, but could with the text that will follow at
  /// `end`: `&`, `&lt` before a letter, `&#`, `&#x`. `end` if there is none. In XML, where names and numbers of any
  /// length end with a semicolon, it may be anywhere in that range.
  [[nodiscard]] std::size_t before_bare_ampersand(std::size_t begin, std::size_t end) const noexcept {
    if (!is_xml()) begin = std::max(begin, end - std::min(end, max_reference_context));
    std::size_t at = end;
    while (at > begin && (is_xml() ? is_in_xml_name(outer_[at - 1]) : is_alphanumeric(outer_[at - 1]))) --at;
    if (at > begin && outer_[at - 1] == '#' && starts_number(outer_.substr(at, end - at))) --at;
    return at > begin && outer_[at - 1] == '&' ? at - 1 : end;
  }

  /// The offset of the `<` in [begin, end) that starts no markup now, but could with the text that will follow at
  /// `end`. `end` if there is none.
  [[nodiscard]] std::size_t before_less_than_sign(std::size_t begin, std::size_t end) const noexcept {
    begin = std::max(begin, end - std::min(end, max_sign_size));
    const std::size_t at = outer_.substr(begin, end - begin).rfind('<');
    if (at == std::string_view::npos) return end;
    const std::string_view sign = outer_.substr(begin + at, end - begin - at);
    const auto starts_with_it = [&](std::string_view one) { return one.starts_with(sign); };
    return std::ranges::any_of(markup_signs, starts_with_it) ? begin + at : end;
  }

  /// `dialect` is that of the quotes that the value has, or gets. `ending` is that of new lines between tags;
  /// attributes get none.
  void write(EditWriter& writer, const OuterRange& range, const Dialect& dialect, std::string_view ending = {}) const {
    std::string& text = writer.text_for(range.begin, range.end);
    const std::size_t first = text.size();
    if (range.ends_reference) text += ';';
    for (const std::string_view part : {range.before, range.text, range.after}) {
      append_escaped(text, part, dialect.special, ending);
    }
    const bool follows_cr = range.begin > 0 && outer_[range.begin - 1] == '\r';
    const bool starts_line = first < text.size() && text[first] == '\n';
    if (follows_cr && starts_line) text.replace(first, 1, "&#10;");  // the two would be a single line end
  }

  /// The quotation mark that a value without quotes gets, as it will be empty, start with a quotation mark, or contain
  /// what ends it; nullopt if it needs none.
  [[nodiscard]] std::optional<char> mark_needed(std::span<const OuterRange> ranges) const {
    const bool has_value = coding_ == Coding::unquoted || coding_ == Coding::xml_unquoted;
    bool is_empty = true;  // so far
    bool is_needed = !has_value;
    bool has_quotation_mark = false;
    auto next = ranges.begin();
    each_kept(ranges, [&](std::size_t begin, std::size_t end) {
      const std::string_view kept = outer_.substr(begin, end - begin);
      const bool comes_first = is_empty && !kept.empty();
      is_needed = is_needed || (comes_first && (kept.front() == '"' || kept.front() == '\''));
      has_quotation_mark = has_quotation_mark || kept.find('"') != std::string_view::npos;
      is_empty = is_empty && kept.empty();
      if (next == ranges.end()) return;
      is_empty = is_empty && next->text.empty() && next->before.empty() && next->after.empty();
      is_needed = is_needed || needs_quotes(next->text);
      ++next;
    });
    if (!is_needed && !is_empty) return std::nullopt;
    return has_quotation_mark ? '\'' : '"';
  }

  /// Writes to a value without quotes, which gets these.
  ///
  ///     outer:  a"b     with a space in the place of b:  'a" '
  void write_in_quotes(EditWriter& writer, std::span<const OuterRange> ranges, char mark) const {
    const Coding quotes = mark == '"' ? Coding::quotation_mark : Coding::apostrophe;
    const Dialect dialect = dialect_of(is_xml() ? in_xml(quotes) : quotes);
    const bool is_absent = coding_ == Coding::absent || coding_ == Coding::xml_absent;
    writer.add(0, 0, is_absent ? "=" : "");
    writer.add(0, 0, {&mark, 1});
    std::string escaped;
    append_reference(escaped, mark);
    auto range = ranges.begin();
    each_kept(ranges, [&](std::size_t begin, std::size_t end) {
      const std::string_view until = outer_.substr(0, end);
      for (std::size_t at = until.find(mark, begin); at < end; at = until.find(mark, at + 1)) {
        writer.add(at, at + 1, escaped);
      }
      if (range != ranges.end()) write(writer, *range++, dialect);
    });
    writer.add(outer_.size(), outer_.size(), {&mark, 1});
  }

  /// Calls `visit` with each piece that is kept, from before the first range to after the last: one more than there are
  /// ranges.
  template <typename Visit>
  void each_kept(std::span<const OuterRange> ranges, Visit visit) const {
    std::size_t begin = 0;
    for (const OuterRange& range : ranges) {
      visit(begin, range.begin);
      begin = range.end;
    }
    visit(begin, outer_.size());
  }

  Coding coding_;
};

}  // namespace

std::unique_ptr<Codec> open_attribute(Coding coding, std::string_view outer, const DecodeContext&) {
  return std::make_unique<Attribute>(coding, outer);
}

}  // namespace absolve::codec
