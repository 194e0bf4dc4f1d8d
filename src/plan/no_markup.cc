#include "no_markup.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "../detect/types.h"
#include "../text/ascii.h"
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

}  // namespace

void note_no_markup(const PlanBuilder& builder, Tree& tree, const Node& node) {
  const std::string_view mark = node.text.starts_with(byte_order_mark) ? byte_order_mark : std::string_view();
  const bool is_blank = trimmed(node.text.substr(mark.size())).empty();
  if (!node.finding.values.empty() || is_blank || find_tag(node.text) < node.text.size()) return;
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
