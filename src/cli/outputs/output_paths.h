// jobs_of() calls these functions before anything is written, to determine where below --output-dir the output of each
// job goes, and to drop files that occur twice.

#pragma once

#include <string>

#include "../inputs/job.h"
#include "../options/settings.h"
#include "read_files.h"

namespace absolve::cli {

/// The path below --output-dir for a file that was named: as given, without what leads to the root. Throws UsageError
/// if it leads out of that folder.
[[nodiscard]] std::string output_below(const std::string& name);

/// Turns the outputs of jobs, which are relative to --output-dir so far, into paths, and lists the folders that must be
/// created. Throws UsageError if two inputs would be written to one place, one of them into the other, or over a file
/// that is read. A file that occurs twice is processed once. Takes the time to sort the jobs and to examine each place.
void place_outputs(Jobs& jobs, const Settings& settings);

/// Drops a job whose output is also that of another job for the same file. Throws UsageError if two files would have
/// the same output, or if one output would be inside another.
void drop_or_forbid_collisions(Jobs& jobs);

/// Throws UsageError if a file that is read would be overwritten.
void forbid_read_as_output(const std::string& output, ReadFiles& read);

/// Removes files that occur twice, under whatever names; the first one is kept. A file with several names (hard links)
/// is kept once for each. Throws UsageError if a shard can't tell.
void drop_repeated_files(Jobs& jobs, const Settings& settings);

}  // namespace absolve::cli
