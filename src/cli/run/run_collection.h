// Called by run_input() for each input that is not read as a package. The loop in collect/ divides the input into
// units, and each unit goes to the Task and to the Outlet.

#pragma once

#include "../../collect/run.h"
#include "absolve/rewriter.h"
#include "job_input.h"
#include "outlet.h"
#include "task.h"

namespace absolve::cli {

/// Reads an input to its end, unit by unit (collect/run.h), and tells the task. Throws what reading, writing and
/// showing throw.
[[nodiscard]] Rewritten run_collection(Task& task, JobInput& opened, const Outlet& outlet);

/// What such a run needs. Throws InputError if a new archive can't be made.
[[nodiscard]] RewriterOptions options_of_run(const Task& task, const JobInput& opened, const Outlet& outlet);
[[nodiscard]] collect::RunSettings settings_of_run(const Task& task, const RewriterOptions& more);

}  // namespace absolve::cli
