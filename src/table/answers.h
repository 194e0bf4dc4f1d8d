#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "../text/strings.h"
#include "absolve/link.h"
#include "rows.h"

namespace absolve::table {

/// The answer to a row, as texts; "" if the field is empty.
struct Answer {
  std::string url = {};
  std::string reason = {};
  std::string status = {};
  std::string error = {};
};

/// The columns, and those that are added for answers: they come after all others.
[[nodiscard]] TableColumns with_answers(TableColumns columns) noexcept;

/// The number of columns without those of answers.
[[nodiscard]] std::size_t width_without_answers(const TableColumns& columns) noexcept;

/// Whether a row has a field in each column, and after them nothing, empty fields (as spreadsheets write them), or as
/// many more fields as there will be `with_answers`. Once the header has these columns, the result is the same.
[[nodiscard]] bool is_as_wide(const Row& row, const TableColumns& columns) noexcept;

/// Whether the answer columns of a row contain something that this program would not write: then it belongs to the
/// user. A row that was left because it had too many fields may get into this state when these columns are added to the
/// header. Linear in the row.
[[nodiscard]] bool holds_foreign_answer(std::string_view text, const Row& row, const TableColumns& columns);

/// The edits that write an answer into a row of `text`, sorted. If the answer is already there, there are none.
/// Linear in the row.
[[nodiscard]] std::vector<Edit> edits_of_answer(std::string_view text, const Row& row, const TableColumns& columns,
                                                const Answer& answer, Strings& strings);

/// The edits that add the names of the answer columns to the header; none if they are there. `name` is how they begin.
[[nodiscard]] std::vector<Edit> edits_of_header(const Row& header, const TableColumns& columns, std::string_view name,
                                                Strings& strings);

}  // namespace absolve::table
