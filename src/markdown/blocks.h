#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace absolve::markdown {

/// Bytes [begin, end) of the source.
struct Range {
  std::size_t begin;
  std::size_t end;
};

/// A block whose inlines are to be read: a paragraph, a heading, or a cell of a table. Its text is what stands in its
/// ranges, without the prefixes of its lines:
///
///     > a [link](x)        ranges: `a [link](x)\n`, `and more`
///     >   and more
struct Leaf {
  std::uint32_t first_range;
  std::uint32_t end_range;
  std::uint32_t block;  // its number among all blocks
  bool in_cell;         // a `|` in it is written `\|`: the backslash is in none of its ranges
};

/// A piece of raw HTML.
struct HtmlPiece {
  std::size_t begin;
  std::size_t end;
  std::uint32_t block;  // number of the block that it is in
  bool is_block;        // it is a line of an HTML block, or several
  bool in_cell;         // if so, and if it begins with `\|`, this backslash is no part of it
};

/// A link reference definition. A later one of the same label is never used.
struct Definition {
  std::size_t begin;  // of its destination, without angle brackets
  std::size_t end;
  bool in_brackets;
  bool serves_links = false;
  bool serves_images = false;
};

/// The block structure of a document, as far as it shows where references are.
struct Blocks {
  std::vector<Range> ranges;
  std::vector<Leaf> leaves;
  std::vector<HtmlPiece> html;  // only that of HTML blocks
  std::vector<Definition> definitions;
  std::unordered_map<std::string, std::uint32_t> definition_of = {};  // by their folded labels
  bool is_too_deep = false;  // quotes and lists are nested in one another beyond the limit: nothing after that is read
};

/// Reads the blocks of a document (CommonMark, section 5, with GitHub's tables and footnotes), from `at` on. Linear, as
/// nesting is limited.
[[nodiscard]] Blocks read_blocks(std::string_view text, std::size_t at);

/// The text of ranges of a source, one after the other.
class JoinedText {
 public:
  void assign(std::string_view source, std::span<const Range> ranges);

  [[nodiscard]] std::string_view text() const noexcept { return text_; }

  /// Where byte `at` of the text is in the source. Logarithmic in the ranges.
  [[nodiscard]] std::size_t source_offset(std::size_t at) const noexcept;

  /// The ranges of the source that bytes [begin, end) of the text come from.
  template <class Visit>
  void for_each_range(std::size_t begin, std::size_t end, Visit&& visit) const {
    for (std::size_t i = range_at(begin); begin < end; ++i) {
      const std::size_t size = std::min(end, i + 1 < starts_.size() ? starts_[i + 1] : text_.size()) - begin;
      const std::size_t at = ranges_[i].begin + (begin - starts_[i]);
      visit(Range{at, at + size});
      begin += size;
    }
  }

 private:
  [[nodiscard]] std::size_t range_at(std::size_t at) const noexcept;

  std::span<const Range> ranges_;
  std::string_view text_;
  std::string joined_;
  std::vector<std::size_t> starts_;  // where each range begins in the text
};

}  // namespace absolve::markdown
