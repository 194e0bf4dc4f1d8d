#include "progress.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <new>
#include <utility>

#include "../report/summary.h"
#include "../system/layout.h"
#include "../system/messages.h"

namespace absolve::cli {
namespace {

constexpr auto interval = std::chrono::milliseconds(100);
constexpr std::size_t bar_cells = 14;
constexpr std::size_t min_path_columns = 20;
constexpr std::size_t columns_elsewhere = 80;  // for --progress=always without a terminal
constexpr double soonest_guess = 1;            // second: an estimate made earlier is too inaccurate

/// 0:12, 1:02:03
std::string clock_text(double seconds) {
  const auto all = static_cast<std::size_t>(shown_time(seconds) + 0.5);
  const auto two_digits = [](std::size_t number) { return (number < 10 ? "0" : "") + std::to_string(number); };
  const std::size_t minutes = all / 60;
  const std::string front =
      minutes < 60 ? std::to_string(minutes) : std::to_string(minutes / 60) + ":" + two_digits(minutes % 60);
  return front + ":" + two_digits(all % 60);
}

std::string bar(std::size_t done, std::size_t all) {
  const double share = all == 0 ? 0 : static_cast<double>(done) / static_cast<double>(all);
  const auto full = std::min(static_cast<std::size_t>(share * bar_cells), bar_cells);
  return "[" + std::string(full, '#') + std::string(bar_cells - full, '-') + "] ";
}

}  // namespace

Progress::Progress(When when, std::size_t files, std::function<Clock::time_point()> now)
    : now_(std::move(now)),
      start_(now_()),
      drawn_(start_),  // a run that is over at once needs no line
      files_(files),
      wanted_(when == When::always || (when == When::automatic && is_capable_terminal(STDERR_FILENO))) {}

void Progress::show(const Totals& totals, std::string_view path) noexcept try {
  if (!wanted_) return;
  const Clock::time_point now = now_();
  if (now - drawn_ < interval) return;
  drawn_ = now;
  const std::size_t columns = columns_of(STDERR_FILENO);  // it may have changed
  const std::string line = "\r" +
                           progress_line(totals, files_, std::chrono::duration<double>(now - start_).count(), path,
                                         columns == unlimited ? columns_elsewhere : columns) +
                           "\x1B[K";
  std::fwrite(line.data(), 1, line.size(), stderr);
  shown_ = true;
} catch (const std::bad_alloc&) {
  // It is drawn another time.
}

void Progress::hide() {
  if (!std::exchange(shown_, false)) return;
  std::fputs("\r\x1B[K", stderr);
}

std::string progress_line(const Totals& totals, std::size_t files, double seconds, std::string_view path,
                          std::size_t columns) {
  const std::size_t available =
      std::max<std::size_t>(columns, 1) - 1;  // in the last column, a terminal may break the line
  std::string line = grouped(totals.files) + " of " + grouped(files) + (files == 1 ? " file" : " files");
  if (totals.failed > 0) line += ", " + grouped(totals.failed) + " failed";
  if (seconds >= soonest_guess && totals.files > 0 && totals.files < files) {
    const auto left = static_cast<double>(files - totals.files);
    line += ", " + clock_text(seconds / static_cast<double>(totals.files) * left) + " left";
  }
  const std::string drawn = bar(totals.files, files);
  if (drawn.size() + line.size() <= available) line.insert(0, drawn);
  if (line.size() > available) line.resize(available);
  if (path.empty() || available < line.size() + 2 + min_path_columns) return line;
  const std::size_t left = available - line.size() - 2;
  return line + "  " + shortened(display_name(path), left);
}

}  // namespace absolve::cli
