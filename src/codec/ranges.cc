// A text that consists of several ranges of the outer text: raw HTML in Markdown.
//
//     outer:  text <a            ranges: `<a\n`, `href="x">`, `</a>`
//             > href="x">x</a>
//     text:   <a
//             href="x"></a>
//
// Where a renderer writes tags between two ranges, the text has one, too, that is nowhere in the outer text; and where
// the last range leaves a tag open, its end. A value that goes over the end of a range is not read as the author wrote
// it (is_split()), and is never changed. In a cell of a table a `|` is written as `\|`: such an escape begins a range
// of its own, but doesn't end a value. Linear; offsets take logarithmic time.

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "../text/ascii.h"
#include "../text/markup.h"
#include "markup/attributes.h"
#include "rows.h"
#include "units.h"

namespace absolve::codec {
namespace {

constexpr std::size_t npos = std::string_view::npos;

constexpr std::string_view tag_between = "<p>";

/// Whether a `>` behind it could end a comment, an instruction or a CDATA section: `-->`, `?>`, `]]>`.
constexpr bool may_end_before_bracket(std::string_view text) noexcept {
  return text.ends_with('-') || text.ends_with('?') || text.ends_with(']');
}

class Ranges final : public Codec {
 public:
  Ranges(std::string_view outer, std::span<const OuterRange> ranges, std::size_t begin) : Codec(outer) {
    std::size_t size = 0;
    for (const OuterRange& one : ranges) size += one.end - one.begin + tag_between.size();
    decoded_.reserve(size);
    pieces_.reserve(ranges.size());
    for (const OuterRange& one : ranges) {
      if (one.is_separated) decoded_ += tag_between;
      const std::size_t escape = one.is_escaped ? 1 : 0;
      const std::size_t from = one.begin - begin;
      pieces_.push_back({decoded_.size(), from, escape, one.in_cell});
      decoded_ += outer.substr(from + escape, one.end - one.begin - escape);
      pieces_.back().text_end = decoded_.size();
    }
    if (const auto quote = quote_of_open_tag()) {
      decoded_.append("\n").append(*quote).append(">");  // on the next line, as a renderer goes on
      pieces_.push_back({decoded_.size(), outer.size(), 0, false, decoded_.size()});
    }
    text_ = decoded_;
    if (!pieces_.empty()) return;
    pieces_.push_back({.text = 0, .outer = 0, .escape = 0, .in_cell = false, .text_end = outer.size()});
    text_ = outer;
  }

  /// A tag that is nowhere counts to the range after it.
  [[nodiscard]] std::size_t outer_offset(std::size_t offset) const override {
    const Piece& piece = pieces_[index_of(offset)];
    if (offset > piece.text_end) return pieces_[index_of(offset) + 1].outer;
    return offset == piece.text ? piece.outer : piece.outer + piece.escape + (offset - piece.text);
  }

  [[nodiscard]] bool is_split(std::size_t begin, std::size_t end) const noexcept override {
    std::size_t at = index_of(begin);
    if (begin >= pieces_[at].text_end) return true;  // at the end, it would be on the line after the range
    while (pieces_[at].text_end < end && at + 1 < pieces_.size() && pieces_[at + 1].escape > 0) ++at;
    return pieces_[at].text_end < end;
  }

  /// A new text must not begin or end anything of Markdown, and an old one that does so stays. Line ends stay: a tag
  /// that would stand on one line alone without them begins a block. So does a `<` that begins a value: a line that
  /// begins with it may begin a block. And so does what may end a comment, an instruction or a block: a `>`, and what
  /// does it together with a `>` after it.
  [[nodiscard]] bool can_hold(const Edit& edit) const override {
    using namespace std::string_view_literals;
    const std::size_t end = edit.offset + edit.length;
    const std::string_view old = text_.substr(edit.offset, edit.length);
    const std::string_view last = edit.text.empty() ? text_.substr(0, edit.offset) : edit.text;
    const bool may_end = text_.substr(end).starts_with('>') &&
                         (may_end_before_bracket(text_.substr(0, end)) || may_end_before_bracket(last));
    return edit.text.find_first_of("<>`\n\r\0"sv) == npos && old.find_first_of(">\n\r") == npos &&
           !text_.substr(edit.offset).starts_with('<') && !may_end && !is_split(edit.offset, end);
  }

