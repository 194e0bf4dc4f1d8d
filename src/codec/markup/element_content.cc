// The content of an element in foreign content or XML: text and CDATA sections, with comments, child elements and the
// like between them. The content of a child element is not part of it (DOM standard: child text content).
//
//     outer:   a&amp;b<!--x--><![CDATA[c<d]]>e<g>f</g>h
//     pieces:  |-----|                 |-|   |        |     each has a codec; what is between them is kept
//     text:    a&b                     c<d   e        h
//
// Pieces of plain text are read by the codec of attributes, sections by Cdata. An edit over several pieces puts its new
// text into the first, and empties its part of the others. If new and kept bytes could form the end of a section, the
// section is ended and begun again: `]]><![CDATA[`, which stands for nothing. Linear.

#include "element_content.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

#include "../../text/ascii.h"
#include "../../text/byte_sets.h"
#include "../../text/lines.h"
#include "../../text/markup.h"
#include "../../text/utf8.h"
#include "../../text/xml_names.h"
#include "../rows.h"
#include "../unit_codec.h"

namespace absolve::codec {
namespace {

constexpr std::string_view cdata_begin = "<![CDATA[";
constexpr std::string_view cdata_end = "]]>";
constexpr std::string_view cdata_end_and_begin = "]]><![CDATA[";

/// The markup between two pieces of text, from its `<` on.
///
///     a <!-- b --> c <![CDATA[ d ]]> e <f>g</f> h </i>
///       |        |   |        | |  |   |      |   |
///       begin    end begin    | |  end begin  end a tag: it ends the content
///                             text, from here to there
struct Markup {
  enum class Kind { no_text, cdata, tag };

