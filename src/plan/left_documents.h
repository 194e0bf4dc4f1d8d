#pragma once

#include <cstdint>

#include "builder.h"
#include "tree.h"

namespace absolve::inline detail {

/// Whether the document of a node, whose text is open, is left as a whole: it is of a kind that is not read, whatever
/// its header says, or its text is signed. A note says why. One that shows another format gets that format. Linear.
[[nodiscard]] bool is_left_whole(const PlanBuilder& builder, Tree& tree, std::uint32_t index);

}  // namespace absolve::inline detail
