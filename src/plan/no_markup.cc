#include "no_markup.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "../detect/types.h"
#include "../text/ascii.h"
#include "../text/lines.h"
#include "../text/markup.h"
#include "../text/utf8.h"
#include "finders.h"
#include "notes.h"
#include "values.h"

namespace absolve::inline detail {
namespace {

/// Whether a line has no white space, and a sign that words and numbers don't have: a slash, a point before a letter,
/// or how a query or a fragment begins.
bool looks_like_reference(std::string_view line) {
  if (std::ranges::any_of(line, is_space) || line.find('@') != std::string_view::npos) return false;
  const std::size_t point = line.rfind('.');
  const bool has_ending = point != std::string_view::npos && point + 1 < line.size() && is_letter(line[point + 1]);
  return has_ending || line.starts_with('#') || line.starts_with('?') || line.find('/') != std::string_view::npos;
}

/// Whether each of the first lines of a text looks like a reference.
bool looks_like_list(std::string_view text) {
  constexpr std::size_t max_lines = 20;
  std::size_t lines = 0;
  while (!text.empty() && lines < max_lines) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty()) continue;
    if (!looks_like_reference(line)) return false;
    ++lines;
  }
  return lines > 0;
}

/// Whether a line links as Markdown does: `[text](reference)`.
bool has_markdown_link(std::string_view line) {
  const std::size_t middle = line.find("](");
  return middle != std::string_view::npos && line.substr(0, middle).find('[') != std::string_view::npos &&
         !line.substr(middle).starts_with("](<") && line.find(')', middle) != std::string_view::npos;
}

/// Whether a text with tags in it is rather Markdown with HTML in it: it is no whole page, and some of its lines are
/// headings or links of Markdown.
bool looks_like_markdown(std::string_view text) {
  const bool is_page = is_page_whatever_follows(text);
  bool has_heading = !trimmed(text).starts_with('<');
  bool has_link = false;
  for (std::size_t at = 0; at < text.size() && !is_page; at = line_end(text, at) + 1) {
    const std::string_view line = line_at(text, at);
    has_heading = has_heading || line.starts_with("# ") || line.starts_with("## ");
    has_link = has_link || has_markdown_link(line);
    if (has_heading && has_link) return true;
  }
  return false;
}

void note_markdown(const PlanBuilder& builder, Tree& tree, const Node& node) {
  constexpr std::size_t looked_at = 4096;
  if (builder.input().type != Type::automatic || !looks_like_markdown(node.text.substr(0, looked_at))) return;
  tree.found_notes.push_back({node.index, NotePosition::first, 0,
                              worded(NoteCode::markdown_links, Note::Severity::notice, {}, {}, {}, tree.message)});
}

}  // namespace

void note_no_markup(const PlanBuilder& builder, Tree& tree, const Node& node) {
  const std::string_view mark = node.text.starts_with(byte_order_mark) ? byte_order_mark : std::string_view();
  const bool is_blank = trimmed(node.text.substr(mark.size())).empty();
  if (is_blank) return;
  if (!node.finding.values.empty() || find_tag(node.text) < node.text.size()) return note_markdown(builder, tree, node);
  const bool is_sheet = !finder_of(Format::css).find(node.text, builder.request()).values.empty();
  const std::string_view advice = is_sheet                     ? " (--type css reads it as a style sheet)"
                                  : looks_like_list(node.text) ? " (--type uris reads it as a list of references)"
                                                               : "";
  const std::optional<std::string_view> name = name_detected_by(builder.input());
  const bool is_detected = name && !is_name_of_page(*name);
  if (!is_detected && advice.empty()) return;
  // Whoever hands over a text, and no file, may well mean plain text.
  const auto severity = is_sheet ? Note::Severity::notice : Note::Severity::detail;
  tree.found_notes.push_back({node.index, NotePosition::first, 0,
                              worded(NoteCode::no_markup, severity, {std::string(advice)}, {}, {}, tree.message)});
}

}  // namespace absolve::inline detail
