#pragma once

#include <cstdint>
#include <vector>

#include "builder.h"
#include "tree.h"

namespace absolve::inline detail {

/// The third pass: turns the decisions on links that need the overview. Base elements go, where the options ask for it
/// and nothing that stays needs them. `values` as resolve() made them. Linear.
void decide_documents(PlanBuilder& builder, Tree& tree, const std::vector<std::uint32_t>& values,
                      std::size_t first_link);

/// Whether references stay in a tree that another base could lead elsewhere.
[[nodiscard]] bool leaves_references(PlanBuilder& builder, const Tree& tree, std::size_t first_link);

/// Notes how many references stay, and why, and what section 5.3 advises against.
void note_references(PlanBuilder& builder, Tree& tree);

}  // namespace absolve::inline detail
