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
#include "../report/capture_index.h"
#include "../report/report.h"
#include "../report/report_html.h"
#include "log.h"
#include "progress.h"
#include "task.h"

namespace absolve::cli {

/// How many new files may wait to be put in place together: each is a descriptor. And how many bytes, about: until then
/// there is room for the old ones, too.
[[nodiscard]] std::size_t max_group() noexcept;
inline constexpr std::uint64_t max_group_bytes = std::uint64_t{64} << 20;

/// Where all that jobs come to goes, in the order of the jobs: new files are put in place, in groups; results, messages
/// and reports are written. One thread at a time.
class Sink {
 public:
  /// `destination`: where all results go; nullptr: each has a place of its own. Throws FileError where a report can't
  /// be begun.
  Sink(const Settings& settings, Progress& progress, Console& console, Destination* destination);

  /// Takes what a job came to. Returns whether to go on: not so after a failure with --fail-fast. Throws FileError
  /// where the results can't be written.
  bool take(const Job& job, Result&& result);
  /// Puts in place what was taken and waits for it. To be called when all are taken, or in the turn of a job, in which
  /// no other is taken. Throws FileError as above.
  void finish() { put_group(); }
  /// Puts a new file in place before its turn; its result is reported once it is taken. To be called as above.
  void put_early(const Job& job, Result& result);
  /// Reports a record of an archive, before what the archive came to is taken. To be called as above.
  void report_record(const Job& job, const RecordOutcome& record);
  /// Writes the reports; `seconds`: how long it took.
  void report(double seconds);

  [[nodiscard]] const Totals& totals() const noexcept { return totals_; }
  [[nodiscard]] Status status() const noexcept { return status_; }
  /// Whether what is written lacks an input.
  [[nodiscard]] bool is_incomplete() const noexcept { return is_incomplete_; }
  /// How many jobs were given up, as a signal came.
  [[nodiscard]] std::size_t given_up() const noexcept { return given_up_; }

 private:
  struct Waiting {
    const Job* job;
    Result result;
  };

  void put_group();
  void write(std::string_view output);
  void name(const Job& job);
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
  std::optional<Writer> names_;  // of files that would change, with --dry-run
  std::string named_wacz_;       // that was named last
  std::optional<Report> report_;
  std::optional<HtmlReport> html_;
  std::optional<CaptureIndex> index_;
  FileSystemSync file_system_;  // that new files go to, with --output-dir
  std::size_t group_size_;
  std::vector<Waiting> group_;  // finished, but for being put in place
  std::uint64_t group_bytes_ = 0;
  Totals totals_;
  Status status_ = Status::done;
  bool has_failed_ = false;  // one of the jobs
  bool is_incomplete_ = false;
  std::size_t given_up_ = 0;
};

}  // namespace absolve::cli
