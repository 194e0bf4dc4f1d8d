#pragma once

#include "job_input.h"
#include "outlet.h"
#include "task.h"

namespace absolve::cli {

/// Plans an archive record by record, several at a time, and writes the new archive:
///
///     records -> plans -> new records ---> outlet.write       or, without it, plans -> outlet.take
///                            |
///                            originals: what later revisits in a full copy are adapted to
///
/// For full copies, archives wait for their turns, as revisits may refer to records of earlier ones. Returns whether
/// there is more to write than the record that an archive begins with. Throws what reading and the outlet throw, and
/// InputError if the new archive can't be written.
bool take_archive(Task& task, JobInput& opened, const Outlet& outlet);

}  // namespace absolve::cli
