// Tells run_input() where to put what it makes: rewrite_file() fills in functions that write a new file, and
// show_input() those that write to the common output.

#pragma once

#include <functional>
#include <string>

#include "absolve/rewriter.h"

namespace absolve::cli {

/// Where the results of one input go: bytes to `write`, or, for views, units to `show`. If neither is set, the input is
/// only processed for the messages.
struct Outlet {
  WriteFunction write = nullptr;
  Observer observer = {};  // of what is written
  std::function<void(const Unit&)> show = nullptr;
  std::string name = {};                             // of the file that is written; "" if it has none
  bool writes_unchanged = true;                      // also write a new archive that gets no record
  std::function<std::string()> directory = nullptr;  // the folder for temporary files, with a slash; nullptr means any

  void show_plan_of(const Unit& unit) const {
    if (!write && show && unit.plan != nullptr) show(unit);
  }
};

}  // namespace absolve::cli
