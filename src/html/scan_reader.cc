#include "scan_reader.h"

#include <algorithm>

#include "../url/ascii.h"
#include "attributes.h"
#include "elements.h"
#include "find_byte.h"
#include "finder.h"
#include "foreign_content.h"

namespace absolve::html {
namespace {

/// The states carry the names that the standard gives them. Each takes the offset where it starts and returns the
/// offset where the data state goes on.
class Scanner {
 public:
  Scanner(std::string_view text, Doubt doubt) noexcept : text_(text), doubt_(doubt), finder_(text) {}

  Scan scan() {
    data();
    if (!why_.empty() && doubt_ == Doubt::hand_over) return {{}, why_};
    return {finder_.finish(), {}};
  }

 private:
  void data() {
    for (std::size_t at = find_byte(text_, 0, '<'); at < text_.size(); at = find_byte(text_, at, '<'))
      at = tag_open(at);
  }

  std::size_t tag_open(std::size_t at) {
    const char c = peek(at + 1);
    if (is_letter(c)) return start_tag(at);
    if (c == '/') return end_tag_open(at);
    if (c == '!') return markup_declaration_open(at);
    if (c == '?') return bogus_comment(at);
    return at + 1;
  }

  std::size_t end_tag_open(std::size_t at) {
    const char c = peek(at + 2);
    if (is_letter(c)) return end_tag(at);
    if (c == '>') return at + 3;
    return bogus_comment(at);
  }

  std::size_t markup_declaration_open(std::size_t at) {
    const std::string_view rest = text_.substr(at + 2);
    if (rest.starts_with("--")) return comment(at + 4);
    if (rest.starts_with("[CDATA[") && !foreign_.empty()) {
      if (foreign_.is_current()) return behind("]]>", at + 9);
      doubt("a CDATA section in HTML inside SVG or MathML");
    }
    return go_on(bogus_comment(at));  // a doctype ends where a bogus comment would
  }

  std::size_t bogus_comment(std::size_t at) const { return behind(">", at); }

  /// Comment start state and on, from behind `<!--`.
  std::size_t comment(std::size_t at) const {
    const std::string_view rest = text_.substr(at);
    if (rest.starts_with('>')) return at + 1;
    if (rest.starts_with("->")) return at + 2;
    for (at = text_.find("--", at); at != std::string_view::npos; at = text_.find("--", at + 1)) {  // comment end
      if (peek(at + 2) == '>') return at + 3;
      if (peek(at + 2) == '!' && peek(at + 3) == '>') return at + 4;  // comment end bang
    }
    return text_.size();
  }

  std::size_t start_tag(std::size_t at) {
    const SeenTag tag = seen_tag(at);
    const Namespace space = foreign_.enter(tag);
    const std::size_t bases = finder_.base_count();
    const std::size_t end = finder_.start_tag(at, tag.name_end, space, templates_ > 0 ? barred_in_template : "");
    if (end == unclosed) return text_.size();
    const bool in_foreign_content = !foreign_.empty() || space != Namespace::html;
    if (in_foreign_content && !foreign_.open(tag, space, end))
      doubt("a tag inside SVG or MathML that the tree may drop");
    if (tag.traits == 0) return go_on(end);
    if (in_select_ && hangs_on_select(tag, space)) doubt("text or foreign content inside select");
    if (space != Namespace::html) return go_on(end);
    if ((tag.traits & base) != 0 && finder_.base_count() > bases && templates_ == 0) note_base();
    note_html(tag);
    return go_on(content(tag, end));
  }

  /// What follows a start tag is markup, or text up to the end tag.
  std::size_t content(const SeenTag& tag, std::size_t end) {
    if ((tag.traits & raw_text) != 0) return raw_text_content(end, tag.name());
    if ((tag.traits & script) != 0) return script_data(end);
    return (tag.traits & plaintext) != 0 ? text_.size() : end;
  }

  void note_html(const SeenTag& tag) {
    if ((tag.traits & template_) != 0) ++templates_;
    if ((tag.traits & table) != 0 && seen_table_ && !foreign_.empty())
      doubt("a table inside SVG or MathML inside a table");
    if ((tag.traits & table) != 0) seen_table_ = true;
    if ((tag.traits & frameset) != 0) doubt("a frameset");
    if ((tag.traits & column) != 0 && templates_ > 0) doubt("a column inside a template");
    if ((tag.traits & select) != 0 && !in_select_) {
      in_select_ = true;
      templates_at_select_ = templates_;
    }
  }

  /// Among base elements the first in the tree counts, and a table may put a later one before an earlier one.
  void note_base() {
    if (in_select_) doubt("a base inside select");
    if (seen_base_ && table_before_base_) doubt("a base element that a table may move");
    if (!seen_base_) table_before_base_ = seen_table_;
    seen_base_ = true;
  }

