#include "front_matter.h"

#include "../text/ascii.h"
#include "../text/lines.h"
#include "../text/utf8.h"

namespace absolve::markdown {
namespace {

std::string_view line_without_blanks(std::string_view text, std::size_t at) noexcept {
  std::string_view line = line_at(text, at);
  while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
  return line;
}

}  // namespace

Beginning beginning_of_markdown(std::string_view text) noexcept {
  const std::size_t begin = after_mark(text);
  const std::string_view sign = line_without_blanks(text, begin);
  if (sign != "---" && sign != "+++") return {begin, false};
  std::size_t at = line_end(text, begin) + 1;
  if (at >= text.size() || line_without_blanks(text, at).empty()) return {begin, false};
  for (; at < text.size(); at = line_end(text, at) + 1) {
    const std::string_view line = line_without_blanks(text, at);
    if (line != sign && !(line == "..." && sign == "---")) continue;
    const std::size_t end = line_end(text, at);
    return {end == text.size() ? end : end + 1, true};
  }
  return {begin, false};
}

}  // namespace absolve::markdown
