// Called when the list of jobs is made, before anything is written, so that neither a report nor -o overwrites a file
// by mistake.

#pragma once

#include "../inputs/job.h"
#include "../options/settings.h"

namespace absolve::cli {

/// Throws UsageError if a report would overwrite an input, another file that is read, or something that is not a
/// report; if it would go to the place of another output; or if -o would overwrite a file that is read but is not an
/// input. If there is a report or -o, this takes the time to examine each input and output.
void forbid_places_of_others(const Settings& settings, const Jobs& jobs);

}  // namespace absolve::cli
