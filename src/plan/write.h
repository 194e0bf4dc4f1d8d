#pragma once

#include <vector>

#include "builder.h"
#include "tree.h"

namespace absolve::inline detail {

/// The fourth pass: the edits of the piece that carry out the decisions on links. Children are written before the
/// documents around them, through their codecs. If written bytes show a problem, a decision is turned from rewrite to
/// keep; then the result is nullopt, and the tree must be decided again. `origins` come from resolve(). Linear, except
/// for sorting.
[[nodiscard]] std::optional<std::vector<Edit>> write(PlanBuilder& builder, Tree& tree, const Origins& origins,
                                                     std::size_t first_link);

}  // namespace absolve::inline detail
