// Pages, read by tokens. Most need no tree; for the others there is a second pass that follows tree construction:
//
//     FirstPass, up to a doubt --none--> its finding                                    nearly all pages
//          doubt
//          SecondPass ------- within its limits --> its finding                         a page more expensive to read
//          limit passed
//          FirstPass, reading on --> its finding, with a note that links may be missed
//
// A doubt arises if tokens depend on a part of the tree that the first pass doesn't follow: a frameset, improperly
// nested HTML in SVG, a CDATA section there; or if the order of base elements does. Both passes hand tags to the same
// markup::Finder. Each pass is linear, and there are at most three.

#include "scan_reader.h"

#include "../markup/finder.h"
#include "../text/utf8.h"
#include "foreign_content.h"
#include "tokenizer.h"
#include "tree_construction.h"

namespace absolve::html {
namespace {

constexpr std::string_view disqualified_as_dropped = "a base element in this place is dropped and doesn't count";

/// The traits that the first pass looks at in HTML.
constexpr std::uint64_t followed =
    raw_text | script | plaintext | template_ | frameset | base | table | column | foreign_root;

/// What the first pass does if it would need to know more of the tree than it follows.
enum class Doubt : unsigned char {
  stop,     // the second pass has to read the page
  read_on,  // assume the more likely case
};

/// Follows only foreign content and templates, and detects where that isn't enough.
class FirstPass : public Tokenizer<FirstPass> {
 public:
  FirstPass(std::string_view text, Doubt doubt, const Request& request) noexcept
      : Tokenizer(text), doubt_(doubt), finder_(text, request) {}

  /// False: there is a doubt, and the reading had to stop there.
  bool read() {
    data();
    return !in_doubt_ || doubt_ == Doubt::read_on;
  }
  Finding finish() { return finder_.finish(); }

 private:
  friend Tokenizer;

  std::size_t start_tag(std::size_t at) {
    const SeenTag tag = seen_tag(at);
    const Namespace space = foreign_.enter(tag);
    const std::size_t bases = finder_.base_count();
    const std::size_t end =
        finder_.start_tag(at, tag.name_end, space, templates_ > 0 ? markup::disqualified_in_template : "");
    if (end == markup::unclosed) return text_.size();
    const bool in_foreign_content = !foreign_.empty() || space != Namespace::html;
    if (in_foreign_content && !foreign_.open(tag, space, end)) doubt();
    if ((tag.traits & followed) == 0 || space != Namespace::html) return go_on(end);
    if ((tag.traits & base) != 0 && finder_.base_count() > bases && templates_ == 0) note_base();
    note_html(tag);
    return go_on(content(tag, end));
  }

  void note_html(const SeenTag& tag) {
    if ((tag.traits & template_) != 0) ++templates_;
    if ((tag.traits & table) != 0 && seen_table_ && !foreign_.empty()) doubt();
    if ((tag.traits & table) != 0) seen_table_ = true;
    if ((tag.traits & frameset) != 0) doubt();
    if ((tag.traits & column) != 0 && templates_ > 0) doubt();
  }

  /// Of several base elements the first in the tree is used, and a table may put a later one before an earlier one.
  void note_base() {
    if (seen_base_ && table_before_base_) doubt();
    if (!seen_base_) table_before_base_ = seen_table_;
    seen_base_ = true;
  }

  std::size_t end_tag(std::size_t at) {
    const std::size_t end = tag_end(markup::tag_name_end(text_, at + 2));
    if (end >= text_.size()) return text_.size();
    return foreign_.empty() && templates_ == 0 ? end : followed_end_tag(at, end);
  }

  std::size_t followed_end_tag(std::size_t at, std::size_t end) {
    const SeenTag tag = seen_tag(at + 1);
    bool of_html = !foreign_.is_current();
    if (!foreign_.empty() && !foreign_.close(tag)) {
      doubt();
      foreign_.close_all();
      of_html = true;
    }
    if (of_html && (tag.traits & template_) != 0 && templates_ > 0) --templates_;
    return go_on(end);
  }

  std::size_t no_text(std::size_t at, std::size_t end) {
    finder_.comment(at, end);
    return go_on(end);
  }
  std::size_t cdata_section(std::size_t, std::size_t end) const noexcept { return end; }
  bool takes_cdata(std::size_t) noexcept {
    if (!foreign_.empty() && !foreign_.is_current()) doubt();
    return foreign_.is_current();
  }

