#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "builder.h"
#include "tree.h"

namespace absolve::inline detail {

// How Options::on_link is served. It is asked about a plan that is settled, and remembered while that is made anew:
//
//     rounds ... settled -> ask_function() -> rounds with answers ... settled
//                                               resolve -> ... -> write
//                                               refuse_misread_answers(): once more

/// Asks the function about each link of a settled tree, in document order. Returns whether it answers anything but what
/// is planned. Linear. Throws what it throws.
[[nodiscard]] bool ask_function(PlanBuilder& builder, Tree& tree, const std::vector<std::uint32_t>& values,
                                std::size_t first_link);

/// Reads each text with answers in it once more, as the edits of its own links leave it, and refuses the answers that
/// do not read as they were given, or change what else is read. Returns whether there were any. Linear.
[[nodiscard]] bool refuse_misread_answers(PlanBuilder& builder, Tree& tree, const std::vector<std::uint32_t>& values,
                                          std::size_t first_link);

}  // namespace absolve::inline detail
