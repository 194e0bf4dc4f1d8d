#pragma once

#include <vector>

#include "absolve/base.h"
#include "absolve/edit.h"
#include "draft.h"

namespace absolve::inline detail {

/// Plans a message with all that is nested in it. `below` is what --url says. Linear, within limits: past one, an
/// entity is left as it is, and noted.
[[nodiscard]] std::vector<Edit> plan_message(Draft& draft, const Layers& below);

/// Plans a mailbox, message by message.
[[nodiscard]] std::vector<Edit> plan_mailbox(Draft& draft, const Layers& below);

}  // namespace absolve::inline detail
