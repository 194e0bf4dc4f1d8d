#pragma once

#include <optional>
#include <string>

#include "../inputs/job.h"
#include "../options/settings.h"
#include "../system/file_id.h"
#include "read_files.h"

namespace absolve::cli {

/// The path below --output-dir of a file that is named: as it is given, without what leads to the root. Throws
/// UsageError where it leads out of that folder.
[[nodiscard]] std::string output_below(const std::string& name);

/// Turns the outputs of jobs, which are paths below --output-dir so far, into paths, and lists the folders that have to
/// be made. Throws UsageError where two inputs would be written to one place, one of them into the other, or over what
/// is read. A file that is there twice is done once. Time: that of sorting, and of looking at each place.
void place_outputs(Jobs& jobs, const Settings& settings);

/// Drops a job whose output another job of the same file has. Throws UsageError where two files would have one output,
/// or where one output lies in another.
void drop_or_forbid_collisions(Jobs& jobs);

/// Throws UsageError where something that is read would be written over.
void forbid_read_as_output(const std::string& output, ReadFiles& read);

/// Takes files that are there twice, under whatever names, off the list; the first stays. A file with several names of
/// its own (hard links) is there once for each. Throws UsageError where a shard can't tell.
void drop_repeated_files(Jobs& jobs, const Settings& settings);

}  // namespace absolve::cli
