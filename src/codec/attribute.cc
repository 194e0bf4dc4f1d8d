#include <algorithm>

#include "../text/ascii.h"
#include "character_references.h"
#include "rows.h"
#include "units.h"

namespace absolve::codec {
namespace {

/// The characters for which a value without quotes gets some.
constexpr std::string_view needs_quotes = " \t\n\f\r\"'=<>`";

constexpr bool is_alphanumeric(char c) noexcept { return is_letter(c) || is_digit(c); }

bool holds_any(std::string_view text, std::string_view characters) noexcept {
  return text.find_first_of(characters) != std::string_view::npos;
}

/// Appends text so that it reads as itself where a `mark` character would end it.
void append_escaped(std::string& out, std::string_view text, char mark) {
  for (const char c : text) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == mark) {
      out += mark == '"' ? "&quot;" : mark == '<' ? "&lt;" : "&#39;";
    } else if (c == '\n') {
      out += "&#10;";
    } else if (c == '\r') {
      out += "&#13;";
    } else {
      out += c;
    }
  }
}

/// The value of an attribute (HTML standard, sections 13.1.2.3 and 13.2.5.36 on), or, as a part of foreign content,
/// text between tags (section 13.2.5.1).
class Attribute final : public Codec {
 public:
  Attribute(Coding coding, std::string_view outer) : Codec(outer), coding_(coding) {
    const ReferenceIn place = is_text() ? ReferenceIn::text : ReferenceIn::attribute;
    text_ = decode_units(
        outer, decoded_, units_, [&](std::size_t at) { return find_decoded(outer, at); },
        [&](std::size_t at, std::string& out) { return decode_unit(outer, at, out, place); });
  }

  [[nodiscard]] std::size_t outer_offset(std::size_t offset) const override { return units_.outer_offset(offset); }

  /// No character reference stands for U+0000.
  [[nodiscard]] bool can_hold(const Edit& edit) const override {
    return edit.text.find('\0') == std::string_view::npos;
  }

  [[nodiscard]] std::vector<Edit> encode(std::span<const Edit> edits, Strings& strings) const override {
    const std::vector<Replacement> replacements = widened(text_, edits, units_);
    if (replacements.empty()) return {};
    EditWriter writer(strings);
    if (is_quoted(coding_) || is_text()) {
      const char mark = is_text() ? '<' : coding_ == Coding::apostrophe ? '\'' : '"';
      for (const OuterRange& range : ranges_of(replacements)) write(writer, range, mark);
    } else {
      write_unquoted(writer, ranges_of(replacements));
    }
    return writer.take();
  }

 private:
  [[nodiscard]] bool is_text() const noexcept { return coding_ == Coding::foreign_content; }

  /// A replacement and its place outside, with what keeps apart what comes to stand side by side.
  ///
  ///     outer:  kept &ltold textkept        A bare `&` becomes a part of the edit where the new text, or what is
  ///                  |  |       |            kept after it, could make a reference of it.
  ///              begin  |       end
  ///                     where the replacement begins
  struct OuterRange {
    std::size_t begin;
    std::size_t end;
    std::string_view escaped;  // kept text from `begin` on, which is written anew
    bool ends_reference;       // what stands before needs its `;`
    bool holds_line_feed;      // the one after, which would be one line end with the CR before
    std::string_view text;
  };

  [[nodiscard]] std::vector<OuterRange> ranges_of(std::span<const Replacement> replacements) const {
    std::vector<OuterRange> ranges;
    ranges.reserve(replacements.size());
    std::size_t kept = 0;  // where the kept bytes before the replacement begin
    for (const Replacement& one : replacements) {
      ranges.push_back(range_of(one, kept));
      kept = ranges.back().end;
    }
    return ranges;
  }

  [[nodiscard]] OuterRange range_of(const Replacement& one, std::size_t kept) const {
    const std::size_t begin = outer_offset(one.begin);
    const auto unit = units_.before(one.begin);
    const bool ends_reference =
        unit && unit->outer_end == begin && outer_[unit->outer] == '&' && outer_[begin - 1] != ';';
    OuterRange range{begin, outer_offset(one.end), {}, ends_reference, false, one.text};
    if (ends_reference) return range;
    const std::size_t literal = unit ? std::max(kept, unit->outer_end) : kept;  // from there on nothing was decoded
    range.begin = is_text() ? before_less_than_sign(begin, literal) : begin;
    if (range.begin == begin) range.begin = before_bare_ampersand(begin, literal);
    range.escaped = outer_.substr(range.begin, begin - range.begin);
    const bool joins_line_end = range.escaped.empty() && one.text.empty() && begin > kept &&
                                outer_[begin - 1] == '\r' && outer_.substr(range.end).starts_with('\n');
    range.holds_line_feed = joins_line_end;
    if (joins_line_end) ++range.end;
    return range;
  }