  Kind kind;
  std::size_t begin;
  std::size_t text;  // where the text of a CDATA section begins
  std::size_t text_end;
  std::size_t end;  // of a tag: how far the text was searched for the end of its element
};

/// What starts markup, and where such markup ends.
struct Opening {
  std::string_view sign;
  bool (*is_before)(char);  // a condition on the byte after it; nullptr if there is none
  Markup::Kind kind;
  std::size_t (*after)(std::string_view outer, std::size_t at) noexcept;  // the end of markup that is not text
};

/// How one language writes content. The first of its openings that matches at a `<` is used; if none does, the `<` is
/// text.
struct Dialect {
  Coding coding;
  std::span<const Opening> openings;
};

constexpr bool is_any(char) noexcept { return true; }

/// The HTML standard, sections 13.2.5.6 on and 13.2.5.42.
constexpr auto html_openings = std::to_array<Opening>({
    {cdata_begin, nullptr, Markup::Kind::cdata, nullptr},
    {"<!--", nullptr, Markup::Kind::no_text, after_comment},
    {"<!", nullptr, Markup::Kind::no_text, after_bogus_comment},
    {"<?", nullptr, Markup::Kind::no_text, after_bogus_comment},
    {"</", is_letter, Markup::Kind::tag, nullptr},
    {"</", is_any, Markup::Kind::no_text, after_bogus_comment},
    {"<", is_letter, Markup::Kind::tag, nullptr},
});

/// XML 1.0, sections 2.5, 2.6, 2.7 and 3.1.
constexpr auto xml_openings = std::to_array<Opening>({
    {cdata_begin, nullptr, Markup::Kind::cdata, nullptr},
    {"<!--", nullptr, Markup::Kind::no_text, after_xml_comment},
    {"<?", nullptr, Markup::Kind::no_text, after_processing_instruction},
    {"</", nullptr, Markup::Kind::tag, nullptr},
    {"<", starts_xml_name, Markup::Kind::tag, nullptr},
});

constexpr Dialect html = {Coding::foreign_content, html_openings};
constexpr Dialect xml = {Coding::xml_content, xml_openings};

bool opens_at(const Opening& opening, std::string_view outer, std::size_t at) noexcept {
  const std::size_t end = at + opening.sign.size();
  if (outer.substr(at, opening.sign.size()) != opening.sign) return false;
  return opening.is_before == nullptr || (end < outer.size() && opening.is_before(outer[end]));
}

/// The first markup from `at` on; if there is none, at the end of the text.
Markup find_markup(const Dialect& dialect, std::string_view outer, std::size_t at) noexcept {
  for (at = outer.find('<', at); at != std::string_view::npos; at = outer.find('<', at + 1)) {
    const auto opens_here = [&](const Opening& one) { return opens_at(one, outer, at); };
    const auto opening = std::ranges::find_if(dialect.openings, opens_here);
    if (opening == dialect.openings.end()) continue;
    if (opening->kind != Markup::Kind::cdata) {
      return {opening->kind, at, at, at, opening->after == nullptr ? at : opening->after(outer, at)};
    }
    const std::size_t text = at + cdata_begin.size();
    const std::size_t text_end = std::min(outer.find(cdata_end, text), outer.size());
    return {Markup::Kind::cdata, at, text, text_end, std::min(text_end + cdata_end.size(), outer.size())};
  }
  return {Markup::Kind::tag, outer.size(), outer.size(), outer.size(), outer.size()};
}

/// The offset of the first tag from `at` on; if there is none, the end of the text.
std::size_t next_tag(const Dialect& dialect, std::string_view outer, std::size_t at) noexcept {
  Markup markup = find_markup(dialect, outer, at);
  while (markup.kind != Markup::Kind::tag) markup = find_markup(dialect, outer, markup.end);
  return markup.begin;
}

/// Children that are not skipped: a style or script in another element is read by itself, and a second head or body is
/// not an element.
constexpr auto no_children = std::to_array<std::string_view>({"body", "head", "script", "style"});

/// The name in a tag, from its beginning on; empty if it continues with a byte that only HTML allows in names.
std::string_view name_of_tag(std::string_view outer, std::size_t begin) noexcept {
  std::size_t end = begin;
  while (end < outer.size() && is_in_xml_name(outer[end])) ++end;
  const bool ends = end < outer.size() && (is_space(outer[end]) || outer[end] == '/' || outer[end] == '>');
  return outer.substr(begin, ends ? end - begin : 0);
}

/// Where a child element ends; npos if only tree construction could find that.
struct Child {
  std::size_t end;
  std::size_t looked_through;
};

/// The child element whose start tag is at `begin`. All tags in it must be plain, and end tags must match the open
/// elements.
Child find_child(const Dialect& dialect, std::string_view outer, std::size_t begin) {
  std::vector<std::string_view> open;
  std::size_t at = begin;
  while (at < outer.size()) {
    const bool is_end = outer[at + 1] == '/';
    const std::string_view name = name_of_tag(outer, at + (is_end ? 2 : 1));
    const std::size_t end = after_plain_tag(outer, at + (is_end ? 2 : 1) + name.size());
    const std::string_view local = name.substr(name.find(':') + 1);
    const auto is_local = [&](std::string_view one) { return is_name(local, one); };
    if (name.empty() || end == std::string_view::npos || std::ranges::any_of(no_children, is_local)) break;
    if (is_end && open.back() != name) break;
    if (is_end) open.pop_back();
    else if (outer[end - 2] != '/') open.push_back(name);
    if (open.empty()) return {end, end};
    at = next_tag(dialect, outer, end);
  }
  return {std::string_view::npos, at};
}

/// The first markup from `at` on; a child element counts as one.
Markup next_markup(const Dialect& dialect, std::string_view outer, std::size_t at) {
  Markup markup = find_markup(dialect, outer, at);
  const bool starts = markup.begin < outer.size() && markup.kind == Markup::Kind::tag && outer[markup.begin + 1] != '/';
  if (!starts) return markup;
  const Child child = find_child(dialect, outer, markup.begin);
  if (child.end == std::string_view::npos) markup.end = child.looked_through;
  else markup = {Markup::Kind::no_text, markup.begin, markup.begin, markup.begin, child.end};
  return markup;
}

const Dialect& dialect_of(Coding coding) noexcept { return coding == xml.coding ? xml : html; }

/// The inside of a CDATA section. What it can't express is written outside of it: `]]>&gt;<![CDATA[`.
class Cdata final : public UnitCodec {
 public:
  explicit Cdata(std::string_view outer) : UnitCodec(outer), ending_(line_ending(outer, "\n")) {
    decode([&](std::size_t at) { return find_in_set<Bytes<'\r', '\0'>>(outer, at); },
           [&](std::size_t at, std::string& out) {
             if (outer[at] == '\r') out += '\n';
             else append_utf8(out, replacement_character);
             return at + (outer.substr(at, 2) == "\r\n" ? 2 : 1);
           });
  }

  [[nodiscard]] std::vector<Edit> encode(std::span<const Edit> edits, Strings& strings) const override {
    EditWriter writer(strings);
    for (const Replacement& one : widened(text_, edits, units_)) {
      const std::size_t begin = outer_offset(one.begin);
      const std::size_t end = outer_offset(one.end);
      std::string text = escaped(one.text);
      const bool follows_cr = begin > 0 && outer_[begin - 1] == '\r';
      if (follows_cr && text.starts_with('\n')) text.insert(0, cdata_end_and_begin);  // else a single line end
      // Together with the kept bytes, it could form the end of a section, or a single line end.
      const char last = !text.empty() ? text.back() : begin > 0 ? outer_[begin - 1] : '\0';
      const char next = end < outer_.size() ? outer_[end] : '\0';
      const bool may_join = last == ']' ? next == ']' || next == '>' : last == '\r' && next == '\n';
      if (may_join) text += cdata_end_and_begin;
      writer.add(begin, end, text);
    }
    return writer.finish();
  }

