#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace absolve::markdown {

/// A cell of a table, without the white space around it: offsets in its row.
struct Cell {
  std::size_t begin;
  std::size_t end;
};

/// The end of a cell, from an offset in it on (GFM, section 4.10): a `|` without a backslash before it, wherever that
/// is, or the end of the row.
[[nodiscard]] std::size_t after_cell(std::string_view row, std::size_t at) noexcept;

/// The cells of a row.
/// Linear.
///
///     | a | `b \| c` | d
///       ^   ^------^   ^
[[nodiscard]] std::vector<Cell> cells_of(std::string_view row);

/// How many columns a line delimits that may stand below the header of a table: `|---|:-:|`; 0 if it is no such line.
[[nodiscard]] std::size_t delimited_columns(std::string_view line) noexcept;

}  // namespace absolve::markdown