  /// Where the `&` stands before `end`, but not before `begin`, that starts no reference but could with what comes to
  /// stand at `end`: `&`, `&lt` before a letter, `&#`, `&#x`. `end` where there is none.
  [[nodiscard]] std::size_t before_bare_ampersand(std::size_t end, std::size_t begin) const noexcept {
    begin = std::max(begin, end - std::min(end, max_reference_context));
    std::size_t at = end;
    while (at > begin && is_alphanumeric(outer_[at - 1])) --at;
    const std::string_view name = outer_.substr(at, end - at);
    const bool may_be_numeric = name.empty() || (name.size() == 1 && to_lower(name[0]) == 'x');
    if (at > begin && outer_[at - 1] == '#' && may_be_numeric) --at;
    return at > begin && outer_[at - 1] == '&' ? at - 1 : end;
  }

  /// Where the `<` or `</` stands before `end`, but not before `begin`, that starts no tag but could with what comes to
  /// stand at `end`. `end` where there is none.
  [[nodiscard]] std::size_t before_less_than_sign(std::size_t end, std::size_t begin) const noexcept {
    const std::string_view before = outer_.substr(begin, end - begin);
    const std::size_t size = before.ends_with("</") ? 2 : before.ends_with('<') ? 1 : 0;
    return end - size;
  }

  /// `mark`: the quotes that the value has, or gets; '\0': none.
  static void write(EditWriter& writer, const OuterRange& range, char mark) {
    std::string text = range.ends_reference ? ";" : "";
    append_escaped(text, range.escaped, mark);
    append_escaped(text, range.text, mark);
    if (range.holds_line_feed) append_escaped(text, "\n", mark);
    writer.add(range.begin, range.end, text);
  }

  /// In a value without quotes, which gets them where it needs them.
  void write_unquoted(EditWriter& writer, std::span<const OuterRange> ranges) const {
    bool is_empty = true;
    bool has_special = coding_ != Coding::unquoted;
    bool has_quotation_mark = false;
    each_kept(ranges, [&](std::size_t begin, std::size_t end) {
      const std::string_view kept = outer_.substr(begin, end - begin);
      is_empty = is_empty && kept.empty();
      has_special = has_special || holds_any(kept, needs_quotes);
      has_quotation_mark = has_quotation_mark || kept.find('"') != std::string_view::npos;
    });
    for (const OuterRange& range : ranges) {
      is_empty = is_empty && range.text.empty() && range.escaped.empty() && !range.holds_line_feed;
      has_special = has_special || holds_any(range.text, needs_quotes);
    }
    if (!is_empty && !has_special) {
      for (const OuterRange& range : ranges) write(writer, range, '\0');
      return;
    }
    const char mark = has_quotation_mark ? '\'' : '"';
    writer.add(0, 0, coding_ == Coding::absent ? "=" : "");
    writer.add(0, 0, {&mark, 1});
    auto range = ranges.begin();
    each_kept(ranges, [&](std::size_t begin, std::size_t end) {
      const std::string_view until = outer_.substr(0, end);
      for (std::size_t at = until.find(mark, begin); at < end; at = until.find(mark, at + 1)) {
        std::string escaped;
        append_escaped(escaped, outer_.substr(at, 1), mark);
        writer.add(at, at + 1, escaped);
      }
      if (range != ranges.end()) write(writer, *range++, mark);
    });
    writer.add(outer_.size(), outer_.size(), {&mark, 1});
  }

  /// Calls `visit` with each piece that is kept, from before the first range to after the last: one more than ranges.
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
  std::string decoded_;
  Units units_;
};

}  // namespace

std::unique_ptr<Codec> open_attribute(Coding coding, std::string_view outer, const Surroundings&) {
  return std::make_unique<Attribute>(coding, outer);
}

}  // namespace absolve::codec
