#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "../text/strings.h"
#include "absolve/edit.h"
#include "absolve/table.h"
#include "rows.h"

namespace absolve::table {

/// What becomes of a row, as texts; "": nothing is to be said.
struct Answer {
  std::string url = {};
  std::string reason = {};
  std::string status = {};
  std::string error = {};
};

/// Whether what stands in the columns of answers of a row is none that is written here: it is the user's then. A row
/// that was left, as it had too many fields, may come to have such after the header got those columns. Linear in the
/// row.
[[nodiscard]] bool holds_foreign_answer(std::string_view text, const Row& row, const TableColumns& columns);

/// The edits that write an answer into a row of `text`, sorted. Where the answer is there already, there is none.
/// Linear in the row.
[[nodiscard]] std::vector<Edit> edits_of_answer(std::string_view text, const Row& row, const TableColumns& columns,
                                                char separator, const Answer& answer, Strings& strings);

/// The edits that add the names of the answers to the header; none where they are there. `name`: how they begin.
[[nodiscard]] std::vector<Edit> edits_of_header(const Row& header, const TableColumns& columns, char separator,
                                                std::string_view name, Strings& strings);

}  // namespace absolve::table
