#include "line_counters.h"

#include <map>
#include <mutex>
#include <optional>
#include <thread>

namespace absolve::c {

class LineCounters::State {
 public:
  LineCounter& of(const LinkQuestion& question) {
    const std::lock_guard lock(mutex_);
    std::optional<LineCounter>& lines = of_threads_[std::this_thread::get_id()];
    if (question.number == 0 || !lines) lines.emplace(question.plan);
    return *lines;
  }

 private:
  std::mutex mutex_;
  std::map<std::thread::id, std::optional<LineCounter>> of_threads_;
};

LineCounters::LineCounters() : state_(std::make_unique<State>()) {}
LineCounters::~LineCounters() = default;

LineCounter& LineCounters::of(const LinkQuestion& question) { return state_->of(question); }

}  // namespace absolve::c
