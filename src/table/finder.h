#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::table {

/// Takes each row of a table (rows.h) with a reference as an entry of a list. Its columns are those of the options or,
/// where these say none, of the header that the text begins with. Rows that have more or fewer fields than the header,
/// or whose quotes are broken, are counted in notes, and so is what follows a quote that nothing closes. Where a row
/// holds a document, all of the table is left. Linear.
[[nodiscard]] Finding find(std::string_view text, const Request& request);

}  // namespace absolve::table