  void doubt() noexcept { in_doubt_ = true; }
  [[nodiscard]] std::size_t go_on(std::size_t at) const noexcept {
    return !in_doubt_ || doubt_ == Doubt::read_on ? at : text_.size();
  }

  Doubt doubt_;
  markup::Finder finder_;
  ForeignContent foreign_;
  std::size_t templates_ = 0;
  bool in_doubt_ = false;
  bool seen_table_ = false;
  bool seen_base_ = false;
  bool table_before_base_ = false;
};

/// Follows tree construction.
class SecondPass : public Tokenizer<SecondPass> {
 public:
  SecondPass(std::string_view text, const Request& request)
      : Tokenizer(text), finder_(text, request), tree_(text), text_begin_(text.starts_with(byte_order_mark) ? 3 : 0) {}

  void read() { data(); }

  Finding finish() {
    Finding failed;
    failed.failure = tree_.passed_limit();
    if (!failed.failure.empty()) return failed;

    if (const auto first = tree_.first_base()) finder_.base_comes_first(*first);
    else finder_.disqualify_bases(disqualified_as_dropped);
    return finder_.finish();
  }

 private:
  friend Tokenizer;

  std::size_t start_tag(std::size_t at) {
    const SeenTag tag = seen_tag(at);
    const std::size_t end = tag_end(tag.name_end);
    if (end == markup::unclosed) return text_.size();
    text_up_to(at, end);
    const Placement placement = tree_.start_tag(tag, end);
    const std::string_view disqualified = placement.in_template ? markup::disqualified_in_template
                                          : placement.in_tree   ? std::string_view()
                                                                : disqualified_as_dropped;
    const std::size_t bases = finder_.base_count();
    finder_.start_tag(at, tag.name_end, placement.space, disqualified, placement.in_tree);
    if (finder_.base_count() > bases && disqualified.empty()) tree_.note_base(tag, placement);
    const bool holds_text = placement.in_tree && placement.space == Namespace::html;
    text_begin_ = holds_text ? content(tag, end) : end;
    return go_on();
  }

  std::size_t end_tag(std::size_t at) {
    const SeenTag tag = seen_tag(at + 1);
    const std::size_t end = tag_end(tag.name_end);
    if (end == markup::unclosed) return text_.size();
    text_up_to(at, end);
    tree_.end_tag(tag);
    return go_on();
  }

  std::size_t no_text(std::size_t at, std::size_t end) {
    text_up_to(at, end);
    finder_.comment(at, end);
    if (find_ignoring_case(text_.substr(at, 9), "<!doctype") == 0) tree_.doctype(text_.substr(at, end - at));
    return go_on();
  }

  std::size_t cdata_section(std::size_t at, std::size_t end) {
    text_up_to(at, end);
    constexpr std::size_t mark = std::string_view("<![CDATA[").size();
    tree_.cdata(text_.substr(at + mark, end - at - mark));
    return go_on();
  }

  bool takes_cdata(std::size_t at) {
    text_up_to(at, at);
    return tree_.is_foreign();
  }

  /// Passes on the text before a token [at, end).
  void text_up_to(std::size_t at, std::size_t end) {
    tree_.characters(text_.substr(text_begin_, at - text_begin_));
    text_begin_ = end;
  }

  [[nodiscard]] std::size_t go_on() const noexcept { return tree_.passed_limit().empty() ? text_begin_ : text_.size(); }

  markup::Finder finder_;
  TreeConstruction tree_;
  std::size_t text_begin_;  // after the last token
};

}  // namespace

Finding read_following_tree(std::string_view text, const Request& request) {
  SecondPass pass(text, request);
  pass.read();
  return pass.finish();
}

Scan read_scan(std::string_view text, const Request& request) {
  FirstPass first(text, Doubt::stop, request);
  if (first.read()) return {first.finish(), false};
  Finding second = read_following_tree(text, request);
  if (second.failure.empty()) return {std::move(second), true};
  FirstPass again(text, Doubt::read_on, request);
  again.read();
  Finding finding = again.finish();
  finding.notes.push_back({NoteCode::tree_limit, Note::Severity::failure, {std::string(second.failure)}});
  finding.leaves_references = true;  // in places where the tree might show that there is markup
  return {std::move(finding), true};
}

}  // namespace absolve::html
