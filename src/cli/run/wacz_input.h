#pragma once

#include "job_input.h"
#include "outlet.h"
#include "task.h"

namespace absolve::cli {

/// Makes a new WACZ from a WACZ:
///
///     archives -> take_collection() -> a temporary file --.
///                      |               `- digest, size --> datapackage.json --> ZIP archive -> outlet.file,
///                      outlet.write lines of indexes/index.cdxj -------'
///
/// Archives in which something changes become full copies, which are stored, not deflated; the other archives are
/// stored, too, with their content unchanged. All other members keep their bytes. If nothing changes, the WACZ is left
/// unchanged. A file that can't be read as a WACZ is left unchanged, with a message. Returns whether there is a new
/// one. Throws what reading and the outlet throw, and InputError if a member can't be read.
bool take_wacz(Task& task, JobInput& opened, const Outlet& outlet);

}  // namespace absolve::cli
