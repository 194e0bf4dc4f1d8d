// The steps of a run, from the list of jobs to the summary. The jobs are done by the workers of a JobQueue, and their
// results are received by the Sink.

#include "run.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <deque>
#include <new>
#include <optional>
#include <set>

#include "../../text/counted.h"
#include "../jobs/jobs.h"
#include "../outputs/destination.h"
#include "../outputs/late_mail.h"
#include "../provenance/retrieval.h"
#include "../report/summary.h"
#include "../system/files.h"
#include "../system/job_threads.h"
#include "../system/layout.h"
#include "../system/messages.h"
#include "../system/open_folder.h"
#include "../system/own_names.h"
#include "../system/signals.h"
#include "../told/log.h"
#include "../told/progress.h"
#include "sink.h"
#include "worker.h"

namespace absolve::cli {
namespace {

bool wants_colour(When when, int fd) {
  if (when != When::automatic) return when == When::always;
  const char* const refusal = std::getenv("NO_COLOR");
  return is_capable_terminal(fd) && (refusal == nullptr || *refusal == '\0');
}

/// How many workers can run: each opens a few files, and two of its results may hold a new file that waits.
std::size_t most_workers() noexcept {
  constexpr std::size_t files_of_one = 7 + OpenFolders::max;
  const std::size_t files = max_open_files();
  return std::max<std::size_t>(
      (files - std::min(files, files_for_others + (1 + OpenFolders::max) * max_group())) / files_of_one, 1);
}

/// Whether the run is over many files, so that users want to see its progress and a summary.
bool is_in_bulk(const Settings& settings) noexcept {
  return settings.recursive || !settings.files_from.empty() || settings.output_dir || settings.dry_run;
}

class Run {
 public:
  explicit Run(const Settings& settings)
      : settings_(settings),
        jobs_(jobs_of(settings)),
        retrieval_(settings),
        unused_filters_(settings.options, settings.shared_attributes),
        progress_(is_in_bulk(settings) || settings.progress == When::always ? settings.progress : When::never,
                  jobs_.jobs.size()),
        console_(progress_, settings.verbose ? Console::Repeats::are_printed : Console::Repeats::are_counted) {}

  Status run() {
    const auto begun = std::chrono::steady_clock::now();
    const bool is_first_shard = !settings_.shard || settings_.shard->number == 0;
    if (!settings_.quiet && is_first_shard) {
      for (const std::string& notice : settings_.notices) tell("", notice);
      for (const std::string& notice : jobs_.notices) tell("", notice);
    }
    const bool waits_for_somebody = std::ranges::count(settings_.inputs, "-") > 0 && ::isatty(STDIN_FILENO) == 1;
    if (!settings_.quiet && waits_for_somebody) tell("", "reading from the terminal, up to Ctrl-D");
    std::optional<Destination> destination;
    const std::string name = printable(settings_.output.value_or("standard output"));
    try {
      if (settings_.writes_each()) {
        make_folders();
        clear_all_leftovers();
      } else {
        destination.emplace(settings_.output, settings_.hardlinks);
        if (destination->is_file() && !settings_.dry_run) bring_over_left_mail_in({destination->directory()});
      }
      sink_.emplace(settings_, progress_, console_, destination ? &*destination : nullptr);
      run_jobs(destination ? &*destination : nullptr);
      if (destination && !sink_->is_incomplete()) {
        const std::string notice = destination->commit();
        if (!notice.empty() && !settings_.quiet) tell(name, notice);
        tell_of_conversions(name);
      } else if (destination && destination->is_file()) {
        tell(name, sink_->given_up() > 0 ? "is not written, as the run was stopped"
                                         : "is not written, as not all inputs could be read");
      }
    } catch (const FileError& error) {
      worsen(Status::failed);
      if (error.code() != EPIPE) tell(name, error.what());  // otherwise the reader needs no more
    } catch (const std::bad_alloc&) {                       // not caused by a single input
      worsen(Status::failed);
      tell("", out_of_memory);
    }
    console_.finish();
    if (!sink_) return status_;
    try {
      tell_notices();
    } catch (const std::bad_alloc&) {
      worsen(Status::failed);
      tell("", out_of_memory);
    }
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begun;
    sink_->report(taken.count());
    worsen(sink_->status());
    progress_.hide();
    tell_of_relative();
    if (is_in_bulk(settings_) && !settings_.quiet) console_.print(summary_of(sink_->totals(), taken.count()) + "\n");
    return status_;
  }

