// The inlines of one leaf after the other. Only what decides where references are is read: escapes, code, raw HTML and
// autolinks, which bind more closely than links, and brackets:
//
//     `code](x)` <b title="](x)"> [outer [inner](a) text](b) ![image [link](c)](d)
//                                            ^                            ^    ^
//
// An opening bracket is put on a stack; at a closing one, what follows shows whether there is a link (the procedure
// "look for link or image" of the specification's appendix). Links are not nested: brackets before a link are inactive
// then. Emphasis changes nothing. Most leaves hold no link and no HTML, which one look at their bytes shows.

#include "inlines.h"

#include <array>

#include "../text/ascii.h"
#include "../text/byte_sets.h"
#include "autolinks.h"
#include "labels.h"
#include "scanners.h"
#include "tables.h"

namespace absolve::markdown {
namespace {

/// What may begin or end something that is read.
using Signs = Bytes<'\\', '`', '<', '[', ']', ':'>;
using SignsAndW = AnyOf<Signs, Bytes<'w'>>;

/// An opening bracket.
struct Bracket {
  std::size_t text;  // after it
  bool is_image;
  bool is_active = true;
  bool has_bracket_after = false;  // another one is in its text
};

/// Longer runs of backticks are text.
constexpr std::size_t longest_run = 80;

class LeafReader {
 public:
  LeafReader(std::string_view source, Blocks& blocks) : source_(source), blocks_(blocks) {}

  void read(const Leaf& leaf);
  Inlines finish() { return std::move(result_); }

 private:
  [[nodiscard]] bool may_hold_references() const noexcept;
  [[nodiscard]] std::size_t read_sign(std::size_t at);
  [[nodiscard]] std::size_t after_code(std::size_t at);
  [[nodiscard]] std::size_t after_angle(std::size_t at);
  [[nodiscard]] std::size_t raw_html_at(std::size_t at);
  void open_bracket(std::size_t at);
  [[nodiscard]] std::size_t close_bracket(std::size_t at);
  [[nodiscard]] std::size_t read_inline_link(std::size_t at, bool is_image);
  [[nodiscard]] std::size_t read_reference_link(std::size_t at, const Bracket& bracket);
  void deactivate_brackets();
  void add_link(const Destination& destination, bool is_image);
  void add_html(std::size_t begin, std::size_t end);

  std::string_view source_;
  Blocks& blocks_;
  Inlines result_;

