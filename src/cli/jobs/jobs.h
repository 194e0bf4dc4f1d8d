// Makes the list of jobs from the names, lists and folders on the command line. Run calls jobs_of() once, before the
// first job is begun.

#pragma once

#include "../inputs/job.h"
#include "../options/settings.h"

namespace absolve::cli {

/// All inputs of a run: files as they were named, those listed by --files-from, and those found in folders (-r) and in
/// Maildirs. Each file that is rewritten in place occurs once, whatever names it has. With --shard, only those of the
/// shard. Looks at names, kinds and sizes of files, and reads nothing but the beginnings of archives that may be
/// processed in parts. Throws UsageError, before anything is written, if --output-dir can't give each input a place of
/// its own.
[[nodiscard]] Jobs jobs_of(const Settings& settings);

}  // namespace absolve::cli
