#include "structure.h"

#include <algorithm>
#include <optional>
#include <string>

#include "../text/byte_sets.h"
#include "../text/edits.h"
#include "../text/lines.h"
#include "mailbox.h"
#include "parts.h"

namespace absolve::container {
namespace {

/// Walks through an edited body, and knows which of its bytes were kept.
///
///     before:  text<base href=x>--b        an edit removes the tag
///     after:   text--b                     kept: [0, 4) and [4, 7)
class KeptBytes {
 public:
  explicit KeptBytes(std::span<const Edit> edits) noexcept : edits_(edits) {}

  /// The original offset of byte `at`, if it and the `size` - 1 bytes after it were kept in one piece. Calls must be in
  /// ascending order of offsets.
  [[nodiscard]] std::optional<std::size_t> source_of(std::size_t at, std::size_t size) noexcept {
    while (!edits_.empty() && begin_of_next() + edits_.front().text.size() <= at) {
      moved_ += edits_.front().text.size() - edits_.front().length;  // modulo the size of the type
      edits_ = edits_.subspan(1);
    }
    if (!edits_.empty() && begin_of_next() < at + size) return std::nullopt;
    return at - moved_;
  }

 private:
  /// Where the text of the next edit begins.
  [[nodiscard]] std::size_t begin_of_next() const noexcept { return edits_.front().offset + moved_; }

  std::span<const Edit> edits_;
  std::size_t moved_ = 0;  // how far the edits so far have moved the text after them
};

/// Whether a line begins at a byte; also after a single CR, which other readers take for a line end.
bool is_line_begin(std::string_view text, std::size_t at) noexcept {
  return at == 0 || text[at - 1] == '\n' || text[at - 1] == '\r';
}

/// Whether edits have created lines that are delimiters, or that begin like one: some readers recognize delimiters by
/// their beginnings (RFC 2046, section 5.1.1).
bool make_delimiter(std::string_view before, std::string_view after, std::span<const Edit> edits,
                    std::span<const std::string_view> boundaries) {
  KeptBytes kept(edits);
  const auto is_made = [&](std::size_t at, std::size_t size) {
    const auto was = kept.source_of(at, size);
    return !was || !is_line_begin(before, *was);
  };
  for (std::size_t at = 0; at < after.size(); at = find_in_set<Bytes<'\n', '\r'>>(after, at) + 1) {
    if (after.substr(at, 2) != "--") continue;
    const std::string_view line = line_at(after, at);
    for (const std::string_view boundary : boundaries) {
      if (!line.substr(2).starts_with(boundary)) continue;
      const bool is_delimiter = line_begin(after, at) == at && mime::delimiter_of(line, boundary).has_value();
      if (is_delimiter || is_made(at, 2 + boundary.size())) return true;
    }
  }
  return false;
}

/// Whether a line begins like one that may have a meaning for readers of the mail around it.
bool has_structure(std::string_view text, std::span<const std::string_view> boundaries) noexcept {
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view line = text.substr(at);
    if (line.starts_with("From ")) return true;
    const auto begins = [&](std::string_view boundary) { return line.substr(2).starts_with(boundary); };
    if (line.starts_with("--") && std::ranges::any_of(boundaries, begins)) return true;
    at = find_pair<Bytes<'\n', '\r'>, Bytes<'F', '-'>>(text, at) + 1;
  }
  return false;
}

/// The same for the lines as edited.
bool get_structure(std::string_view body, std::span<const Edit> edits, std::span<const std::string_view> boundaries) {
  std::string after;
  while (!edits.empty()) {
    const EditedLines lines = first_edited_lines(body, edits);
    edit_into(after, body.substr(0, lines.end), edits.first(lines.edits), lines.begin);
    if (has_structure(after, boundaries)) return true;
    edits = edits.subspan(lines.edits);
  }
  return false;
}

}  // namespace

bool change_structure(std::string_view body, std::span<const Edit> edits,
                      std::span<const std::string_view> boundaries) {
  // Nearly no body has such a line, before or after the edits.
  if (edits.empty() || (!has_structure(body, boundaries) && !get_structure(body, edits, boundaries))) return false;
  const std::string after = edited(body, edits);
  const FromLines old_lines = count_from_lines(body);
  const FromLines new_lines = count_from_lines(after);
  return new_lines.all > old_lines.all || new_lines.separating > old_lines.separating ||
         (!boundaries.empty() && make_delimiter(body, after, edits, boundaries));
}

}  // namespace absolve::container
