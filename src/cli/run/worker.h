#pragma once

#include <optional>

#include "../outputs/writer.h"
#include "job_input.h"
#include "task.h"

namespace absolve::cli {

/// Does one job after the other: each input is rewritten to a file of its own, or shown where all results go.
///
///     rewrite_file() or show_input()    where the results go
///         JobInput                      opens the input, detects its type
///         take_input()                  archive, stream, mailbox, list or document: plans it piece by piece
class Worker {
 public:
  explicit Worker(const RunContext& context);

  /// Throws where the one output can't be written, and where waiting for the turn does. Once a signal has come, all
  /// jobs are given up.
  [[nodiscard]] Result operator()(const Job& job, const Turn& turn);

 private:
  enum class Attempt { first, last };
  [[nodiscard]] Result do_job(const Job& job, const Turn& turn, Attempt attempt, AttemptBefore before = {});
  [[nodiscard]] bool try_input(Task& task, Attempt attempt);

  const RunContext& context_;
  Workspace workspace_;
  std::optional<Writer> out_;  // where all results go; nullopt: each has a place of its own
};

}  // namespace absolve::cli
