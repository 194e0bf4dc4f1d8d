#pragma once

#include <cstdint>
#include <vector>

#include "builder.h"
#include "tree.h"

namespace absolve::inline detail {

/// The third pass: changes those decisions on links that need an overview. Removes base elements, if the options ask
/// for it and nothing that is left unchanged needs them. `values` comes from resolve(). Linear.
void decide_documents(PlanBuilder& builder, Tree& tree, const std::vector<std::uint32_t>& values,
                      std::size_t first_link);

/// Whether a tree holds references that are left unchanged and that another base would resolve differently.
[[nodiscard]] bool leaves_references(PlanBuilder& builder, const Tree& tree, std::size_t first_link);

/// Notes how many references are left unchanged, and why, and what section 5.3 advises against.
void note_references(PlanBuilder& builder, Tree& tree);

}  // namespace absolve::inline detail
