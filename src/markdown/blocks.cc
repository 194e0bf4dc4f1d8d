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

#include <array>
#include <optional>

#include "../text/ascii.h"
#include "../text/limits.h"
#include "definitions.h"
#include "labels.h"
#include "line.h"
#include "scanners.h"
#include "tables.h"

namespace absolve::markdown {
namespace {

constexpr std::size_t code_indent = 4;

enum class LeafKind : std::uint8_t { no, paragraph, fenced_code, indented_code, html, table };

enum class ContainerKind : std::uint8_t { quote, item, footnote };

struct Container {
  ContainerKind kind;
  std::size_t indent = 0;  // of an item: the column of its content, from that of its marker's line on
  bool has_child = false;  // of an item: something is in it, so that a blank line doesn't end it
};

/// Whether a line that begins with this byte may begin a block, or end a paragraph. Most lines do neither.
constexpr std::array<bool, 256> begins_block = [] {
  std::array<bool, 256> table{};
  for (const char c : std::string_view(">#`~<=-*_+[|:0123456789")) table[static_cast<unsigned char>(c)] = true;
  return table;
}();

class BlockReader {
 public:
  explicit BlockReader(std::string_view text) : text_(text), line_(text) {}

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
  [[nodiscard]] bool begin_table();
  [[nodiscard]] Begun begin_row();

  [[nodiscard]] bool is_in_paragraph() const noexcept { return leaf_ == LeafKind::paragraph && leaf_continues_; }
  /// The line from its first byte on that is no blank, and this byte.
  [[nodiscard]] std::string_view text() const noexcept { return line_.rest(line_.first()); }
  [[nodiscard]] char sign() const noexcept { return line_.at(line_.first()); }

  // Blocks.
  void open(ContainerKind kind, std::size_t indent = 0);
  void open(LeafKind kind);
  void close_containers();
  void close_leaf();
  void add_line(Range line);
  void add_html_line();
  [[nodiscard]] bool read_definitions();
  [[nodiscard]] std::size_t read_definition(std::string_view text, std::size_t at);
  void drop_beginning(std::size_t size);
  void add_leaf(bool in_cell);
  void add_cells(std::string_view row, std::size_t begin);
  void add_unescaped(Range range);

  std::string_view text_;
  Line line_;
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

