#pragma once

#include "absolve/plan.h"

namespace absolve::inline detail {

/// The rule of the user that leaves a relative reference unchanged; Reason::none if it may be rewritten. `text` is the
/// reference in UTF-8. `kind` is the kind of reference that it is; nullptr if it is of none. Linear in the reference.
[[nodiscard]] Reason left_by_rule(const Options& options, const Link& link, std::string_view text, bool Also::*kind);

}  // namespace absolve::inline detail
