// Tree construction (HTML standard, section "Tree construction") without a tree. Finders only need to know where a
// start tag goes: into which namespace, into a template, or nowhere. The stack of open elements tells that.
//
//     token --> process() --+-- in foreign content: the rules for that
//                           +-- process_in(mode): a function for each insertion mode
//                                 false: the mode was changed, and the token is to be reprocessed
//
// The functions follow the standard's steps in its order and by its names, so that both can be read side by side. Steps
// that only build nodes are left out. The modes are in the files _head, _body and _table. Searches in the stack are
// counted: a page for which they are not linear is given up (passed_limit()).

#include "tree_construction.h"

#include <algorithm>
#include <string>

#include "../codec/markup/attributes.h"
#include "../codec/markup/character_references.h"
#include "../text/ascii.h"
#include "../text/limits.h"
#include "quirks.h"

namespace absolve::html {
namespace {

/// White space, and U+0000, which is dropped.
constexpr std::string_view not_counted(" \t\n\f\r\0", 6);

/// Which traits a foreign element has for the rules of HTML: those that end searches, or none.
std::uint64_t foreign_traits(const SeenTag& tag, Namespace space) noexcept {
  const std::uint64_t walls = space == Namespace::svg ? svg_integration : mathml_text | annotation_xml;
  const std::uint64_t kept = tag.traits & walls;
  return kept == 0 ? 0 : kept | special | scope;
}

bool is_html_text(const OpenElement& current) noexcept {
  return stops_breakout(current.traits, current.space, current.html_inside);
}

}  // namespace

std::string_view TreeConstruction::passed_limit() const noexcept {
  if (open_.overflowed()) return "the nesting limit";
  const bool takes_too_long = open_.steps() > limits::tree_steps + limits::tree_steps_a_byte * text_.size();
  return takes_too_long ? "the time limit for its size" : "";
}

void TreeConstruction::doctype(std::string_view token) {
  if (mode_ != Mode::initial) return;
  quirks_ = is_quirky(token);
  mode_ = Mode::before_html;
}

void TreeConstruction::characters(std::string_view raw) {
  if (std::exchange(skip_line_feed_, false) && !raw.empty() && (raw.front() == '\n' || raw.front() == '\r'))
    raw.remove_prefix(raw.starts_with("\r\n") ? 2 : 1);
  std::string scratch;
  const std::size_t first = std::min(raw.find_first_not_of(not_counted), raw.size());
  text(raw.substr(first).starts_with('&') ? codec::decode_attribute(raw, scratch) : raw);
}

void TreeConstruction::cdata(std::string_view raw) { text(raw.substr(0, raw.find("]]>"))); }

/// White space may be treated differently from what follows it.
void TreeConstruction::text(std::string_view decoded) {
  const std::size_t first = std::min(decoded.find_first_not_of(not_counted), decoded.size());
  if (std::ranges::any_of(decoded.substr(0, first), is_space)) process({.kind = Token::Kind::space});
  if (first < decoded.size()) process({.kind = Token::Kind::text});
}

Placement TreeConstruction::start_tag(const SeenTag& tag, std::size_t end) {
  placement_ = {Namespace::html, false, in_any_template(), TreeOrder::end};
  process({Token::Kind::start_tag, tag.tag, tag.traits, &tag, end});
  return placement_;
}

void TreeConstruction::end_tag(const SeenTag& tag) { process({Token::Kind::end_tag, tag.tag, tag.traits, &tag, 0}); }

/// The tree construction dispatcher.
void TreeConstruction::process(const Token& token) {
  if (!is_foreign()) return process_as_html(token);
  const OpenElement& current = open_.current();
  if (token.ends()) return end_in_foreign_content(token);
  if (token.starts()) {
    if (takes_html(current.traits, current.space, current.html_inside, *token.seen)) return process_as_html(token);
    return start_in_foreign_content(token);
  }
  if (is_html_text(current)) return process_as_html(token);
  if (token.is_text()) frameset_ok_ = false;
}

void TreeConstruction::process_as_html(const Token& token) {
  while (!process_in(mode_, token)) {
  }
}

bool TreeConstruction::process_in(Mode mode, const Token& token) {
  switch (mode) {
    case Mode::initial: return initial(token);
    case Mode::before_html: return before_html(token);
    case Mode::before_head: return before_head(token);
    case Mode::in_head: return in_head(token);
    case Mode::in_head_noscript: return in_head_noscript(token);
    case Mode::after_head: return after_head(token);
    case Mode::in_body: return in_body(token);
    case Mode::in_table: return in_table(token);
    case Mode::in_caption: return in_caption(token);
    case Mode::in_column_group: return in_column_group(token);
    case Mode::in_table_body: return in_table_body(token);
    case Mode::in_row: return in_row(token);
    case Mode::in_cell: return in_cell(token);
    case Mode::in_template: return in_template(token);
    case Mode::after_body: return after_body(token);
    case Mode::in_frameset: return in_frameset(token);
    case Mode::after_frameset: return after_frameset(token);
    case Mode::after_after_body: return after_after_body(token);
    case Mode::after_after_frameset: return after_after_frameset(token);
  }
  return true;
}

// Section 13.2.6.5, the rules for parsing tokens in foreign content.

void TreeConstruction::start_in_foreign_content(const Token& token) {
  if (!breaks_out_of_foreign_content(*token.seen)) return insert_foreign(token, open_.current().space);
  while (!is_html_text(open_.current())) open_.pop();
  process_as_html(token);
}

void TreeConstruction::end_in_foreign_content(const Token& token) {
  if (token.tag == "p"_tag || token.tag == "br"_tag) {
    while (!is_html_text(open_.current())) open_.pop();
    return process_as_html(token);
  }
  for (std::size_t i = open_.size(); i-- > 1; open_.add_steps(1)) {
    if (open_[i].space == Namespace::html) return process_as_html(token);
    if (equal_ignoring_case(open_[i].name, token.seen->name())) return open_.pop_to_size(i);
  }
}

// Section 13.2.6.1, creating and inserting nodes.

TreeOrder::Place TreeConstruction::place_for_insertion() const noexcept {
  if (open_.size() == 0) return TreeOrder::end;
  if (!foster_ || (open_.current().traits & fosters) == 0) return open_.current().place;
  const std::size_t last_table = open_.find_last("table"_tag);
  const std::size_t last_template = open_.find_last("template"_tag);
  const bool has_table = last_table != OpenElements::nowhere;
  if (last_template != OpenElements::nowhere && (!has_table || last_template > last_table))
    return open_[last_template].place;
  return has_table ? open_[last_table].itself : open_[0].place;
}

void TreeConstruction::note_insertion(TreeOrder::Place place, Namespace space) {
  placement_ = {space, true, in_any_template(), place};
}

OpenElement TreeConstruction::element_for(const Token& token, Namespace space) {
  const bool html = space == Namespace::html;
  OpenElement element{};
  element.name = token.seen != nullptr ? token.seen->name() : elements[token.tag].name;
  element.traits = html ? token.traits : foreign_traits(*token.seen, space);
  element.serial = open_.new_serial();
  element.place = place_for_insertion();
  element.tag = html ? token.tag : Tag::other;
  element.space = space;
  element.html_inside = !html && is_html_integration_point(*token.seen, space);
  if (element.tag == "table"_tag) element.itself = order_.insert_before(element.place, TreeOrder::no_base);
  return element;
}

void TreeConstruction::insert(const Token& token) {
  const OpenElement element = element_for(token, Namespace::html);
  if (token.seen != nullptr) note_insertion(element.place, Namespace::html);
  open_.push(element);
}

void TreeConstruction::insert_made_up(Tag tag) {
  insert({Token::Kind::start_tag, tag, elements[tag].traits, nullptr, 0});
}

/// Inserts an element that is closed at once: it has no content, or the tokenizer reads it.
void TreeConstruction::insert_void(const Token& token) {
  if (token.seen != nullptr) note_insertion(place_for_insertion(), Namespace::html);
}

void TreeConstruction::insert_foreign(const Token& token, Namespace space) {
  const OpenElement element = element_for(token, space);
  note_insertion(element.place, space);
  if (!markup::is_self_closing(token.seen->text, token.seen->name_end, token.end)) open_.push(element);
}

void TreeConstruction::insert_formatting(const Token& token) {
  insert(token);
  formatting_.push(open_.current(), token.seen->begin, open_);
}

void TreeConstruction::reconstruct_formatting() {
  for (std::size_t i = formatting_.first_to_reopen(open_); i < formatting_.size() && passed_limit().empty(); ++i) {
    OpenElement& element = formatting_[i].element;
    element.serial = open_.new_serial();
    element.place = place_for_insertion();
    open_.push(element);
  }
}

// Section 13.2.4.1, the insertion mode.

void TreeConstruction::reset_insertion_mode() {
  const auto mode_of = [&](const OpenElement& node) -> std::optional<Mode> {
    if ((node.traits & cell) != 0) return Mode::in_cell;
    if ((node.traits & row_group) != 0) return Mode::in_table_body;
    switch (node.tag) {
      case "tr"_tag: return Mode::in_row;
      case "caption"_tag: return Mode::in_caption;
      case "colgroup"_tag: return Mode::in_column_group;
      case "table"_tag: return Mode::in_table;
      case "template"_tag: return template_modes_.back();
      case "head"_tag: return Mode::in_head;
      case "body"_tag: return Mode::in_body;
      case "frameset"_tag: return Mode::in_frameset;
      case "html"_tag: return head_ == 0 ? Mode::before_head : Mode::after_head;
      default: return std::nullopt;
    }
  };
  for (std::size_t i = open_.size(); i-- > 0; open_.add_steps(1)) {
    if (const auto mode = mode_of(open_[i])) {
      mode_ = *mode;
      return;
    }
  }
}

}  // namespace absolve::html
