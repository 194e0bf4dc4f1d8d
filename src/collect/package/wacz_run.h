// Called by run_file() for a WACZ, which is rewritten or shown as one file. If it isn't, the program makes a job for
// each archive in it (cli/jobs/package_jobs.h).

#pragma once

#include "../run.h"
#include "absolve/rewriter.h"

namespace absolve::collect {

/// run_file() for a WACZ:
///
///     archives -> run() -> scratch --.
///                  |  `- digest, size --> datapackage.json --> ZIP archive -> write
///                  `- lines of indexes/index.cdxj -------------'  |
///     all other members, with their bytes ------------------------'
///
/// New archives are stored, not deflated, and the others are stored, too, with their content unchanged. Throws
/// BadInput.
[[nodiscard]] Rewritten run_wacz(const RunSettings& settings, const FileBytes& file, const Scratch& scratch,
                                 const WriteFunction& write, const Input& input, const Observer& observer);

}  // namespace absolve::collect
