#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::table {

/// Takes each row of a table (rows.h) with a reference as an entry of a list. The columns are those in the options or,
/// if there are none, those in the header that the text begins with. Rows with more or fewer fields than the header, or
/// with broken quotes, are counted in notes, and so is the text after a quote that is never closed. If a row holds a
/// document, the whole table is left unchanged. Linear.
[[nodiscard]] Finding find(std::string_view text, const Request& request);

}  // namespace absolve::table