  /// Old trees drop these tags inside select, and with them what they do to the tokenizer.
  [[nodiscard]] static bool hangs_on_select(const SeenTag& tag, Namespace space) {
    return space != Namespace::html || (tag.traits & (raw_text | plaintext)) != 0;
  }

  std::size_t end_tag(std::size_t at) {
    const SeenTag tag = seen_tag(at + 1);
    const std::size_t end = peek(tag.name_end) == '>' ? tag.name_end + 1 : behind_attributes(tag.name_end);
    if (end >= text_.size()) return text_.size();
    bool of_html = !foreign_.is_current();
    if (!foreign_.empty() && !foreign_.close(tag.name())) {
      doubt("an end tag that may close foreign content");
      foreign_.leave();
      of_html = true;
    }
    if (of_html && (tag.traits & template_) != 0 && templates_ > 0) --templates_;
    if (of_html && (tag.traits & select) != 0 && templates_ == templates_at_select_) in_select_ = false;
    return go_on(end);
  }

  /// RAWTEXT and RCDATA states: text up to the appropriate end tag.
  std::size_t raw_text_content(std::size_t at, std::string_view name) const {
    for (at = less_than_sign(at); at < text_.size(); at = less_than_sign(at + 1)) {
      if (ends(at, name)) return behind_attributes(at + 2 + name.size());
    }
    return text_.size();
  }

  /// Script data, script data escaped and script data double escaped states, with those between them.
  std::size_t script_data(std::size_t at) const {
    enum class State { script_data, escaped, double_escaped };
    State state = State::script_data;
    for (;;) {
      at = state == State::script_data ? less_than_sign(at) : std::min(text_.find_first_of("-<", at), text_.size());
      if (at >= text_.size()) return text_.size();
      const std::string_view rest = text_.substr(at, 4);
      if (state != State::double_escaped && ends(at, "script")) return behind_attributes(at + 8);
      if (state == State::script_data && rest == "<!--") {
        state = State::escaped;
        at += 2;  // its dashes may be those of a `-->`
      } else if (state != State::script_data && rest.starts_with("-->")) {
        state = State::script_data;
        at += 3;
      } else if (state == State::escaped && rest.starts_with('<') && is_tag_name(at + 1, "script")) {
        state = State::double_escaped;
        at += 7;
      } else if (state == State::double_escaped && ends(at, "script")) {
        state = State::escaped;
        at += 8;
      } else {
        ++at;
      }
    }
  }

  [[nodiscard]] char peek(std::size_t at) const noexcept { return at < text_.size() ? text_[at] : '\0'; }

  [[nodiscard]] SeenTag seen_tag(std::size_t at) const noexcept {
    const std::size_t name_end = tag_name_end(text_, at + 1);
    return {text_, at, name_end, traits_of(text_.substr(at + 1, name_end - at - 1))};
  }

  [[nodiscard]] std::size_t less_than_sign(std::size_t at) const noexcept { return find_byte(text_, at, '<'); }

  /// Whether an appropriate end tag starts at `at`.
  [[nodiscard]] bool ends(std::size_t at, std::string_view name) const noexcept {
    return peek(at) == '<' && peek(at + 1) == '/' && is_tag_name(at + 2, name);
  }

  /// Whether `name` (in any case) stands at `at`, and ends there as a tag name ends.
  [[nodiscard]] bool is_tag_name(std::size_t at, std::string_view name) const noexcept {
    if (at + name.size() >= text_.size()) return false;
    const char next = text_[at + name.size()];
    return (is_space(next) || next == '/' || next == '>') && equal_ignoring_case(text_.substr(at, name.size()), name);
  }

  [[nodiscard]] std::size_t behind(std::string_view mark, std::size_t at) const noexcept {
    const std::size_t found = text_.find(mark, at);
    return found == std::string_view::npos ? text_.size() : found + mark.size();
  }

  [[nodiscard]] std::size_t behind_attributes(std::size_t at) const {
    return std::min(read_attributes(text_, at, [](const Attribute&) {}), text_.size());
  }

  void doubt(std::string_view why) noexcept {
    if (why_.empty()) why_ = why;
  }

  /// Where a page is handed over, nothing more of it is read.
  [[nodiscard]] std::size_t go_on(std::size_t at) const noexcept {
    return why_.empty() || doubt_ == Doubt::read_on ? at : text_.size();
  }

  std::string_view text_;
  Doubt doubt_;
  Finder finder_;
  ForeignContent foreign_;
  std::size_t templates_ = 0;
  std::size_t templates_at_select_ = 0;
  bool in_select_ = false;
  bool seen_table_ = false;
  bool seen_base_ = false;
  bool table_before_base_ = false;
  std::string_view why_;
};

}  // namespace

Scan read_scan(std::string_view text, Doubt doubt) { return Scanner(text, doubt).scan(); }

}  // namespace absolve::html
