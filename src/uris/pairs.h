#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::uris {

/// Takes each entry of a list (find/entries.h) as a base and a reference: what comes before its first tab, and what
/// comes after that. Without a tab, or where there is nothing before it, the entry names no base. Nothing is stripped
/// or decoded. Linear.
[[nodiscard]] Finding find_in_pairs(std::string_view text, const Request& request);

}  // namespace absolve::uris
