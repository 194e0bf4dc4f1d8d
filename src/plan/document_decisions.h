#pragma once

#include "builder.h"
#include "tree.h"

namespace absolve::inline detail {

/// The third pass: changes those decisions on links that need an overview. Removes base elements, if the options ask
/// for it and nothing that is left unchanged needs them. Returns false if one stays that hides local copies: then the
/// links must be decided again. `origins` come from resolve(). Linear.
[[nodiscard]] bool decide_documents(PlanBuilder& builder, Tree& tree, const Origins& origins, std::size_t first_link);

/// Whether a tree holds references that are left unchanged and that another base would resolve differently.
[[nodiscard]] bool leaves_references(const Tree& tree, const Origins& origins);

/// Notes how many references are left unchanged, and why, and what section 5.3 advises against.
void note_references(PlanBuilder& builder, Tree& tree);

}  // namespace absolve::inline detail
