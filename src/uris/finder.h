#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::uris {

/// Takes each entry of a list (find/entries.h) as one reference: nothing is trimmed or decoded, and an empty line is an
/// empty reference. Linear.
[[nodiscard]] Finding find(std::string_view text, const Request& request);

}  // namespace absolve::uris
