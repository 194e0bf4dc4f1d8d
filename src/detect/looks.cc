#include "looks.h"

#include <algorithm>
#include <cstddef>

#include "../javascript/literals.h"
#include "../text/ascii.h"
#include "../text/lines.h"
#include "../text/markup.h"

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

/// Whether a line links as Markdown does: `[text](reference)`.
bool has_markdown_link(std::string_view line) {
  const std::size_t middle = line.find("](");
  return middle != std::string_view::npos && line.substr(0, middle).find('[') != std::string_view::npos &&
         find_tag(line.substr(middle + 2)) != 0 && line.find(')', middle) != std::string_view::npos;
}

}  // namespace

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

bool looks_like_markdown(std::string_view text) {
  constexpr std::size_t looked_at = 4096;  // bytes
  text = text.substr(0, looked_at);
  bool tells = !trimmed(text).starts_with('<');
  bool has_link = false;
  for (std::size_t at = 0; at < text.size() && !(tells && has_link); at = line_end(text, at) + 1) {
    const std::string_view line = line_at(text, at);
    tells = tells || line.starts_with("# ") || line.starts_with("## ");
    has_link = has_link || has_markdown_link(line);
  }
  const auto is_script = [&] {
    return text.find_first_of(";{=") != std::string_view::npos && javascript::literals_of(text, true);
  };
  return tells && has_link && !is_script();
}

}  // namespace absolve::inline detail
