#pragma once

#include "job_input.h"
#include "outlet.h"
#include "task.h"

namespace absolve::cli {

/// Plans an input in units that fit in memory, and hands the results to the outlet, in order: an archive record by
/// record, a stream line by line, a mailbox message by message, a list by blocks of lines, everything else as a whole.
/// Returns whether anything changes. Throws what reading and the outlet throw.
bool take_input(Task& task, JobInput& opened, const Outlet& outlet);

}  // namespace absolve::cli
