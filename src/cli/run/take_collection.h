#pragma once

#include <string>

#include "../../archive/old_index.h"
#include "absolve/rewriter.h"
#include "job_input.h"
#include "outlet.h"
#include "task.h"

namespace absolve::cli {

/// An archive in a WACZ.
struct Member {
  std::string name_in_index;
  const OldIndex* old_index;  // the index of the WACZ that the new one replaces
};

/// Reads an input to its end, unit by unit (collect/run.h), and tells the task. `member`: nullptr: it is not in a WACZ.
/// Throws what reading, writing and showing throw.
[[nodiscard]] Rewritten take_collection(Task& task, JobInput& opened, const Outlet& outlet,
                                        const Member* member = nullptr);

}  // namespace absolve::cli
