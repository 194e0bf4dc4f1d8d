// The block structure, line by line. Containers (quotes, list items, footnotes) are a stack; the innermost of them
// holds at most one open leaf:
//
//     > - a       quote, item: both continue         then what is left of the line begins new blocks,
//     >   b       the leaf: a paragraph              or belongs to the leaf
//
// A line is read in three steps, as the specification says (section "Phase 1: block structure" of its appendix): which
// containers does it continue, which blocks does it begin, where does its text belong. A line that continues not all of
// them may still continue a paragraph (a lazy line).

#include "blocks.h"

#include <algorithm>
#include <array>
#include <optional>

#include "../text/ascii.h"
#include "../text/byte_sets.h"
#include "../text/limits.h"
#include "labels.h"
#include "scanners.h"
#include "tables.h"

namespace absolve::markdown {
namespace {

constexpr std::size_t tab_stop = 4;
constexpr std::size_t code_indent = 4;

enum class LeafKind : std::uint8_t { no, paragraph, fenced_code, indented_code, html, table };

enum class ContainerKind : std::uint8_t { quote, item, footnote };

struct Container {
  ContainerKind kind;
  std::size_t indent = 0;  // of an item: the column of its content, from that of its marker's line on
  bool has_child = false;  // of an item: something is in it, so that a blank line doesn't end it
};

/// How far a line was read. A tab may be read in part.
struct Place {
  std::size_t offset;
  std::size_t column = 0;
  bool is_in_tab = false;
};

/// Whether a line that begins with this byte may begin a block, or end a paragraph. Most lines do neither.
constexpr std::array<bool, 256> begins_block = [] {
  std::array<bool, 256> table{};
  for (const char c : std::string_view(">#`~<=-*_+[|:0123456789")) table[static_cast<unsigned char>(c)] = true;
  return table;
}();

/// A marker of a list item: its size in bytes.
struct Marker {
  std::size_t size;
};

class BlockReader {
 public:
  explicit BlockReader(std::string_view text) : text_(text) {}

  Blocks read(std::size_t at);

 private:
  // A line, from its first step to its last.
  void read_line();
  [[nodiscard]] std::size_t continued_containers();
  [[nodiscard]] bool continues(const Container& container);
  [[nodiscard]] bool takes_whole_line();
  [[nodiscard]] bool begin_blocks();
  enum class Begun : std::uint8_t { nothing, container, leaf };
  [[nodiscard]] Begun begin_block();
  void add_text();

  // What may begin a block.
  [[nodiscard]] bool begin_quote();
  [[nodiscard]] bool begin_heading();
  [[nodiscard]] bool begin_fence();
  [[nodiscard]] bool begin_html();
  [[nodiscard]] std::optional<Begun> end_with_underline();
  [[nodiscard]] bool begin_break();
  [[nodiscard]] bool begin_footnote();
  [[nodiscard]] bool begin_item();
  [[nodiscard]] std::optional<Marker> marker() const noexcept;
  [[nodiscard]] bool begin_table();
  [[nodiscard]] Begun begin_row();

  // Where a line is read.
  void find_text() noexcept;
  void advance_to(std::size_t offset) noexcept;
  void advance_columns(std::size_t count) noexcept;
  [[nodiscard]] char at(std::size_t offset) const noexcept { return offset < line_end_ ? text_[offset] : '\n'; }
  [[nodiscard]] std::string_view rest(std::size_t offset) const noexcept {
    return text_.substr(offset, line_end_ - offset);
  }

  // Blocks.
  void open(ContainerKind kind, std::size_t indent = 0);
  void open(LeafKind kind);
  void close_containers();
  void close_leaf();
  void add_line(Range line);
  void add_html_line();
  [[nodiscard]] bool take_definitions();
  [[nodiscard]] std::size_t take_definition(std::string_view text, std::size_t at);
  void drop_beginning(std::size_t size);
  void add_leaf(bool in_cell);
  void add_cells(std::string_view row, std::size_t begin);
  void add_unescaped(Range range);

  std::string_view text_;
  Blocks result_;

  std::vector<Container> containers_;
  std::size_t continued_ = 0;  // how many of them the line continues
  LeafKind leaf_ = LeafKind::no;
  bool leaf_continues_ = false;  // all containers do, so that the line may continue the leaf, too
  std::size_t first_range_ = 0;  // of an open paragraph
  Range last_line_{};            // of an open paragraph, without its line end
  char fence_ = '`';
  std::size_t fence_size_ = 0;
  int html_kind_ = 0;
  std::size_t columns_ = 0;   // of an open table
  std::uint32_t blocks_ = 0;  // how many there were
  JoinedText joined_;

