// The Sink has the line of a Progress drawn again after each job, and the Console hides this line before it prints
// anything.

#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "../options/settings.h"
#include "../outputs/outcome.h"

namespace absolve::cli {

/// A line on standard error that shows the progress of a run, and is removed at the end. For one thread.
class Progress {
 public:
  using Clock = std::chrono::steady_clock;

  /// `files` is the total number of files.
  Progress(When when, std::size_t files, std::function<Clock::time_point()> now = Clock::now);
  ~Progress() { hide(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Draws the line again, at most ten times a second. `path` is the file that is being processed, or was last.
  void show(const Totals& totals, std::string_view path = {}) noexcept;
  /// Removes the line, so that something else can be printed.
  void hide();

 private:
  std::function<Clock::time_point()> now_;
  Clock::time_point start_;
  Clock::time_point drawn_;
  std::size_t files_;
  bool wanted_;
  bool shown_ = false;
};

/// `[#######-------] 12,345 of 50,000 files, 3 failed, 0:12 left  path/page.html`, in less than `columns` columns: if
/// there are few, first the path is left out, then the bar, then the end of the rest. The remaining time is shown after
/// the first second; `seconds` is the time that has passed. It contains no control characters, whatever the path is.
[[nodiscard]] std::string progress_line(const Totals& totals, std::size_t files, double seconds, std::string_view path,
                                        std::size_t columns);

}  // namespace absolve::cli