  std::size_t no_break_before_ = 0;  // up to there the line is no thematic break
};

Blocks BlockReader::read(std::size_t at) {
  for (; at < text_.size() && !result_.is_too_deep; at = line_.next()) {
    line_.start(at);
    read_line();
  }
  close_leaf();
  return std::move(result_);
}

void BlockReader::read_line() {
  no_break_before_ = 0;
  continued_ = continued_containers();
  leaf_continues_ = continued_ == containers_.size() && leaf_ != LeafKind::no;
  line_.find_text();
  if (takes_whole_line()) return;
  if (begin_blocks()) add_text();
}

std::size_t BlockReader::continued_containers() {
  std::size_t count = 0;
  while (count < containers_.size() && continues(containers_[count])) ++count;
  return count;
}

bool BlockReader::continues(const Container& container) {
  line_.find_text();
  switch (container.kind) {
    case ContainerKind::quote:
      if (line_.indent() >= code_indent || sign() != '>') return false;
      line_.advance_to(line_.first() + 1);
      line_.skip_blank();
      return true;
    case ContainerKind::item:
      if (line_.indent() >= container.indent) line_.advance_columns(container.indent);
      else if (line_.is_empty() && container.has_child) line_.advance_to(line_.first());
      else return false;
      return true;
    case ContainerKind::footnote:
      if (line_.indent() >= code_indent) line_.advance_columns(code_indent);
      else if (line_.begin() != line_.end()) return false;
      return true;
  }
  return false;
}

/// Handles a line of an open leaf that no other block can interrupt, and ends leaves that the line doesn't continue.
bool BlockReader::takes_whole_line() {
  if (!leaf_continues_) return false;
  switch (leaf_) {
    case LeafKind::fenced_code:
      if (line_.indent() < code_indent && sign() == fence_) {
        const std::size_t end = line_.after_run(line_.first(), fence_);
        if (end - line_.first() >= fence_size_ && line_.is_blank_from(end)) leaf_ = LeafKind::no;
      }
      return true;
    case LeafKind::indented_code:
      if (line_.indent() >= code_indent || line_.is_empty()) return true;
      break;
    case LeafKind::html:
      if (html_kind_ <= 5 || !line_.is_empty()) {
        add_html_line();
        return true;
      }
      break;
    case LeafKind::paragraph:
      if (!line_.is_empty()) return false;
      break;
    case LeafKind::table:
      if (!line_.is_empty() && !cells_of(text()).empty()) return false;
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
    line_.find_text();
  }
}

BlockReader::Begun BlockReader::begin_block() {
  if (line_.is_empty()) return Begun::nothing;
  if (line_.indent() >= code_indent) {
    if (leaf_ == LeafKind::paragraph) return Begun::nothing;
    open(LeafKind::indented_code);
    return Begun::leaf;
  }
  if (!begins_block[static_cast<unsigned char>(text_[line_.first()])]) return begin_row();
  if (begin_quote()) return Begun::container;
  if (begin_heading() || begin_fence() || begin_html()) return Begun::leaf;
  if (is_in_paragraph()) {
    if (const auto ended = end_with_underline()) return *ended;
  }
  if (begin_break()) return Begun::leaf;
  if (begin_footnote() || begin_item()) return Begun::container;
  if (is_in_paragraph() && begin_table()) return Begun::leaf;
  return begin_row();
}

/// What no block begins in is a row of the table that the line continues, if there is one.
BlockReader::Begun BlockReader::begin_row() {
  if (leaf_ != LeafKind::table || !leaf_continues_) return Begun::nothing;
  add_cells(text(), line_.first());
  return Begun::leaf;
}

void BlockReader::add_text() {
  const bool is_lazy = leaf_ == LeafKind::paragraph && !leaf_continues_ && !line_.is_empty();
  if (!is_lazy && continued_ < containers_.size()) close_containers();
  if (line_.is_empty()) return;
  if (leaf_ != LeafKind::paragraph) open(LeafKind::paragraph);
  add_line({line_.first(), line_.next()});
}

bool BlockReader::begin_quote() {
  if (sign() != '>') return false;
  const std::size_t begin = line_.first();
  open(ContainerKind::quote);
  line_.advance_to(begin + 1);
  line_.skip_blank();
  return true;
}

bool BlockReader::begin_heading() {
  const std::size_t end = line_.after_run(line_.first(), '#');
  const std::size_t level = end - line_.first();
  if (level < 1 || level > 6 || !(is_blank(line_.at(end)) || end >= line_.end())) return false;
  open(LeafKind::paragraph);
  const std::size_t begin = end + after_blanks(line_.rest(end), 0);
  if (begin < line_.end()) add_line({begin, line_.next()});
  add_leaf(false);
  leaf_ = LeafKind::no;
  return true;
}

bool BlockReader::begin_fence() {
  const char c = sign();
  if (c != '`' && c != '~') return false;
  const std::size_t end = line_.after_run(line_.first(), c);
  if (end - line_.first() < 3 || (c == '`' && line_.rest(end).find('`') != none)) return false;
  fence_ = c;
  fence_size_ = end - line_.first();
  open(LeafKind::fenced_code);
  return true;
}

bool BlockReader::begin_html() {
  if (sign() != '<') return false;
  const int kind = html_block_begin(text(), is_in_paragraph());
  if (kind == 0) return false;
  open(LeafKind::html);
  html_kind_ = kind;
  add_html_line();
  return true;
}

/// Makes a heading of a paragraph, if the line is an underline (section 4.3). Definitions at its beginning are no part
/// of the heading; if it holds nothing else, the line is text.
std::optional<BlockReader::Begun> BlockReader::end_with_underline() {
  const char c = sign();
  if (c != '=' && c != '-') return std::nullopt;
  const std::size_t end = line_.after_run(line_.first(), c);
  if (!line_.is_blank_from(end)) return std::nullopt;
  if (!read_definitions()) return Begun::nothing;
  add_leaf(false);
  leaf_ = LeafKind::no;
  return Begun::leaf;
}

bool BlockReader::begin_break() {
  const char c = sign();
  if ((c != '*' && c != '-' && c != '_') || line_.first() < no_break_before_) return false;
  std::size_t count = 0;
  std::size_t end = line_.first();
  for (; end < line_.end() && (text_[end] == c || is_blank(text_[end])); ++end) count += text_[end] == c ? 1 : 0;
  if (end < line_.end()) no_break_before_ = end;
  if (end < line_.end() || count < 3) return false;
  open(LeafKind::no);
  return true;
}

bool BlockReader::begin_footnote() {
  const std::size_t label_end = after_footnote_label(text());
  if (label_end == none) return false;
  const std::size_t content = line_.first() + after_blanks(text(), label_end);
  open(ContainerKind::footnote);
  line_.advance_to(content);
  return true;
}

bool BlockReader::begin_item() {
  const std::size_t marker_size = after_item_marker(text(), is_in_paragraph());
  if (marker_size == none) return false;
  constexpr std::size_t most_blanks = 4;
  const std::size_t own_indent = line_.indent();
  const std::size_t begin = line_.first();
  open(ContainerKind::item);
  line_.advance_to(begin + marker_size);
  const Line after_marker = line_;
  while (line_.column() - after_marker.column() <= most_blanks && is_blank(line_.at(line_.place())))
    line_.advance_columns(1);
  std::size_t padding = line_.column() - after_marker.column();
  if (padding < 1 || padding > most_blanks || line_.place() >= line_.end()) {
    line_ = after_marker;
    if (padding > 0) line_.advance_columns(1);
    padding = 1;
  }
  containers_.back().indent = own_indent + marker_size + padding;
  return true;
}

/// Makes a table of the last line of a paragraph, if the line delimits its columns. What is before it stays a
/// paragraph, in which a `|` is written as in a cell, and which holds no definitions.
bool BlockReader::begin_table() {
  const std::size_t columns = delimited_columns(text());
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
  if (leaf_ == LeafKind::paragraph && read_definitions()) add_leaf(false);
  leaf_ = LeafKind::no;
}

/// Adds a line to the open paragraph, without blanks at its beginning, but with its line end.
void BlockReader::add_line(Range line) {
  last_line_ = {line.begin, line_.end()};
  std::vector<Range>& ranges = result_.ranges;
  if (ranges.size() > first_range_ && ranges.back().end == line.begin) ranges.back().end = line.end;
  else ranges.push_back(line);
}

void BlockReader::add_html_line() {
  const std::size_t begin = line_.place() + (line_.is_in_tab() ? 1 : 0);
  std::vector<HtmlPiece>& html = result_.html;
  const bool goes_on = !html.empty() && html.back().block == blocks_ && html.back().end == begin;
  if (goes_on) html.back().end = line_.next();
  else html.push_back({begin, line_.next(), blocks_, true, false});
  if (ends_html_block(text(), html_kind_)) leaf_ = LeafKind::no;
}

/// Takes the definitions at the beginning of the open paragraph. Returns whether anything else is in it.
bool BlockReader::read_definitions() {
  if (result_.ranges.size() == first_range_) return false;
  if (text_[result_.ranges[first_range_].begin] != '[') return true;
  joined_.assign(text_, std::span(result_.ranges).subspan(first_range_));
  std::size_t taken = 0;
  for (std::size_t end = 0; end != none; end = read_definition(joined_.text(), taken)) taken = end;
  drop_beginning(taken);
  return result_.ranges.size() > first_range_;
}

/// Takes the definition at `at`. Returns its end; `none` if there is no definition.
std::size_t BlockReader::read_definition(std::string_view text, std::size_t at) {
  const auto found = definition_at(text, at);
  if (!found) return none;
  const std::size_t begin = joined_.source_offset(found->destination.begin);
  const std::size_t size = found->destination.end - found->destination.begin;
  result_.definition_of.try_emplace(folded_label(text.substr(found->label, found->label_end - found->label)),
                                    static_cast<std::uint32_t>(result_.definitions.size()));
  result_.definitions.push_back({begin, begin + size, found->destination.in_brackets});
  return found->end;
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
