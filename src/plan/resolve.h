#pragma once

#include "builder.h"
#include "tree.h"

namespace absolve::inline detail {

/// The second pass: adds the documents, parts and links of a tree to the plan, in document order, and decides on each
/// link by itself: rewrite, absolute, or keep with a reason. Linear.
///
/// `origins[i]` becomes that of link `first + i`, where `first` is the number of links before the tree. Returns false
/// if a reference shows that others are meant to lead to copies: then this pass must be repeated.
[[nodiscard]] bool resolve(PlanBuilder& builder, Tree& tree, Origins& origins);

}  // namespace absolve::inline detail