 private:
  void run_jobs(Destination* destination) {
    const std::vector<Job>& jobs = jobs_.jobs;
    const std::size_t count = std::min({settings_.jobs, std::max<std::size_t>(jobs.size(), 1), most_workers()});
    const int output = destination == nullptr ? -1 : destination->descriptor();
    const bool gives_details = settings_.report || settings_.report_html;
    // Archives are processed one after the other, so all threads must work on a single one.
    const bool is_in_turn = settings_.emit == ArchiveEmit::response || gives_details;
    Originals originals;
    std::optional<JobQueue<Result>> queue;
    const RunContext context{
        .settings = settings_,
        .retrieval = retrieval_,
        .console = console_,
        .output_root_size = jobs_.output_root_size,
        .destination = destination,
        .colour = output >= 0 && wants_colour(settings_.colours, output),
        .columns = output < 0 ? unlimited : columns_of(output),
        .puts_in_turn = settings_.writes_each() && (settings_.fsync != Fsync::none || settings_.fail_fast),
        .make_room = [&] { make_room(*queue); },
        .settle_earlier = [&] { sink_->finish(); },
        .report_record = [&](const Job& job, const RecordOutcome& record) { sink_->report_record(job, record); },
        .gives_details = gives_details,
        .parts_at_once = std::max<std::size_t>(settings_.jobs / (is_in_turn ? 1 : count), 1),
        .unused_filters = unused_filters_,
        .run_notes = run_notes_,
        .originals = originals};
    std::deque<Worker> workers;
    for (std::size_t i = 0; i < count; ++i) workers.emplace_back(context);
    queue.emplace(
        jobs.size(), count,
        [&](std::size_t job, const Turn& turn, std::size_t worker) { return workers[worker](jobs[job], turn); },
        [&](std::size_t job, Result&& result) { return sink_->receive(jobs[job], std::move(result)); });
    const std::size_t taken = queue->run();
    sink_->finish();
    if (taken < jobs.size()) tell_of_left("stopped at the first failure (--fail-fast)", jobs.size() - taken);
    else if (sink_->given_up() > 0) tell_of_left("stopped by signal " + signal_that_came(), sink_->given_up());
  }

  /// Puts all waiting new files in place, so that the disk space of the old ones is freed; but not those of later jobs
  /// if an earlier failure must end the run.
  void make_room(JobQueue<Result>& queue) {
    sink_->finish();
    if (settings_.fail_fast) return;
    queue.for_each_waiting([&](std::size_t job, Result& result) { sink_->put_early(jobs_.jobs[job], result); });
  }

  void tell_of_left(const std::string& why, std::size_t left) {
    tell("", why + ": " + counted(left, "file", "files") + " not processed");
  }

  /// Folders of Maildirs are created even if nothing is in them. If one can't be created, writing to it will fail.
  void make_folders() {
    if (settings_.dry_run || settings_.only_changed) return;
    for (const std::string& folder : jobs_.folders) {
      stop_if_asked();
      try {
        const bool is_below = jobs_.output_root_size && folder.size() > *jobs_.output_root_size;
        const Missing missing = folders_to_make(settings_);
        if (is_below) static_cast<void>(open_beneath(folder + "/", *jobs_.output_root_size, missing));
        else make_folder(folder, missing == Missing::make_lasting);
      } catch (const FileError& error) {
        if (settings_.fsync != Fsync::full || !status_of(folder)) continue;
        worsen(Status::failed);  // it exists, but may not be on disk
        tell(display_name(folder), error.what());
      }
    }
  }

