#pragma once

#include "absolve/plan.h"

namespace absolve::inline detail {

/// The rule of the user's that has a relative reference stay; none: it may be rewritten. Linear in the reference.
[[nodiscard]] Reason left_by_rule(const Options& options, const Link& link);

}  // namespace absolve::inline detail
