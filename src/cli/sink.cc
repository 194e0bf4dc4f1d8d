#include "sink.h"

#include <algorithm>
#include <utility>

#include "messages.h"
#include "signals.h"

namespace absolve::cli {
namespace {

/// A report can't be begun: nothing is.
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
  if (destination != nullptr) out_.emplace(destination->descriptor(), Writer::OnSignal::stop);
  begin(report_, settings.report, "--report");
  begin(html_, settings.report_html, "--report-html");
}

bool Sink::take(const Job& job, Result&& result) {
  if (result.was_given_up) {
    is_incomplete_ = true;
    ++given_up_;
  } else if (!result.replacement && group_.empty()) {
    settle(job, std::move(result));
  } else {
    group_.push_back({&job, std::move(result)});
    if (group_.size() >= group_size_) put_group();
  }
  return !settings_.fail_fast || totals_.failed == 0;
}

void Sink::finish() { put_group(); }

void Sink::put_group() {
  std::vector<Replacement*> files;
  std::vector<Waiting*> waiting;
  for (Waiting& one : group_) {
    if (!one.result.replacement) continue;
    files.push_back(&*one.result.replacement);
    waiting.push_back(&one);
  }
  const std::vector<std::string> troubles = put_all(files, settings_.fsync);
  for (std::size_t i = 0; i < troubles.size(); ++i) {
    Result& result = waiting[i]->result;
    result.replacement.reset();
    if (troubles[i].empty()) continue;
    result.outcome.fail(troubles[i]);
    result.told += message_line(display_name(waiting[i]->job->path), troubles[i]);
  }
  for (Waiting& one : group_) settle(*one.job, std::move(one.result));
  group_.clear();
}

/// Where one can't be written, the run goes on without it.
template <class Kind, class Write>
void Sink::write_report(std::optional<Kind>& report, const std::optional<std::string>& path, Write&& write) {
  if (!report) return;
  try {
    write(*report);
  } catch (const FileError& error) {
    report.reset();
    status_ = Status::failed;
    console_.print(message_line(display_name(*path), error.what()));
  }
}

/// Once a signal has come, who reads it may not read on.
void Sink::write(std::string_view output) {
  try {
    out_->write_lasting(output);
    out_->flush();
  } catch (const Interrupted&) {
    is_incomplete_ = true;
  }
}

/// Writes what there is to write of a job that is done.
void Sink::settle(const Job& job, Result&& result) {
  console_.print(result.told);
  if (!result.output.empty()) write(result.output);
  const Outcome& outcome = result.outcome;
  status_ = std::max(status_, outcome.status);
  is_incomplete_ = is_incomplete_ || result.is_missing;
  read_ += result.was_read ? 1 : 0;
  handed_over_ += result.handed_over ? 1 : 0;
  ++totals_.files;
  totals_.counts += outcome.counts;
  switch (outcome.kind) {
    case Outcome::Kind::changed: ++totals_.changed; break;
    case Outcome::Kind::unchanged: ++totals_.unchanged; break;
    case Outcome::Kind::skipped: ++totals_.skipped; break;
    case Outcome::Kind::failed: ++totals_.failed; break;
  }
  write_report(report_, settings_.report, [&](Report& report) { report.add(job, outcome); });
  write_report(html_, settings_.report_html, [&](HtmlReport& report) { report.add(job, outcome); });
  progress_.show(totals_, job.path);
}

void Sink::report(double seconds) {
  write_report(report_, settings_.report, [](Report& report) { report.commit(); });
  write_report(html_, settings_.report_html,
               [&](HtmlReport& report) { report.commit(totals_, seconds, settings_.dry_run); });
}

}  // namespace absolve::cli
