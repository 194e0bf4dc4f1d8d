// A Task adds notes that would be the same for every input, and Run prints each of them once, after the last job.

#pragma once

#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

namespace absolve::cli {

/// What is told once a run, not once an input. Any number of threads may add to it.
class RunNotes {
 public:
  void add(std::string_view text) {
    const std::lock_guard lock(mutex_);
    if (!texts_.contains(text)) texts_.emplace(text);
  }
  /// To be called when all inputs are done.
  [[nodiscard]] const std::set<std::string, std::less<>>& texts() const noexcept { return texts_; }

 private:
  std::mutex mutex_;
  std::set<std::string, std::less<>> texts_;
};

}  // namespace absolve::cli
