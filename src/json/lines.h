#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::json {

/// Takes each entry of a list (find/entries.h) as an object with a `reference`, and a `base` that may be missing, null
/// or empty: then it names none. Of members with one name the last counts, as for JSON.parse. Those that an answer has
/// (`url`, `reason`, `error`) are cuts. What is no such object has an error. An entry without more than white space has
/// no answer, nor has one that is the answer to such an entry. Linear.
[[nodiscard]] Finding find_in_lines(std::string_view text, const Request& request);

}  // namespace absolve::json
