#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::json {

/// Takes each entry of a list (find/entries.h) as a line of a stream (stream.h) with a reference, and with a base or a
/// URL that may be missing, null or empty: then it names none. Lines with nothing to answer are counted in notes;
/// one without more than white space is nothing at all. Where a line holds a document, all of the list is left. Linear.
[[nodiscard]] Finding find_in_lines(std::string_view text, const Request& request);

}  // namespace absolve::json
