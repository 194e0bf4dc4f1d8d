#pragma once

#include <string_view>

#include "absolve/basics.h"
#include "absolve/options.h"
#include "table_columns.h"

namespace absolve::inline detail {

/// Reads the columns from the first row of a table. `beginning` must hold that row completely; `type` is csv or tsv;
/// the options give the names of the columns (Options::fields). If all names that are not the usual ones are numbers,
/// counted from 1, there is no header. An error says in words what is wrong. Linear in the row.
///
/// The delimiter of csv is Options::delimiter; without one, what a line before the header says (`sep=;`, as Excel
/// writes it); without that, the first of comma, semicolon and tab by which the row has the columns.
[[nodiscard]] Expected<TableColumns> table_columns(std::string_view beginning, Type type, const Options& options);

}  // namespace absolve::inline detail
