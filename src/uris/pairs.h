#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::uris {

/// Takes each entry of a list (find/entries.h) as a base and a reference: the text before its first tab, and the text
/// after it. Without a tab, or with nothing before it, the entry names no base. Nothing is trimmed or decoded. Linear.
[[nodiscard]] Finding find_in_pairs(std::string_view text, const Request& request);

}  // namespace absolve::uris
