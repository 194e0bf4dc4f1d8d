#pragma once

#include <cstdint>
#include <string>

#include "absolve/link.h"
#include "builder.h"
#include "tree.h"

namespace absolve::inline detail {

/// Makes the text of a node whose place is known: opens the codecs around it, and determines its charset. False:
/// nothing of it can be read, or listed, and a note says why. Linear in its bytes.
[[nodiscard]] bool open_text(PlanBuilder& builder, Tree& tree, std::uint32_t index);

/// Marks a node as unread, with a note of severity failure.
void give_up(Tree& tree, std::uint32_t index, NoteCode code, std::string why);

}  // namespace absolve::inline detail
