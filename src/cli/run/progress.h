#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "../options/settings.h"
#include "../outputs/outcome.h"

namespace absolve::cli {

/// A line on standard error that says how far a run has come, and goes away at the end. For one thread.
class Progress {
 public:
  using Clock = std::chrono::steady_clock;

  /// `files`: how many there are in all.
  Progress(When when, std::size_t files, std::function<Clock::time_point()> now = Clock::now);
  ~Progress() { hide(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Draws the line anew, at most ten times a second. `path`: the file that is done or was just done.
  void show(const Totals& totals, std::string_view path = {}) noexcept;
  /// Takes the line away, so that something else can be said.
  void hide();

 private:
  std::function<Clock::time_point()> now_;
  Clock::time_point start_;
  Clock::time_point drawn_;
  std::size_t files_;
  bool wanted_;
  bool shown_ = false;
};

/// `[#######-------] 12,345 of 50,000 files, 3 failed, 0:12 left  path/page.html`, in less than `columns` columns:
/// where there are few the path goes first, then the bar, then the end of what is left. The time left is shown after a
/// second, `seconds` being those that have passed. No control characters, whatever the path.
[[nodiscard]] std::string progress_line(const Totals& totals, std::size_t files, double seconds, std::string_view path,
                                        std::size_t columns);

}  // namespace absolve::cli
