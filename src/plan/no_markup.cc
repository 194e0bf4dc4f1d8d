#include "no_markup.h"

#include <optional>
#include <string>
#include <string_view>

#include "../detect/looks.h"
#include "../detect/prolog.h"
#include "../detect/types.h"
#include "../text/ascii.h"
#include "../text/markup.h"
#include "../text/utf8.h"
#include "finders.h"
#include "notes.h"
#include "values.h"

namespace absolve::inline detail {
namespace {

void note_markdown(const PlanBuilder& builder, Tree& tree, const Node& node) {
  const bool is_page = builder.input().type != Type::automatic || is_page_whatever_follows(node.text);
  if (is_page || !looks_like_markdown(node.text)) return;
  tree.found_notes.push_back({node.index, NotePosition::first, 0,
                              worded(NoteCode::markdown_links, Note::Severity::notice, {}, {}, {}, tree.message)});
}

}  // namespace

void note_no_markup(const PlanBuilder& builder, Tree& tree, const Node& node) {
  const std::string_view mark = node.text.starts_with(byte_order_mark) ? byte_order_mark : std::string_view();
  const bool is_blank = trimmed(node.text.substr(mark.size())).empty();
  if (is_blank) return;
  if (!node.values.empty() || find_tag(node.text) < node.text.size()) return note_markdown(builder, tree, node);
  const bool is_sheet = !finder_of(Format::css).find(node.text, builder.request()).values.empty();
  const std::optional<std::string_view> name = name_detected_by(builder.input());
  if (name && is_name_of_page(*name) && !is_sheet) return;  // a page may be a text
  const bool is_markdown = name && looks_like_markdown(node.text);
  const std::string_view advice = is_sheet                     ? " (--type css reads it as a style sheet)"
                                  : is_markdown                ? " (--type markdown reads it as Markdown)"
                                  : looks_like_list(node.text) ? " (--type uris reads it as a list of references)"
                                                               : "";
  if (!name && advice.empty()) return;
  // Whoever hands over a text, and no file, may well mean plain text.
  const auto severity = is_sheet ? Note::Severity::notice : Note::Severity::detail;
  tree.found_notes.push_back({node.index, NotePosition::first, 0,
                              worded(NoteCode::no_markup, severity, {std::string(advice)}, {}, {}, tree.message)});
}

}  // namespace absolve::inline detail