  std::size_t line_begin_ = 0;
  std::size_t line_end_ = 0;   // before its line end
  std::size_t line_next_ = 0;  // after it
  Place place_{};
  std::size_t first_ = 0;  // the first byte from there on that is no blank
  std::size_t indent_ = 0;
  bool is_blank_ = false;
  std::size_t no_break_before_ = 0;  // up to there the line is no thematic break
};

Blocks BlockReader::read(std::size_t at) {
  line_next_ = at;
  while (line_next_ < text_.size() && !result_.is_too_deep) {
    line_begin_ = line_next_;
    line_end_ = find_in_set<Bytes<'\n', '\r'>>(text_, line_begin_);
    const bool is_crlf = text_.substr(line_end_).starts_with("\r\n");
    line_next_ = std::min(line_end_ + (is_crlf ? 2 : 1), text_.size());
    read_line();
  }
  close_leaf();
  return std::move(result_);
}

void BlockReader::read_line() {
  place_ = {line_begin_};
  no_break_before_ = 0;
  continued_ = continued_containers();
  leaf_continues_ = continued_ == containers_.size() && leaf_ != LeafKind::no;
  find_text();
  if (takes_whole_line()) return;
  if (begin_blocks()) add_text();
}

std::size_t BlockReader::continued_containers() {
  std::size_t count = 0;
  while (count < containers_.size() && continues(containers_[count])) ++count;
  return count;
}

bool BlockReader::continues(const Container& container) {
  find_text();
  switch (container.kind) {
    case ContainerKind::quote:
      if (indent_ >= code_indent || at(first_) != '>') return false;
      advance_to(first_ + 1);
      if (is_blank(at(place_.offset))) advance_columns(1);
      return true;
    case ContainerKind::item:
      if (indent_ >= container.indent) advance_columns(container.indent);
      else if (is_blank_ && container.has_child) advance_to(first_);
      else return false;
      return true;
    case ContainerKind::footnote:
      if (indent_ >= code_indent) advance_columns(code_indent);
      else if (line_begin_ != line_end_) return false;
      return true;
  }
  return false;
}

/// Handles a line of an open leaf that no other block can interrupt, and ends leaves that the line doesn't continue.
bool BlockReader::takes_whole_line() {
  if (!leaf_continues_) return false;
  switch (leaf_) {
    case LeafKind::fenced_code:
      if (indent_ < code_indent && at(first_) == fence_) {
        std::size_t end = first_;
        while (at(end) == fence_) ++end;
        if (end - first_ >= fence_size_ && after_blanks(rest(end), 0) == line_end_ - end) leaf_ = LeafKind::no;
      }
      return true;
    case LeafKind::indented_code:
      if (indent_ >= code_indent || is_blank_) return true;
      break;
    case LeafKind::html:
      if (html_kind_ <= 5 || !is_blank_) {
        add_html_line();
        return true;
      }
      break;
    case LeafKind::paragraph:
      if (!is_blank_) return false;
      break;
    case LeafKind::table:
      if (!is_blank_ && !cells_of(rest(first_)).empty()) return false;
      break;
    case LeafKind::no: return false;
  }
  close_leaf();
  leaf_continues_ = false;
  return false;
}

/// Opens the blocks that begin in a line. False: nothing of it is left.
bool BlockReader::begin_blocks() {
  for (;;) {
    switch (begin_block()) {
      case Begun::nothing: return true;
      case Begun::leaf: return false;
      case Begun::container: break;
    }
    if (result_.is_too_deep) return false;
    find_text();
  }
}

BlockReader::Begun BlockReader::begin_block() {
  const bool is_in_paragraph = leaf_ == LeafKind::paragraph && leaf_continues_;
  if (is_blank_) return Begun::nothing;
  if (indent_ >= code_indent) {
    if (leaf_ == LeafKind::paragraph) return Begun::nothing;
    open(LeafKind::indented_code);
    return Begun::leaf;
  }
  if (!begins_block[static_cast<unsigned char>(text_[first_])]) return begin_row();
  if (begin_quote()) return Begun::container;
  if (begin_heading() || begin_fence() || begin_html()) return Begun::leaf;
  if (is_in_paragraph) {
    if (const auto ended = end_with_underline()) return *ended;
  }
  if (begin_break()) return Begun::leaf;
  if (begin_footnote() || begin_item()) return Begun::container;
  if (is_in_paragraph && begin_table()) return Begun::leaf;
  return begin_row();
}

/// What no block begins in is a row of the table that the line continues, if there is one.
BlockReader::Begun BlockReader::begin_row() {
  if (leaf_ != LeafKind::table || !leaf_continues_) return Begun::nothing;
  add_cells(rest(first_), first_);
  return Begun::leaf;
}

void BlockReader::add_text() {
  const bool is_lazy = leaf_ == LeafKind::paragraph && !leaf_continues_ && !is_blank_;
  if (!is_lazy && continued_ < containers_.size()) close_containers();
  if (is_blank_) return;
  if (leaf_ != LeafKind::paragraph) open(LeafKind::paragraph);
  add_line({first_, line_next_});
}

bool BlockReader::begin_quote() {
  if (at(first_) != '>') return false;
  const std::size_t begin = first_;
  open(ContainerKind::quote);
  advance_to(begin + 1);
  if (is_blank(at(place_.offset))) advance_columns(1);
  return true;
}

bool BlockReader::begin_heading() {
  std::size_t end = first_;
  while (at(end) == '#') ++end;
  const std::size_t level = end - first_;
  if (level < 1 || level > 6 || !(is_blank(at(end)) || end >= line_end_)) return false;
  open(LeafKind::paragraph);
  const std::size_t begin = line_begin_ + (end - line_begin_) + after_blanks(rest(std::min(end, line_end_)), 0);
  if (begin < line_end_) add_line({begin, line_next_});
  add_leaf(false);
  leaf_ = LeafKind::no;
  return true;
}

bool BlockReader::begin_fence() {
  const char c = at(first_);
  if (c != '`' && c != '~') return false;
  std::size_t end = first_;
  while (at(end) == c) ++end;
  if (end - first_ < 3 || (c == '`' && rest(end).find('`') != none)) return false;
  fence_ = c;
  fence_size_ = end - first_;
  open(LeafKind::fenced_code);
  return true;
}

bool BlockReader::begin_html() {
  if (at(first_) != '<') return false;
  const int kind = html_block_begin(rest(first_), leaf_ == LeafKind::paragraph && leaf_continues_);
  if (kind == 0) return false;
  open(LeafKind::html);
  html_kind_ = kind;
  add_html_line();
  return true;
}

/// Makes a heading of a paragraph, if the line is an underline (section 4.3). Definitions at its beginning are no part
/// of the heading; if it holds nothing else, the line is text.
std::optional<BlockReader::Begun> BlockReader::end_with_underline() {
  const char c = at(first_);
  if (c != '=' && c != '-') return std::nullopt;
  std::size_t end = first_;
  while (at(end) == c) ++end;
  if (after_blanks(rest(std::min(end, line_end_)), 0) != line_end_ - std::min(end, line_end_)) return std::nullopt;
  if (!take_definitions()) return Begun::nothing;
  add_leaf(false);
  leaf_ = LeafKind::no;
  return Begun::leaf;
}

bool BlockReader::begin_break() {
  const char c = at(first_);
  if ((c != '*' && c != '-' && c != '_') || first_ < no_break_before_) return false;
  std::size_t count = 0;
  std::size_t end = first_;
  for (; end < line_end_ && (text_[end] == c || is_blank(text_[end])); ++end) count += text_[end] == c ? 1 : 0;
  if (end < line_end_) no_break_before_ = end;
  if (end < line_end_ || count < 3) return false;
  open(LeafKind::no);
  return true;
}

bool BlockReader::begin_footnote() {
  if (!rest(first_).starts_with("[^")) return false;
  std::size_t end = first_ + 2;
  while (end < line_end_ && text_[end] != ']' && !is_space(text_[end])) ++end;
  if (end == first_ + 2 || !rest(end).starts_with("]:")) return false;
  const std::size_t content = end + 2 + after_blanks(rest(end + 2), 0);
  open(ContainerKind::footnote);
  advance_to(content);
  return true;
}

/// The marker of a list item at the first byte of the line's text (section 5.2). In a paragraph it must be followed by
/// text, and begin with 1.
std::optional<Marker> BlockReader::marker() const noexcept {
  constexpr std::size_t most_digits = 9;
  const bool in_paragraph = leaf_ == LeafKind::paragraph && leaf_continues_;
  const char c = at(first_);
  std::size_t end = first_;
  if (is_digit(c)) {
    while (is_digit(at(end)) && end - first_ < most_digits) ++end;
    const std::string_view number = rest(first_).substr(0, end - first_);
    const std::size_t value = number.find_first_not_of('0');
    if (in_paragraph && (value == none || number.substr(value) != "1")) return std::nullopt;
    if (at(end) != '.' && at(end) != ')') return std::nullopt;
  } else if (c != '*' && c != '-' && c != '+') {
    return std::nullopt;
  }
  ++end;
  if (end < line_end_ && !is_space(text_[end])) return std::nullopt;
  if (in_paragraph && after_blanks(rest(std::min(end, line_end_)), 0) >= line_end_ - end) return std::nullopt;
  return Marker{end - first_};
}

bool BlockReader::begin_item() {
  const auto found = marker();
  if (!found) return false;
  constexpr std::size_t most_blanks = 4;
  const std::size_t own_indent = indent_;
  const std::size_t begin = first_;
  open(ContainerKind::item);
  advance_to(begin + found->size);
  const Place after_marker = place_;
  while (place_.column - after_marker.column <= most_blanks && is_blank(at(place_.offset))) advance_columns(1);
  std::size_t padding = place_.column - after_marker.column;
  if (padding < 1 || padding > most_blanks || place_.offset >= line_end_) {
    place_ = after_marker;
    if (padding > 0) advance_columns(1);
    padding = 1;
  }
  containers_.back().indent = own_indent + found->size + padding;
  return true;
}

/// Makes a table of the last line of a paragraph, if the line delimits its columns. What is before it stays a
/// paragraph, in which a `|` is written as in a cell, and which holds no definitions.
bool BlockReader::begin_table() {
  const std::size_t columns = delimited_columns(rest(first_));
  const std::string_view header = text_.substr(last_line_.begin, last_line_.end - last_line_.begin);
  if (columns == 0 || cells_of(header).size() != columns) return false;
  std::vector<Range> before(result_.ranges.begin() + static_cast<std::ptrdiff_t>(first_range_), result_.ranges.end());
  result_.ranges.resize(first_range_);
  before.back().end = last_line_.begin;
  if (before.back().end <= before.back().begin) before.pop_back();
  for (const Range& one : before) add_unescaped(one);
  if (!before.empty()) add_leaf(true);
  leaf_ = LeafKind::table;
  columns_ = columns;
  add_cells(header, last_line_.begin);
  return true;
}

void BlockReader::find_text() noexcept {
  std::size_t column = place_.column;
  first_ = place_.offset;
  for (; first_ < line_end_ && is_blank(text_[first_]); ++first_) {
    column += text_[first_] == '\t' ? tab_stop - column % tab_stop : 1;
  }
  indent_ = column - place_.column;
  is_blank_ = first_ == line_end_;
}

void BlockReader::advance_to(std::size_t offset) noexcept {
  for (; place_.offset < offset; ++place_.offset) {
    place_.column += at(place_.offset) == '\t' ? tab_stop - place_.column % tab_stop : 1;
  }
  place_.is_in_tab = false;
}

void BlockReader::advance_columns(std::size_t count) noexcept {
  while (count > 0 && place_.offset < line_end_) {
    const bool is_tab = text_[place_.offset] == '\t';
    const std::size_t width = is_tab ? tab_stop - place_.column % tab_stop : 1;
    const std::size_t taken = std::min(width, count);
    place_.is_in_tab = is_tab && taken < width;
    place_.column += taken;
    if (!place_.is_in_tab) ++place_.offset;
    count -= taken;
  }
}

void BlockReader::open(ContainerKind kind, std::size_t indent) {
  close_containers();
  if (!containers_.empty()) containers_.back().has_child = true;
  if (containers_.size() == limits::markdown_levels) result_.is_too_deep = true;
  else containers_.push_back({kind, indent});
  continued_ = containers_.size();
}

void BlockReader::open(LeafKind kind) {
  close_containers();
  if (!containers_.empty()) containers_.back().has_child = true;
  ++blocks_;
  leaf_ = kind;
  first_range_ = result_.ranges.size();
}

/// Closes the leaf, and the containers that the line doesn't continue.
void BlockReader::close_containers() {
  close_leaf();
  leaf_continues_ = false;
  containers_.resize(continued_);
}

void BlockReader::close_leaf() {
  if (leaf_ == LeafKind::paragraph && take_definitions()) add_leaf(false);
  leaf_ = LeafKind::no;
}

/// Adds a line to the open paragraph, without blanks at its beginning, but with its line end.
void BlockReader::add_line(Range line) {
  last_line_ = {line.begin, line_end_};
  std::vector<Range>& ranges = result_.ranges;
  if (ranges.size() > first_range_ && ranges.back().end == line.begin) ranges.back().end = line.end;
  else ranges.push_back(line);
}

void BlockReader::add_html_line() {
  const std::size_t begin = place_.offset + (place_.is_in_tab ? 1 : 0);
  std::vector<HtmlPiece>& html = result_.html;
  const bool goes_on = !html.empty() && html.back().block == blocks_ && html.back().end == begin;
  if (goes_on) html.back().end = line_next_;
  else html.push_back({begin, line_next_, blocks_, true, false});
  if (ends_html_block(rest(first_), html_kind_)) leaf_ = LeafKind::no;
}

/// Takes the definitions at the beginning of the open paragraph. Returns whether anything else is in it.
bool BlockReader::take_definitions() {
  if (result_.ranges.size() == first_range_) return false;
  if (text_[result_.ranges[first_range_].begin] != '[') return true;
  joined_.assign(text_, std::span(result_.ranges).subspan(first_range_));
  std::size_t taken = 0;
  for (std::size_t end = 0; end != none; end = take_definition(joined_.text(), taken)) taken = end;
  drop_beginning(taken);
  return result_.ranges.size() > first_range_;
}

/// Takes the definition at `at` (section 4.7). Returns its end; `none`: there is no definition.
std::size_t BlockReader::take_definition(std::string_view text, std::size_t at) {
  if (at == text.size() || text[at] != '[') return none;
  const std::size_t label_end = after_label(text, at);
  if (label_end == none || byte_at(text, label_end) != ':') return none;
  const auto after_line_end = [&](std::size_t from) {
    const std::size_t end = after_blanks(text, from);
    if (end == text.size()) return end;
    if (text[end] == '\r' && byte_at(text, end + 1) == '\n' && end + 1 < text.size()) return end + 2;
    return text[end] == '\n' || text[end] == '\r' ? end + 1 : none;
  };
  const auto after_one_line_end = [&](std::size_t from) {
    const std::size_t end = after_line_end(from);
    return after_blanks(text, end == none ? from : end);
  };
  const Destination destination = destination_at(text, after_one_line_end(label_end + 1));
  if (destination.after == none) return none;
  const std::size_t title = after_one_line_end(destination.after);
  const std::size_t title_end = title == destination.after ? none : after_title(text, title);
  std::size_t end = title_end == none ? none : after_line_end(title_end);
  if (end == none) end = after_line_end(destination.after);
  if (end == none) return none;
  std::string label = folded_label(text.substr(at + 1, label_end - at - 2));
  if (label.empty()) return none;
  const std::size_t begin = destination.begin == text.size() ? text_.size() : joined_.source_offset(destination.begin);
  result_.definition_of.try_emplace(std::move(label), static_cast<std::uint32_t>(result_.definitions.size()));
  result_.definitions.push_back({begin, begin + (destination.end - destination.begin), destination.in_brackets});
  return end;
}

/// Removes the first bytes of the open paragraph.
void BlockReader::drop_beginning(std::size_t size) {
  std::vector<Range>& ranges = result_.ranges;
  std::size_t gone = first_range_;
  while (gone < ranges.size() && size >= ranges[gone].end - ranges[gone].begin) {
    size -= ranges[gone].end - ranges[gone].begin;
    ++gone;
  }
  ranges.erase(ranges.begin() + static_cast<std::ptrdiff_t>(first_range_),
               ranges.begin() + static_cast<std::ptrdiff_t>(gone));
  if (size > 0) ranges[first_range_].begin += size;
}

/// Adds the open paragraph to the leaves.
void BlockReader::add_leaf(bool in_cell) {
  const std::size_t end = result_.ranges.size();
  if (end > first_range_) {
    result_.leaves.push_back(
        {static_cast<std::uint32_t>(first_range_), static_cast<std::uint32_t>(end), blocks_, in_cell});
  }
  first_range_ = end;
}

/// Adds the cells of a row; those that its table has no column for are not shown.
void BlockReader::add_cells(std::string_view row, std::size_t begin) {
  std::size_t number = 0;
  for (const Cell& cell : cells_of(row)) {
    if (++number > columns_) break;
    ++blocks_;
    add_unescaped({begin + cell.begin, begin + cell.end});
    add_leaf(true);
  }
}

/// Adds a range without the backslashes before `|`.
void BlockReader::add_unescaped(Range range) {
  const std::string_view all = text_.substr(0, range.end);
  for (std::size_t at = all.find("\\|", range.begin); at != none; at = all.find("\\|", at + 2)) {
    if (at > range.begin) result_.ranges.push_back({range.begin, at});
    range.begin = at + 1;
  }
  if (range.end > range.begin) result_.ranges.push_back(range);
}

}  // namespace

Blocks read_blocks(std::string_view text, std::size_t at) { return BlockReader(text).read(at); }

}  // namespace absolve::markdown
