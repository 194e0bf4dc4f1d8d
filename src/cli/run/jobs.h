#pragma once

#include "../inputs/job.h"
#include "../options/settings.h"

namespace absolve::cli {

/// All inputs of a run: files as they were named, those listed by --files-from, and what is found in folders (-r) and
/// in Maildirs. Each file that is to be rewritten where it is comes once, whatever it is called. With --shard, those of
/// the shard alone. Looks at names, kinds and sizes of files, and reads none, but for the beginnings of archives that
/// may be done in parts. Throws UsageError, before anything is written, where --output-dir can't give each input a
/// place of its own.
[[nodiscard]] Jobs jobs_of(const Settings& settings);

}  // namespace absolve::cli
