#pragma once

#include <memory>

#include "absolve/options.h"
#include "absolve/plan.h"

namespace absolve::c {

/// Counters of lines, for links that are asked about in the order of their plan: one for each thread that asks.
class LineCounters {
 public:
  LineCounters();
  ~LineCounters();
  LineCounters(const LineCounters&) = delete;
  LineCounters& operator=(const LineCounters&) = delete;

  [[nodiscard]] LineCounter& of(const LinkQuestion& question);

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace absolve::c
