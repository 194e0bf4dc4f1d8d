#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::json {

/// Takes each entry of a list (find/entries.h) as a line of a stream (stream.h) with a reference, and with a base or a
/// URL. That may be missing, null or empty: then the line names none. Lines with nothing to answer are counted in
/// notes; lines of only white space are ignored. If a line holds a document, the whole list is left unchanged. Linear.
[[nodiscard]] Finding find_in_lines(std::string_view text, const Request& request);

}  // namespace absolve::json
