#include "sink.h"

#include <unistd.h>

#include <algorithm>
#include <new>
#include <utility>

#include "../options/usage_error.h"
#include "../system/messages.h"
#include "../system/signals.h"

namespace absolve::cli {
namespace {

/// If a report can't be created, the run doesn't start.
template <class Kind>
void begin(std::optional<Kind>& report, const std::optional<std::string>& path, const char* option) {
  try {
    if (path) report.emplace(*path);
  } catch (const FileError& error) {
    throw UsageError(std::string(option) + ": " + *path + ": " + error.what());
  }
}

}  // namespace

std::size_t max_group() noexcept { return std::clamp<std::size_t>(max_open_files() / 8, 1, 64); }

Sink::Sink(const Settings& settings, Progress& progress, Console& console, Destination* destination)
    : settings_(settings), progress_(progress), console_(console), group_size_(settings.fail_fast ? 1 : max_group()) {
  if (settings.output_dir && settings.fsync != Fsync::none) file_system_ = FileSystemSync(*settings.output_dir);
  if (settings.dry_run) names_.emplace(STDOUT_FILENO, Writer::OnSignal::stop);
  if (destination != nullptr) out_.emplace(destination->descriptor(), Writer::OnSignal::stop);
  group_.reserve(group_size_);
  begin(report_, settings.report, "--report");
  begin(html_, settings.report_html, "--report-html");
  begin(index_, settings.cdxj, "--cdxj");
}

bool Sink::receive(const Job& job, Result&& result) {
  if (result.was_given_up) {
    is_incomplete_ = true;
    ++given_up_;
  } else if (!result.replacement && group_.empty()) {
    settle(job, std::move(result));
  } else {
    if (result.replacement) group_bytes_ += result.replacement->size();
    group_.push_back({&job, std::move(result)});
    if (group_.size() >= group_size_ || group_bytes_ >= max_group_bytes) put_group();
  }
  return !settings_.fail_fast || !has_failed_;
}

void Sink::put_group() {
  if (!put(group_)) {
    for (Waiting& one : group_) {
      if (!put({&one, 1})) tell_error(one, {.is_there = false, .error = std::string(out_of_memory)});
      one.result.replacement.reset();
    }
  }
  for (Waiting& one : group_) settle(*one.job, std::move(one.result));
  group_.clear();
  group_bytes_ = 0;
}

void Sink::put_early(const Job& job, Result& result) {
  if (!result.replacement) return;
  Waiting one{&job, std::move(result)};
  static_cast<void>(put({&one, 1}));  // if memory is exhausted, it waits for its turn
  result = std::move(one.result);
}

/// Puts new files in place; false if memory is exhausted, and none was put.
bool Sink::put(std::span<Waiting> ones) try {
  std::vector<Replacement*> files;
  std::vector<Waiting*> waiting;
  for (Waiting& one : ones) {
    if (!one.result.replacement) continue;
    files.push_back(&*one.result.replacement);
    waiting.push_back(&one);
  }
  const std::vector<Placed> placed = put_all(files, settings_.fsync, &file_system_);
  for (std::size_t i = 0; i < placed.size(); ++i) {
    Waiting& one = *waiting[i];
    const std::string_view notice = one.result.replacement->notice();
    one.result.replacement.reset();
    if (!placed[i].error.empty()) tell_error(one, placed[i]);
    else if (settings_.verbose && !notice.empty()) tell(one, notice);
  }
  return true;
} catch (const std::bad_alloc&) {
  return false;
}

void Sink::tell_error(Waiting& one, const Placed& placed) noexcept {
  const auto& [is_there, error] = placed;
  tell(one, error);
  is_there ? one.result.outcome.lack(error) : one.result.outcome.fail(error);
}

void Sink::tell(Waiting& one, std::string_view what) noexcept {
  try {
    one.result.messages.push_back({display_name(one.job->path), std::string(what)});
  } catch (const std::bad_alloc&) {
    console_.complain(display_name_or_nothing(one.job->path), what);  // better out of order than not at all
  }
}

/// If a report can't be written, the run continues without it.
template <class Kind, class Write>
void Sink::write_report(std::optional<Kind>& report, const std::optional<std::string>& path, Write&& write) {
  if (!report) return;
  const auto give_up = [&](std::string_view why) {
    report.reset();
    status_ = Status::failed;
    console_.complain(display_name_or_nothing(*path), why);
  };
  try {
    write(*report);
  } catch (const FileError& error) {
    give_up(error.what());
  } catch (const std::bad_alloc&) {
    give_up(out_of_memory);
  }
}

/// After a signal, the reader of the output may have stopped reading.
void Sink::write(std::string_view output) {
  try {
    out_->write(output);
    out_->flush();
  } catch (const Interrupted&) {
    is_incomplete_ = true;
  }
}

/// Prints the name of a file that would change, as --files-from reads it, or made safe for a terminal.
void Sink::print_name(const Job& job) {
  if (job.member && std::exchange(named_wacz_, job.file()) == job.file()) return;  // as another archive in it changes
  const bool is_for_people = !settings_.null_separated && ::isatty(STDOUT_FILENO) == 1;
  names_->write(is_for_people ? printable(job.file()) : job.file());
  names_->write(settings_.null_separated ? std::string_view("\0", 1) : "\n");
  names_->flush();
}

/// Writes the results of a job that is done.
void Sink::settle(const Job& job, Result&& result) {
  console_.print(job.path, result.messages);
  if (!result.output.empty()) write(result.output);
  if (names_ && result.outcome.kind == Outcome::Kind::changed) print_name(job);
  const Outcome& outcome = result.outcome;
  status_ = std::max(status_, outcome.status);
  has_failed_ = has_failed_ || outcome.status == Status::failed;
  is_incomplete_ = is_incomplete_ || result.is_missing;
  ++totals_.files;
  totals_.counts += outcome.counts;
  totals_.with_relative += outcome.relative > 0 ? 1 : 0;
  totals_.records += result.records;
  totals_.conversions += result.conversions;
  switch (outcome.kind) {
    case Outcome::Kind::changed: ++totals_.changed; break;
    case Outcome::Kind::unchanged: ++totals_.unchanged; break;
    case Outcome::Kind::skipped: ++totals_.skipped; break;
    case Outcome::Kind::failed: ++totals_.failed; break;
  }
  write_report(report_, settings_.report, [&](Report& report) { report.add(job, outcome); });
  write_report(html_, settings_.report_html, [&](HtmlReport& report) { report.add(job, outcome); });
  // A failed output doesn't exist.
  if (outcome.kind != Outcome::Kind::failed && !result.captures.empty()) {
    write_report(index_, settings_.cdxj, [&](CaptureIndex& index) { index.add(std::move(result.captures)); });
  }
  progress_.show(totals_, job.path);
}

void Sink::report_record(const Job& job, const RecordOutcome& record) {
  write_report(report_, settings_.report, [&](Report& report) { report.add_record(job, record); });
  write_report(html_, settings_.report_html, [&](HtmlReport& report) { report.add_record(job, record); });
}

void Sink::report(double seconds) {
  write_report(index_, settings_.cdxj, [](CaptureIndex& index) { index.commit(); });
  write_report(report_, settings_.report, [](Report& report) { report.commit(); });
  write_report(html_, settings_.report_html, [&](HtmlReport& report) {
    report.commit(totals_, seconds, settings_.dry_run, settings_.date.value_or(""), settings_.command);
  });
}

}  // namespace absolve::cli
