#include "structure.h"

#include <algorithm>
#include <string>

#include "../splicing/edited.h"
#include "../splicing/lines.h"
#include "entities.h"
#include "mailbox.h"

namespace absolve::mime {
namespace {

bool has_delimiter(std::string_view body, std::span<const std::string_view> boundaries) {
  for (std::size_t at = 0; at < body.size(); at = line_end(body, at) + 1) {
    if (body[at] != '-') continue;
    const std::string_view line = line_at(body, at);
    const auto delimits = [&](std::string_view boundary) { return delimiter_of(line, boundary).has_value(); };
    if (std::ranges::any_of(boundaries, delimits)) return true;
  }
  return false;
}

}  // namespace

bool change_structure(std::string_view body, std::span<const Edit> edits,
                      std::span<const std::string_view> boundaries) {
  if (edits.empty()) return false;
  const std::string after = edited(body, edits);
  const FromLines old_lines = count_from_lines(body);
  const FromLines new_lines = count_from_lines(after);
  return new_lines.all > old_lines.all || new_lines.separating > old_lines.separating ||
         (!boundaries.empty() && has_delimiter(after, boundaries));
}

}  // namespace absolve::mime
