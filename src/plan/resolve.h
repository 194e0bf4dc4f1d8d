#pragma once

#include "builder.h"
#include "tree.h"

namespace absolve::inline detail {

/// The second pass: adds the documents, parts and links of a tree to the plan, in document order, and decides on each
/// link by itself: rewrite, absolute, or keep with a reason. Linear.
///
/// `values[i]` becomes the index of the value that link `first + i` is in, where `first` is the number of links
/// before the tree.
void resolve(PlanBuilder& builder, Tree& tree, std::vector<std::uint32_t>& values);

}  // namespace absolve::inline detail
