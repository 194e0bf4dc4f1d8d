// What jobs_of() does about packages (WACZ, EPUB) at the end: it checks that they can be written, stores standard input
// in a file if that is a package, and divides a WACZ into a job for each of its archives.

#pragma once

#include "../inputs/job.h"
#include "../options/settings.h"

namespace absolve::cli {

/// Throws UsageError if a book is given a URL that can't be that of a folder, if --wacz is used for an input that is no
/// WACZ by its name or --type, if several would be written to the same output, or if a file with the name of a WACZ
/// would not become one. Files found in folders may be anything.
void check_packages(const Jobs& jobs, const Settings& settings);

/// If standard input is a package (--type wacz, epub), makes it a file, as its members are not read in order. If that
/// is impossible, its job has failed.
void keep_standard_input(Jobs& jobs, const Settings& settings);

/// Replaces the job for a WACZ by one for each archive in it. If it can't be read as one, the job is kept: processing
/// it will report why. If its file can't be read, the job has failed. Throws UsageError if two archives would be
/// written to one place.
void divide_wacz(Jobs& jobs, const Settings& settings);

}  // namespace absolve::cli
