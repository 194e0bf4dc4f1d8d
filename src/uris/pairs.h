#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::uris {

/// Takes each entry of a list (find/entries.h) as a base and a reference: what stands before its first tab, and what
/// stands after that. Without a tab, or where nothing stands before it, the entry names no base. Nothing is stripped or
/// decoded. Linear.
[[nodiscard]] Finding find_in_pairs(std::string_view text, const Request& request);

}  // namespace absolve::uris