  const Leaf* leaf_ = nullptr;
  JoinedText joined_;
  std::string_view text_;
  std::size_t taken_ = 0;  // what is before it belongs to something else, so that a `!` in it begins no image
  std::vector<Bracket> brackets_;
  std::size_t active_ = 0;                               // how many of them may begin a link
  std::array<std::size_t, longest_run + 1> last_run_{};  // where the last run of so many backticks begins
  bool knows_runs_ = false;
  std::size_t no_processing_end_ = none;  // from there on none ends; the same for CDATA sections and declarations
  std::size_t no_cdata_end_ = none;
  std::size_t no_declaration_end_ = none;
  std::size_t html_work_ = 0;  // bytes that were looked at in what is no HTML
};

void LeafReader::read(const Leaf& leaf) {
  leaf_ = &leaf;
  joined_.assign(source_, std::span(blocks_.ranges).subspan(leaf.first_range, leaf.end_range - leaf.first_range));
  text_ = joined_.text();
  if (!may_hold_references()) return;
  taken_ = 0;
  brackets_.clear();
  active_ = 0;
  knows_runs_ = false;
  no_processing_end_ = no_cdata_end_ = no_declaration_end_ = none;
  html_work_ = 0;
  const bool reads_w = text_.find("www.") != none;
  const auto next = [&](std::size_t at) {
    return reads_w ? find_in_set<SignsAndW>(text_, at) : find_in_set<Signs>(text_, at);
  };
  for (std::size_t at = next(0); at < text_.size(); at = next(at)) {
    const std::size_t end = read_sign(at);
    const bool is_taken = end > at + 1;
    at = is_taken ? end : at + 1;
    if (is_taken) taken_ = end;
  }
}

/// Whether there is a `<`, or a `](` or `][`, which a link needs unless its text is its label. A link of any kind may
/// serve a definition.
bool LeafReader::may_hold_references() const noexcept {
  const bool has_definitions = !blocks_.definitions.empty();
  for (std::size_t at = find_in_set<Bytes<'<', ']'>>(text_, 0); at < text_.size();
       at = find_in_set<Bytes<'<', ']'>>(text_, at + 1)) {
    if (has_definitions || text_[at] == '<' || byte_at(text_, at + 1) == '(') return true;
  }
  return false;
}

/// Reads what begins at `at`, and returns its end; `at` or the offset after it: nothing does.
std::size_t LeafReader::read_sign(std::size_t at) {
  switch (text_[at]) {
    case '\\': return at + 1 < text_.size() && is_punctuation(text_[at + 1]) ? at + 2 : at;
    case '`': return after_code(at);
    case '<': return after_angle(at);
    case '[': open_bracket(at); return at;
    case ']': return close_bracket(at);
    default: return brackets_.empty() ? after_bare_autolink(text_, at) : at;
  }
}

/// The end of a code span, or of a run of backticks that begins none.
std::size_t LeafReader::after_code(std::size_t at) {
  const auto run_end = [&](std::size_t begin) {
    while (begin < text_.size() && text_[begin] == '`') ++begin;
    return begin;
  };
  const std::size_t end = run_end(at);
  const std::size_t size = end - at;
  if (size > longest_run || (knows_runs_ && last_run_[size] <= at)) return end;
  if (!knows_runs_) last_run_.fill(0);
  for (std::size_t next = text_.find('`', end); next != none; next = text_.find('`', next)) {
    const std::size_t next_end = run_end(next);
    if (next_end - next == size) return next_end;
    if (next_end - next <= longest_run) last_run_[next_end - next] = next;
    next = next_end;
  }
  knows_runs_ = true;
  return end;
}

std::size_t LeafReader::after_angle(std::size_t at) {
  const std::size_t autolink = after_autolink(text_, at);
  if (autolink != none) return autolink;
  const std::size_t html = raw_html_at(at);
  if (html == none) return at;
  add_html(at, html);
  return html;
}

/// Raw HTML from its `<` on; `none` if there is none. What has no end is not searched for an end again, and all
/// searching has a limit: so it is linear, whatever the text is.
std::size_t LeafReader::raw_html_at(std::size_t at) {
  constexpr std::size_t work_a_byte = 32;
  if (html_work_ > work_a_byte * text_.size()) {
    result_.passes_limit = true;
    return none;
  }
  const std::string_view rest = text_.substr(at + 1);
  const bool is_cdata = rest.starts_with("![CDATA[");
  std::size_t* const no_end = rest.starts_with('?')     ? &no_processing_end_
                              : is_cdata                ? &no_cdata_end_
                              : rest.starts_with("!--") ? nullptr
                              : rest.starts_with('!')   ? &no_declaration_end_
                                                        : nullptr;
  if (no_end != nullptr && *no_end <= at) return none;
  std::size_t looked_at = at;
  const std::size_t end = after_raw_html(text_, at, looked_at);
  if (end != none) return end;
  if (no_end != nullptr && looked_at == text_.size()) *no_end = at;
  html_work_ += looked_at - at;
  return none;
}

void LeafReader::open_bracket(std::size_t at) {
  if (!brackets_.empty()) brackets_.back().has_bracket_after = true;
  const bool is_image = at > taken_ && text_[at - 1] == '!' && byte_at(text_, at + 1) != '^';
  brackets_.push_back({at + 1, is_image});
  active_ += is_image ? 0 : 1;
}

/// Reads the `]` at `at`, and the link that it may belong to.
std::size_t LeafReader::close_bracket(std::size_t at) {
  if (brackets_.empty()) return at;
  const Bracket bracket = brackets_.back();
  brackets_.pop_back();
  if (!bracket.is_active) return at;
  active_ -= bracket.is_image ? 0 : 1;
  std::size_t end = read_inline_link(at, bracket.is_image);
  if (end == none) end = read_reference_link(at, bracket);
  if (end == none) return at;
  if (!bracket.is_image) deactivate_brackets();
  taken_ = end;
  return end;
}

/// The end of `](destination "title")`; `none` if it is no such link.
std::size_t LeafReader::read_inline_link(std::size_t at, bool is_image) {
  if (byte_at(text_, at + 1) != '(') return none;
  const Destination destination = destination_at(text_, after_white_space(text_, at + 2));
  if (destination.after == none) return none;
  std::size_t end = after_white_space(text_, destination.after);
  if (end > destination.after) {
    const std::size_t title = after_title(text_, end);
    if (title != none) end = after_white_space(text_, title);
  }
  if (end >= text_.size() || text_[end] != ')') return none;
  add_link(destination, is_image);
  return end + 1;
}

/// The end of `][label]`, of `][]`, or of `]` after a label; `none` if there is no such definition.
std::size_t LeafReader::read_reference_link(std::size_t at, const Bracket& bracket) {
  constexpr std::size_t longest_label = 1000;
  if (blocks_.definitions.empty()) return none;
  std::size_t end = at + 1;
  std::string_view label = text_.substr(bracket.text, at - bracket.text);
  const std::size_t label_end = byte_at(text_, end) == '[' ? after_label(text_, end) : none;
  const bool is_full = label_end != none && after_white_space(text_, end + 1) < label_end - 1;
  if (is_full) label = text_.substr(end + 1, label_end - end - 2);
  else if (bracket.has_bracket_after) return none;
  if (label_end != none) end = label_end;
  if (label.size() > longest_label) return none;
  const auto found = blocks_.definition_of.find(folded_label(label));
  if (found == blocks_.definition_of.end()) return none;
  Definition& definition = blocks_.definitions[found->second];
  (bracket.is_image ? definition.serves_images : definition.serves_links) = true;
  return end;
}

/// Links are not nested: no bracket before a link begins one. What begins an image is passed only once in all, as there
/// is no active bracket before it afterwards.
void LeafReader::deactivate_brackets() {
  for (auto one = brackets_.rbegin(); active_ > 0; ++one) {
    if (one->is_image || !one->is_active) continue;
    one->is_active = false;
    --active_;
  }
}

void LeafReader::add_link(const Destination& destination, bool is_image) {
  std::size_t begin = joined_.source_offset(destination.begin);
  std::size_t end = begin;
  if (destination.end > destination.begin) end = joined_.source_offset(destination.end - 1) + 1;
  if (leaf_->in_cell && end > begin && source_[begin] == '|' && source_[begin - 1] == '\\') --begin;
  // In the paragraph before a table, a `|` may stand alone. With a backslash, its line could become a row.
  const std::string_view written = source_.substr(begin, end - begin);
  const bool in_cell = leaf_->in_cell && after_cell(written, 0) == written.size();
  result_.links.push_back({begin, end, destination.in_brackets, in_cell, is_image});
}

void LeafReader::add_html(std::size_t begin, std::size_t end) {
  joined_.for_each_range(begin, end, [&](Range range) {
    const bool is_escaped = leaf_->in_cell && source_[range.begin] == '|';
    result_.html.push_back({range.begin - (is_escaped ? 1 : 0), range.end, leaf_->block, false, leaf_->in_cell});
  });
}

}  // namespace

Inlines read_inlines(std::string_view text, Blocks& blocks) {
  LeafReader reader(text, blocks);
  for (const Leaf& leaf : blocks.leaves) reader.read(leaf);
  return reader.finish();
}

}  // namespace absolve::markdown
