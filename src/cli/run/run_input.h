// rewrite_file() and show_input() call run_input() once the input is open, with an Outlet: rewrite_file() fills in
// functions that write a new file, and show_input() those that write to the common output. It reads a WACZ or a book
// member by member, and everything else as a collection.

#pragma once

#include <functional>
#include <string>

#include "absolve/rewriter.h"
#include "job_input.h"
#include "task.h"

namespace absolve::cli {

/// Where the results of one input go: bytes to `write`, or, for views, units to `show`. If neither is set, the input is
/// only processed for the messages.
struct Outlet {
  WriteFunction write = nullptr;
  Observer observer = {};                                // of what is written
  std::function<void(const Unit& unit)> show = nullptr;  // one that has a plan
  std::string name = {};                                 // of the file that is written; "" if it has none
  bool writes_unchanged = true;                          // also write a new archive that gets no record
  std::function<std::string()> directory = nullptr;  // the folder for temporary files, with a slash; nullptr means any

  void show_plan_of(const Unit& unit) const {
    if (show && unit.plan != nullptr) show(unit);
  }
};

/// Reads an input to its end: plans and shows its units, or writes what becomes of them. Returns whether anything
/// changes. Throws what reading, writing and showing throw.
bool run_input(Task& task, JobInput& opened, const Outlet& outlet);

}  // namespace absolve::cli
