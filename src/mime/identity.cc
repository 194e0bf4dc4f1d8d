#include <algorithm>
#include <array>

#include "transfer.h"

namespace absolve::mime {
namespace {

/// What a line of a body must not start with by an edit: a delimiter of parts, a separator of mailboxes.
constexpr auto unsafe_starts = std::to_array<std::string_view>({"--", "From ", ">From "});

/// What follows byte `at` in the edited text, as far as a few bytes tell.
std::string beginning(std::string_view text, std::span<const Edit> edits, std::size_t at) {
  constexpr std::size_t enough = 8;
  std::string result;
  for (const Edit& edit : edits) {
    result.append(text.substr(at, std::min(edit.offset - at, enough))).append(edit.text.substr(0, enough));
    at = edit.offset + edit.length;
    if (result.size() >= enough) return result;
  }
  return result.append(text.substr(at, enough));
}

}  // namespace

std::vector<Edit> encode_identity(std::string_view text, std::span<const Edit> edits) {
  std::vector<Edit> result(edits.begin(), edits.end());
  for (std::size_t i = 0; i < result.size(); ++i) {
    Edit& edit = result[i];
    const bool starts_line = edit.offset == 0 || text[edit.offset - 1] == '\n';
    if (!starts_line || !edit.text.empty()) continue;
    const std::string line = beginning(text, edits.subspan(i), edit.offset);
    if (std::ranges::any_of(unsafe_starts, [&](std::string_view start) { return line.starts_with(start); })) {
      edit.text = " ";
    }
  }
  return result;
}

}  // namespace absolve::mime