  /// Removes files that killed runs have left, in the folders where new files are written.
  void clear_all_leftovers() {
    if (settings_.dry_run) return;
    std::set<std::string> cleared;
    OpenFolders folders;
    for (const Job& job : jobs_.jobs) {
      stop_if_asked();
      const std::string directory = !job.maildir_temporary.empty() && settings_.in_place_suffix
                                        ? job.maildir_temporary
                                        : directory_of(settings_.output_dir ? job.output : target_of(job, settings_));
      if (!cleared.insert(directory).second) continue;
      try {
        const auto root = settings_.output_dir ? jobs_.output_root_size : root_of(directory, job, settings_);
        const Way way = folders.way_to(directory, root);
        clear_leftovers(way.path);
        if (settings_.in_place_suffix) bring_over_left_mail_in(way);
      } catch (const FileError&) {
        continue;  // it doesn't exist, or no longer
      }
    }
  }

  /// Copies mail that was appended to mailboxes which killed runs had replaced.
  void bring_over_left_mail_in(const Way& directory) {
    if (!settings_.locks) return;
    for (const std::string& name : old_names_in(directory.path)) {
      const std::string mailbox = display_name(directory.as_given(mailbox_of(directory.path, name)));
      try {
        const std::string notice = directory.as_given(bring_over_left_mail(directory.path, name));
        if (!notice.empty() && !settings_.quiet) tell(mailbox, notice);
      } catch (const FileError& error) {
        worsen(Status::failed);
        tell(mailbox, directory.as_given(error.what()));
      }
    }
  }

  void tell_notices() {
    if (settings_.quiet) return;
    for (const std::string& notice : retrieval_.notices_of_names()) tell("", notice);
    for (const std::string& text : run_notes_.texts()) tell("", text);
    // A shard only looks up its own inputs in a map, so the others would seem unused; the same holds for a run that is
    // ended early.
    if (settings_.shard || sink_->given_up() > 0) return;
    for (const auto& [map, notice] : retrieval_.notices()) tell(map, notice);
    const bool is_filter = settings_.inputs == std::vector<std::string>{"-"};  // perhaps for one input of many
    for (const std::string& message : unused_filters_.messages(is_filter)) tell("", "--" + message);
  }

  /// Conversions in a file with the name of an archive look like a copy of it.
  void tell_of_conversions(const std::string& output) {
    const Totals& totals = sink_->totals();
    const bool is_meant = settings_.chose_emit || settings_.emit == ArchiveEmit::response;
    const bool is_written = settings_.view == View::rewritten && !settings_.dry_run;
    if (totals.records == 0 || is_meant || !is_written || settings_.quiet) return;
    tell(output, "contains conversions of " + std::to_string(totals.conversions) + " of " +
                     counted(totals.records, "record", "records") +
                     " and nothing else (--warc-emit=response copies all)");
  }

  /// A shard could only report about its own files.
  void tell_of_relative() {
    const std::size_t files = sink_->totals().with_relative;
    const bool is_written = settings_.view == View::rewritten && !settings_.shard;
    if (files == 0 || !is_written || !is_in_bulk(settings_) || settings_.quiet) return;
    tell("", "relative links are left in " + counted(files, "file", "files") + " (--check lists them)");
  }

  void tell(std::string_view where, std::string_view what) noexcept { console_.complain(where, what); }

  void worsen(Status status) { status_ = std::max(status_, status); }

  const Settings& settings_;
  const Jobs jobs_;
  const Retrieval retrieval_;
  UnusedFilters unused_filters_;
  RunNotes run_notes_;
  Progress progress_;
  Console console_;
  std::optional<Sink> sink_;
  Status status_ = Status::done;
};

}  // namespace

Status run(const Settings& settings) {
  static_cast<void>(process_umask());  // while there is one thread
  return Run(settings).run();
}

}  // namespace absolve::cli
