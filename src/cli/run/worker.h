// Run makes one Worker for each thread. The JobQueue calls it with one job after another, and gets a Result for each.

#pragma once

#include <optional>

#include "../outputs/writer.h"
#include "job_input.h"
#include "task.h"

namespace absolve::cli {

/// Processes jobs one by one: each input is rewritten to a file of its own, or written to the common output.
///
///     rewrite_file() or show_input()    for these two cases
///         JobInput                      opens the input, detects its type
///         run_input()                   archive, stream, mailbox, list or document: plans it piece by piece
class Worker {
 public:
  explicit Worker(const RunContext& context);

  /// Throws if the common output can't be written, and if waiting for the turn does. After a signal, all jobs are given
  /// up.
  [[nodiscard]] Result operator()(const Job& job, const Turn& turn);

 private:
  enum class Attempt { first, last };
  [[nodiscard]] Result run_job(const Job& job, const Turn& turn, Attempt attempt, AttemptBefore before = {});
  [[nodiscard]] bool try_input(Task& task, Attempt attempt);

  const RunContext& context_;
  Workspace workspace_;
  std::optional<Writer> out_;  // the common output; nullopt if each result has its own place
};

}  // namespace absolve::cli
