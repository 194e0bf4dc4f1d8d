// For a build without threads (ABSOLVE_THREADS).

#include <optional>

#include "line_counters.h"

namespace absolve::c {

class LineCounters::State {
 public:
  std::optional<LineCounter> lines;
};

LineCounters::LineCounters() : state_(std::make_unique<State>()) {}
LineCounters::~LineCounters() = default;

LineCounter& LineCounters::of(const LinkQuestion& question) {
  std::optional<LineCounter>& lines = state_->lines;
  if (question.number == 0 || !lines) lines.emplace(question.plan);
  return *lines;
}

}  // namespace absolve::c
