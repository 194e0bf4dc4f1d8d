#pragma once

#include <cstdint>

#include "builder.h"
#include "tree.h"

namespace absolve::inline detail {

/// The first pass: reads the piece of a tree as `format`, and all documents nested in it, with their scopes. The list
/// of nodes is its work-list. `scope`: what covers the piece, which is what the user gave, or Scope::none. Linear,
/// within limits: past one, a document is left, with a note.
void find_documents(PlanBuilder& builder, Tree& tree, Format format, std::uint32_t scope);

}  // namespace absolve::inline detail
