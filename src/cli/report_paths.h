#pragma once

#include "jobs.h"
#include "settings.h"

namespace absolve::cli {

/// Throws UsageError where a report would be written over an input, over what is read besides, or to where something
/// else is written. Time: that of looking at each input, where a file is in the place of a report.
void require_places_for_reports(const Settings& settings, const Jobs& jobs);

}  // namespace absolve::cli
