#pragma once

#include "builder.h"
#include "retrieved.h"
#include "tree.h"

namespace absolve::inline detail {

/// The first pass: reads the piece of a tree as `format`, and all documents nested in it, with their scopes. The list
/// of nodes is its work-list. Linear, within limits: a document that exceeds one is left unchanged, with a note.
void find_documents(PlanBuilder& builder, Tree& tree, Format format, const Retrieved& retrieved);

/// What the finder of a node finds in a text that stands in place of the node's own. `entities` is how many more may be
/// met.
[[nodiscard]] Finding find_in_place_of(const PlanBuilder& builder, const Tree& tree, const Node& node,
                                       std::string_view text, std::size_t entities);

}  // namespace absolve::inline detail
