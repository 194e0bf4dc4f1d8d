#pragma once

#include "absolve/plan.h"

namespace absolve::inline detail {

/// The rule of the user that leaves a relative reference unchanged; Reason::none: it may be rewritten. Linear in the
/// reference.
[[nodiscard]] Reason left_by_rule(const Options& options, const Link& link);

}  // namespace absolve::inline detail
