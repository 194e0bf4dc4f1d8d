#pragma once

#include "../inputs/job.h"
#include "../options/settings.h"

namespace absolve::cli {

/// Throws UsageError where a report would be written over an input, over what is read besides, over what is no report,
/// or to where something else is written, and where -o would be written over what is read besides. Time: that of
/// looking at each input and output, where there is a report or -o.
void forbid_places_of_others(const Settings& settings, const Jobs& jobs);

}  // namespace absolve::cli
