#pragma once

#include <cstdint>
#include <vector>

#include "builder.h"
#include "tree.h"

namespace absolve::inline detail {

/// The fourth pass: the edits of the piece that decided links ask for. Children are written before the documents around
/// them, through their codecs. What only written bytes show turns a decision one way: then the tree is to be decided
/// anew, and nullopt comes back. `values` as resolve() made them. Linear, but for sorting.
[[nodiscard]] std::optional<std::vector<Edit>> write(PlanBuilder& builder, Tree& tree,
                                                     const std::vector<std::uint32_t>& values, std::size_t first_link);

}  // namespace absolve::inline detail
