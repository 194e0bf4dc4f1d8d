#pragma once

#include <string>
#include <string_view>

#include "../system/job_queue.h"
#include "progress.h"

namespace absolve::cli {

/// Standard error, which messages and the line of progress share.
class Console {
 public:
  explicit Console(Progress& progress) noexcept : progress_(progress) {}

  /// Prints whole lines. One thread at a time may do so.
  void print(std::string_view lines) noexcept;
  /// `absolve: where: what`; with less care for what is printable where memory is out.
  void complain(std::string_view where, std::string_view what) noexcept;

 private:
  Progress& progress_;
};

/// The messages about one input: at once where its turn has come, and else once it is taken.
class Log {
 public:
  /// nullptr: its turn does not come before it is taken.
  Log(Console& console, const Turn* turn) noexcept : console_(console), turn_(turn) {}

  /// `absolve: where: what`; with less care for what is printable where memory is out.
  void complain(std::string_view where, std::string_view what) noexcept;

  /// What waits to be printed.
  [[nodiscard]] std::string take_kept() noexcept { return std::exchange(kept_, {}); }

 private:
  Console& console_;
  const Turn* turn_;
  std::string kept_;
};

}  // namespace absolve::cli
