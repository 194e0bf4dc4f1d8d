#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "absolve/edit.h"

namespace absolve::inline detail {

/// Where the line that starts at `at` ends: the offset of its LF, or the end of the text.
[[nodiscard]] inline std::size_t line_end(std::string_view text, std::size_t at) noexcept {
  const std::size_t newline = text.find('\n', at);
  return newline == std::string_view::npos ? text.size() : newline;
}

/// Where the line starts that holds byte `at`, or that ends there.
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

/// How the lines of a text end: as its first one does; `otherwise`, where there is none.
[[nodiscard]] inline std::string_view line_ending(std::string_view text, std::string_view otherwise) noexcept {
  const std::size_t newline = text.find('\n');
  if (newline == std::string_view::npos) return otherwise;
  return newline > 0 && text[newline - 1] == '\r' ? "\r\n" : "\n";
}

/// Lines in a row that edits are in, and how many edits these are.
struct EditedLines {
  std::size_t begin;
  std::size_t end;  // before the LF of the last one
  std::size_t edits;
};

/// The lines that the first edit is in, and those that others in them reach. `edits`: sorted, at least one.
[[nodiscard]] EditedLines first_edited_lines(std::string_view text, std::span<const Edit> edits) noexcept;

/// Edits, some of which now break lines.
struct BrokenLines {
  std::vector<Edit> edits;
  std::size_t too_long = 0;         // lines that passed the limit on all lines just the same
  std::size_t stayed_too_long = 0;  // lines that had passed it before, and were to be broken
};

/// How long lines may be, in bytes, line ends not counted.
struct LineLimits {
  std::size_t preferred = 0;
  std::size_t max = 0;         // 0: there is no limit
  bool breaks_longer = false;  // lines that have passed it already are broken, too, where they grow
};

/// Keeps edited lines within the preferred limit where they were so before, and others within the other limit where
/// they were within that, or are to be broken all the same: by `ending` at some of `opportunities`, offsets where white
/// space may be any white space. Both lists are sorted. Linear.
[[nodiscard]] BrokenLines break_lines(std::string_view text, std::span<const Edit> edits,
                                      std::span<const std::size_t> opportunities, LineLimits limits,
                                      std::string_view ending);

}  // namespace absolve::inline detail
