#include "structure.h"

#include <algorithm>
#include <string>

#include "../splicing/lines.h"
#include "entities.h"
#include "fields.h"

namespace absolve::mime {
namespace {

/// As much of a line as says whether it is a field.
constexpr std::size_t enough_for_field = 80;

/// The first `enough` bytes of the line that starts at `at` and has been edited. No edit lies before that place.
std::string edited_line(std::string_view text, std::span<const Edit> edits, std::size_t at, std::size_t enough) {
  std::string result;
  for (const Edit& edit : edits) {
    result.append(text.substr(at, std::min(edit.offset - at, enough))).append(edit.text.substr(0, enough));
    at = edit.offset + edit.length;
    if (result.size() >= enough) break;
  }
  result.append(text.substr(at, enough));
  return result.substr(0, std::min(result.find_first_of("\r\n"), enough));
}

}  // namespace

bool looks_like_separator(std::string_view line, std::string_view line_before) noexcept {
  return line.starts_with("From ") || line.starts_with(">From ") ||
         (line_before.starts_with("From ") && is_field(line));
}

bool create_structure(std::string_view body, std::span<const Edit> edits,
                      std::span<const std::string_view> boundaries) {
  std::size_t enough = enough_for_field;
  for (const std::string_view boundary : boundaries) enough = std::max(enough, boundary.size() + enough_for_field);
  std::size_t next = 0;  // the line behind those that were looked at
  for (std::size_t i = 0; i < edits.size(); ++i) {
    const std::size_t at = edits[i].offset;
    if (i > 0 && at < next) continue;
    const std::size_t line = line_begin(body, at);
    next = std::min(line_end(body, at) + 1, body.size());
    const std::string_view line_before = line == 0 ? std::string_view() : line_at(body, line_begin(body, line - 1));
    const std::string_view old_line = line_at(body, line);
    const std::string new_line = edited_line(body, edits.subspan(i), line, enough);
    const bool opens_separator = new_line.empty() && !old_line.empty() && body.substr(next).starts_with("From ");
    if (opens_separator) return true;
    if (looks_like_separator(new_line, line_before) && !looks_like_separator(old_line, line_before)) return true;
    const auto delimits = [&](std::string_view boundary) { return delimiter_of(new_line, boundary).has_value(); };
    if (std::ranges::any_of(boundaries, delimits)) return true;
  }
  return false;
}

}  // namespace absolve::mime
