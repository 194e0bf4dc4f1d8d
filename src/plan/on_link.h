#pragma once

#include <cstddef>

#include "builder.h"
#include "tree.h"

namespace absolve::inline detail {

// How Options::on_link is called. It is asked about a finished plan; its answers are kept while the plan is made again:
//
//     rounds ... settled -> ask_function() -> rounds with answers ... settled
//                                               resolve -> ... -> write
//                                               refuse_misread_answers(): once more

/// Calls the function for each link of a decided tree, in document order. Returns whether any answer differs from the
/// plan. Linear. What the function throws passes through.
[[nodiscard]] bool ask_function(PlanBuilder& builder, Tree& tree, const Origins& origins, std::size_t first_link);

/// Reads each text that contains answers once more, as the edits of its own links change it. Refuses the answers that
/// are not read as they were given, or that change what else is read. Returns whether there were any. Linear.
[[nodiscard]] bool refuse_misread_answers(PlanBuilder& builder, Tree& tree, const Origins& origins,
                                          std::size_t first_link);

}  // namespace absolve::inline detail
