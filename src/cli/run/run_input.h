// rewrite_file() and show_input() call run_input() once the input is open. It reads a WACZ or a book member by
// member, and passes everything else to run_collection().

#pragma once

#include "job_input.h"
#include "outlet.h"
#include "task.h"

namespace absolve::cli {

/// Reads an input to its end: plans and shows its units, or writes what becomes of them. Returns whether anything
/// changes. Throws what reading, writing and showing throw.
bool run_input(Task& task, JobInput& opened, const Outlet& outlet);

}  // namespace absolve::cli