  [[nodiscard]] std::vector<Edit> encode(std::span<const Edit> edits, Strings& strings) const override {
    std::vector<Edit> result;
    result.reserve(edits.size());
    for (const Edit& edit : edits) {
      const std::size_t begin = outer_offset(edit.offset);
      const std::size_t end = edit.length == 0 ? begin : outer_end(edit.offset + edit.length);
      const bool is_escaped = pieces_[index_of(edit.offset)].in_cell && edit.text.find('|') != std::string_view::npos;
      result.push_back(
          {begin, end - begin, is_escaped ? strings.keep(with_sign_before(edit.text, "|", '\\')) : edit.text});
    }
    return result;
  }

 private:
  ///     outer:  ... \|x" ...        escape: 1
  ///                 |  |
  ///     text:        |x"            from `text` to `text_end`
  struct Piece {
    std::size_t text;
    std::size_t outer;
    std::size_t escape;  // how many bytes of the outer text are skipped at its beginning
    bool in_cell;
    std::size_t text_end = 0;
  };

  /// Where tags begin again behind the start tag of an element with this name, which ends at `at`.
  [[nodiscard]] static std::size_t after_raw_text(std::string_view text, std::string_view name, std::size_t at) {
    constexpr auto elements = std::to_array<std::string_view>({"script", "style", "textarea", "title", "xmp"});
    const auto element = std::ranges::find_if(elements, [&](std::string_view one) { return is_name(name, one); });
    return element == elements.end() ? at : find_ignoring_case(text, "</" + std::string(*element), at);
  }

  /// If a tag goes on in what a renderer writes after the last range: the quotation mark of the value in which that
  /// begins, or ""; nullopt if none does. A renderer's text ends it somewhere; only at the end of a page it would be no
  /// tag.
  [[nodiscard]] std::optional<std::string_view> quote_of_open_tag() const {
    const std::string_view text = decoded_;
    constexpr auto end_of_tag = [](std::string_view tag, std::size_t name_end) {
      return markup::read_attributes(tag, name_end, [](const markup::Attribute&) {});
    };
    for (std::size_t at = text.find('<'); at < text.size(); at = text.find('<', at)) {
      const std::string_view inside = text.substr(at + 1);
      const std::size_t name = inside.starts_with('/') ? 1 : 0;
      if (name < inside.size() && is_letter(inside[name])) {
        const std::size_t name_end = markup::tag_name_end(inside, name);
        const std::size_t end = end_of_tag(inside, name_end);
        constexpr auto quotes = std::to_array<std::string_view>({"", "\"", "'"});
        if (end == markup::unclosed) {
          return *std::ranges::find_if(quotes, [&](std::string_view quote) {
            return end_of_tag(std::string(inside).append("\n").append(quote).append(">"), name_end) != markup::unclosed;
          });
        }
        at += 1 + end;
        if (name == 0) at = after_raw_text(text, inside.substr(0, name_end), at);
      } else if (inside.starts_with("!--")) {
        at = after_comment(text, at);
      } else {
        at = inside.find_first_of("!?/") == 0 ? after_bogus_comment(text, at) : at + 1;
      }
    }
    return std::nullopt;
  }

  /// Where the encoding of the byte before `offset` ends.
  [[nodiscard]] std::size_t outer_end(std::size_t offset) const noexcept {
    const Piece& piece = pieces_[index_of(offset - 1)];
    return piece.outer + piece.escape + (offset - piece.text);
  }

  /// The last piece that begins at `offset` or before it; the first one, if there is none.
  [[nodiscard]] std::size_t index_of(std::size_t offset) const noexcept {
    const auto after = std::ranges::upper_bound(pieces_, offset, {}, &Piece::text);
    return after == pieces_.begin() ? 0 : static_cast<std::size_t>(after - pieces_.begin()) - 1;
  }

  std::string decoded_;
  std::vector<Piece> pieces_;
};

}  // namespace

std::unique_ptr<Codec> open_ranges(Coding, std::string_view outer, const DecodeContext& around) {
  return std::make_unique<Ranges>(outer, around.ranges, around.ranges_begin);
}

}  // namespace absolve::codec
