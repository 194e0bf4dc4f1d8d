#pragma once

#include <string_view>

#include "../find/finding.h"
#include "budget.h"

namespace absolve::html {

/// The budget of the tree reader for a page of `size` bytes: linear in the size, up to 1 GiB of memory, and ample for
/// real pages.
[[nodiscard]] Budget tree_budget(std::size_t size) noexcept;

/// Reads a page in UTF-8 or an ASCII-compatible charset, which may have a byte order mark, by building its tree with
/// Gumbo. Linear, as the budget is; if that is exceeded, the finding contains nothing but its failure.
[[nodiscard]] Finding read_tree(std::string_view text, const Budget& budget, const Request& request);

}  // namespace absolve::html
