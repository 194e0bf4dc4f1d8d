#pragma once

#include "job_input.h"
#include "outlet.h"
#include "task.h"

namespace absolve::cli {

/// Makes a new WACZ of one:
///
///     archives -> take_archive() -> a temporary file --.
///                      |            `- digest, size --> datapackage.json --> ZIP archive -> outlet.file, outlet.write
///                      lines of indexes/index.cdxj ----'
///
/// Archives in which something changes become full copies, which are stored, not deflated; so are the others, as they
/// are. All other members keep their bytes. Where nothing changes, the WACZ stays as it is. What can't be read as one
/// is left, and told. Returns whether there is a new one. Throws what reading and the outlet throw, and InputError
/// where a member can't be read.
bool take_wacz(Task& task, JobInput& opened, const Outlet& outlet);

}  // namespace absolve::cli
