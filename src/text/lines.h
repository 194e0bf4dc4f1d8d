#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "absolve/link.h"

namespace absolve::inline detail {

/// Where the line that starts at `at` ends: the offset of its LF, or the end of the text.
[[nodiscard]] inline std::size_t line_end(std::string_view text, std::size_t at) noexcept {
  const std::size_t newline = text.find('\n', at);
  return newline == std::string_view::npos ? text.size() : newline;
}

/// Where the line starts that contains byte `at`, or that ends there.
[[nodiscard]] inline std::size_t line_begin(std::string_view text, std::size_t at) noexcept {
  const std::size_t newline = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  return newline == std::string_view::npos ? 0 : newline + 1;
}

/// The line without its LF or CR LF.
[[nodiscard]] inline std::string_view line_at(std::string_view text, std::size_t at) noexcept {
  std::string_view line = text.substr(at, line_end(text, at) - at);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

/// The line end of the first line of a text; `otherwise`, if it has none.
[[nodiscard]] inline std::string_view line_ending(std::string_view text, std::string_view otherwise) noexcept {
  const std::size_t newline = text.find('\n');
  if (newline == std::string_view::npos) return otherwise;
  return newline > 0 && text[newline - 1] == '\r' ? "\r\n" : "\n";
}

/// Whether the first line contains a CR that is not a part of its end.
[[nodiscard]] inline bool has_single_cr(std::string_view text) noexcept {
  const std::string_view line = text.substr(0, line_end(text, 0));
  const std::size_t last = line.find_last_not_of('\r');
  return last != std::string_view::npos && line.substr(0, last).find('\r') != std::string_view::npos;
}

/// What is said of a list whose first line contains one.
inline constexpr std::string_view ends_lines_in_cr =
    "its lines end in CR alone, which ends no line here: convert them to LF or CR LF";

/// Consecutive lines that contain edits, and the number of these edits.
struct EditedLines {
  std::size_t begin;
  std::size_t end;  // before the LF of the last one
  std::size_t edits;
};

/// The lines that the first edit is in, extended by those that other edits in them reach. `edits` are sorted, at least
/// one.
[[nodiscard]] EditedLines first_edited_lines(std::string_view text, std::span<const Edit> edits) noexcept;

/// Edits, some of which also break lines.
struct BrokenLines {
  std::vector<Edit> edits;
  std::size_t too_long = 0;         // number of lines that exceeded it before, and still do
  std::size_t stayed_too_long = 0;  // number of lines that exceeded it before, and could not be broken
};

/// The limits on the length of lines, in bytes, without line ends.
struct LineLimits {
  std::size_t preferred = 0;
  std::size_t max = 0;         // 0 if there is no limit
  bool breaks_longer = false;  // lines that exceed the maximum already are broken, too, if they grow
};

/// Keeps edited lines within the preferred limit if they were within it before; others within the maximum, if they were
/// within that, or must be broken anyway. Lines are broken with `ending` at some of `opportunities`: offsets of white
/// space that may be replaced by other white space. Both lists are sorted. Linear.
[[nodiscard]] BrokenLines break_lines(std::string_view text, std::span<const Edit> edits,
                                      std::span<const std::size_t> opportunities, LineLimits limits,
                                      std::string_view ending);

}  // namespace absolve::inline detail
