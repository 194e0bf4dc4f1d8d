#pragma once

#include "builder.h"
#include "tree.h"

namespace absolve::inline detail {

/// Adds a note if the text of the root node, a page, has no tag: then it is no page, unless somebody or its name says
/// so. It may be a style sheet or a list, and would be left unchanged without any note. Also if a page looks like
/// Markdown with HTML in it. Linear.
void note_no_markup(const PlanBuilder& builder, Tree& tree, const Node& node);

}  // namespace absolve::inline detail
