// Called by run_input() for a WACZ or a book, as run_collection() is for all other inputs.

#pragma once

#include "job_input.h"
#include "outlet.h"
#include "task.h"

namespace absolve::cli {

/// Makes a new package from a package, a WACZ or a book (Rewriter::run()), or shows its units. What is told about a
/// member has the member's name. A file that can't be read as a package is left unchanged, with a message. Returns
/// whether anything changes. Throws what reading and the outlet throw.
bool run_package(Task& task, JobInput& opened, const Outlet& outlet);

}  // namespace absolve::cli