 private:
  [[nodiscard]] std::string escaped(std::string_view text) const {
    std::string out;
    for (std::size_t at = 0;; ++at) {
      const std::size_t begin = std::exchange(at, find_in_set<Bytes<'>', '\r', '\n'>>(text, at));
      out.append(text, begin, at - begin);
      if (at == text.size()) return out;
      if (text[at] == '\n') out += ending_;
      else out.append(cdata_end).append(text[at] == '>' ? "&gt;" : "&#13;").append(cdata_begin);
    }
  }

  std::string_view ending_;  // of new lines
};

/// The content of an element: pieces of text and CDATA sections, with other markup between them. Each piece has its own
/// codec; the other markup is left unchanged. How text is read depends on the codec of its coding.
class ElementContent final : public Codec {
 public:
  ElementContent(const Dialect& dialect, std::string_view outer) : Codec(outer) {
    for (std::size_t at = 0;;) {
      const Markup markup = next_markup(dialect, outer, at);
      if (markup.begin > at) add(at, open_attribute(dialect.coding, outer.substr(at, markup.begin - at), {}));
      if (markup.kind == Markup::Kind::tag) break;
      if (markup.text_end > markup.text) {
        add(markup.text, std::make_unique<Cdata>(outer.substr(markup.text, markup.text_end - markup.text)));
      }
      at = markup.end;
    }
    // There is always a piece, even an empty one, so that each offset is in a piece.
    if (pieces_.empty()) add(0, open_attribute(dialect.coding, {}, {}));
    if (pieces_.size() == 1) {
      text_ = pieces_.front().codec->text();
      return;
    }
    decoded_.reserve(pieces_.back().text_end());
    for (const Piece& piece : pieces_) decoded_.append(piece.codec->text());
    text_ = decoded_;
  }

  [[nodiscard]] std::size_t outer_offset(std::size_t offset) const override {
    const Piece& piece = *at(offset);
    return piece.outer + piece.codec->outer_offset(offset - piece.text);
  }

  [[nodiscard]] bool can_hold(const Edit& edit) const override {
    return edit.text.find('\0') == std::string_view::npos;
  }

  [[nodiscard]] std::vector<Edit> encode(std::span<const Edit> edits, Strings& strings) const override {
    std::vector<Edit> result;
    std::vector<Edit> of_piece;
    auto piece = pieces_.begin();
    const auto finish = [&] {
      for (Edit& edit : piece->codec->encode(of_piece, strings)) {
        result.push_back({edit.offset + piece->outer, edit.length, edit.text});
      }
      of_piece.clear();
    };
    for (const Edit& edit : edits) {
      const std::size_t end = edit.offset + edit.length;
      const auto first = at(edit.offset);
      if (first != piece) finish();
      piece = first;
      const std::size_t in_first = std::min(edit.length, piece->text_end() - edit.offset);
      of_piece.push_back({edit.offset - piece->text, in_first, edit.text});
      // The new text goes into the first piece; the replaced text is removed from all of them.
      while (piece->text_end() < end) {
        finish();
        ++piece;
        of_piece.push_back({0, std::min(end, piece->text_end()) - piece->text, {}});
      }
    }
    finish();
    return result;
  }

 private:
  struct Piece {
    std::size_t text;
    std::size_t outer;
    std::unique_ptr<Codec> codec;

    [[nodiscard]] std::size_t text_end() const noexcept { return text + codec->text().size(); }
  };

  void add(std::size_t outer, std::unique_ptr<Codec> codec) {
    const std::size_t text = pieces_.empty() ? 0 : pieces_.back().text_end();
    pieces_.push_back({text, outer, std::move(codec)});
  }

  /// The piece that holds byte `offset` of the text; at the end of a piece, the next one.
  [[nodiscard]] std::vector<Piece>::const_iterator at(std::size_t offset) const {
    return std::prev(std::ranges::upper_bound(pieces_, offset, {}, &Piece::text));
  }

  std::string decoded_;  // the texts of all pieces, if there are several
  std::vector<Piece> pieces_;
};

}  // namespace

ContentExtent extent_of_content(Coding coding, std::string_view text) {
  const Dialect& dialect = dialect_of(coding);
  Markup markup = next_markup(dialect, text, 0);
  while (markup.kind != Markup::Kind::tag) markup = next_markup(dialect, text, markup.end);
  return {markup.begin, markup.end};
}

std::size_t size_of_xml_text(std::string_view text) noexcept { return next_tag(xml, text, 0); }

std::unique_ptr<Codec> open_element_content(Coding coding, std::string_view outer, const DecodeContext&) {
  if (outer.find('<') == std::string_view::npos) return open_attribute(coding, outer, {});  // only text
  return std::make_unique<ElementContent>(dialect_of(coding), outer);
}

}  // namespace absolve::codec
