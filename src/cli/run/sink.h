// Run makes one Sink. The JobQueue passes the result of each job to receive(), and Run calls report() after the last
// job.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../inputs/job.h"
#include "../options/settings.h"
#include "../outputs/destination.h"
#include "../outputs/file_system_sync.h"
#include "../outputs/outcome.h"
#include "../outputs/writer.h"
#include "../report/report.h"
#include "../report/report_html.h"
#include "../told/log.h"
#include "../told/progress.h"
#include "task.h"

namespace absolve::cli {

/// How many new files may wait to be put in place together, as each needs a file descriptor; and about how many bytes,
/// as until then the old files need disk space, too.
[[nodiscard]] std::size_t max_group() noexcept;
inline constexpr std::uint64_t max_group_bytes = std::uint64_t{64} << 20;

/// Receives the results of all jobs, in the order of the jobs: new files are put in place, in groups; output, messages
/// and reports are written. Only one thread at a time may use it.
class Sink {
 public:
  /// `destination` is the common output; nullptr if each result has its own place. Throws FileError if a report can't
  /// be created.
  Sink(const Settings& settings, Progress& progress, Console& console, Destination* destination);

  /// Takes the result of a job. Returns whether to continue: false after a failure with --fail-fast. Throws FileError
  /// if the results can't be written.
  bool receive(const Job& job, Result&& result);
  /// Puts in place what was taken, and waits for it. To be called after all were taken, or in the turn of a job, when
  /// no other is taken. Throws FileError as above.
  void finish() { put_group(); }
  /// Puts a new file in place before its turn; its result is reported when it is taken. To be called as above.
  void put_early(const Job& job, Result& result);
  /// Reports a record of an archive, before the result of the archive is taken. To be called as above.
  void report_record(const Job& job, const RecordOutcome& record);
  /// Writes the reports; `seconds` is the duration of the run.
  void report(double seconds);

  [[nodiscard]] const Totals& totals() const noexcept { return totals_; }
  [[nodiscard]] Status status() const noexcept { return status_; }
  /// Whether an input is missing in the output.
  [[nodiscard]] bool is_incomplete() const noexcept { return is_incomplete_; }
  /// How many jobs were given up because of a signal.
  [[nodiscard]] std::size_t given_up() const noexcept { return given_up_; }

 private:
  struct Waiting {
    const Job* job;
    Result result;
  };

  void put_group();
  void write(std::string_view output);
  void print_name(const Job& job);
  [[nodiscard]] bool put(std::span<Waiting> ones);
  void tell_error(Waiting& one, const Placed& placed) noexcept;
  void tell(Waiting& one, std::string_view what) noexcept;
  void settle(const Job& job, Result&& result);
  template <class Kind, class Write>
  void write_report(std::optional<Kind>& report, const std::optional<std::string>& path, Write&& write);

  const Settings& settings_;
  Progress& progress_;
  Console& console_;
  std::optional<Writer> out_;
  std::optional<Writer> names_;  // with --dry-run: for the names of files that would change
  std::string named_wacz_;       // the last one that was named
  std::optional<Report> report_;
  std::optional<HtmlReport> html_;
  std::optional<CaptureIndex> index_;
  FileSystemSync file_system_;  // the one that new files are written to, with --output-dir
  std::size_t group_size_;
  std::vector<Waiting> group_;  // finished, and to be put in place
  std::uint64_t group_bytes_ = 0;
  Totals totals_;
  Status status_ = Status::done;
  bool has_failed_ = false;  // whether a job has failed
  bool is_incomplete_ = false;
  std::size_t given_up_ = 0;
};

}  // namespace absolve::cli
