// If there is no disk space for a new file, the job waits until it runs alone, all new files that wait are put in
// place, and it is tried once more.

#include "worker.h"

#include <cerrno>
#include <new>
#include <string_view>

#include "../../text/types.h"
#include "../inputs/wacz_file.h"
#include "../system/messages.h"
#include "../system/signals.h"
#include "../views/views.h"
#include "rewrite_file.h"
#include "run_input.h"

namespace absolve::cli {
namespace {

/// Returns whether --check has found anything.
bool show_plan(View view, const Page& page, const Plan& plan) {
  switch (view) {
    case View::rewritten: return false;  // it is written
    case View::list: print_list(page, plan); return false;
    case View::explain: print_explain(page, plan); return false;
    case View::diff: print_diff(page, plan); return false;
    case View::check: break;
  }
  return print_check(page, plan);
}

/// Whether a plan is of lines of a stream without a link, such as the header of a table: there is nothing to show.
bool is_between_documents(const Plan& plan) {
  return (plan.type() == Type::jsonl || is_table(plan.type())) && plan.links().empty();
}

void show(Task& task, Writer& out, const Unit& unit) {
  const SourcePlace& place = unit.place;
  const RunContext& context = task.context();
  const Settings& settings = context.settings;
  if (settings.view != View::diff && is_between_documents(*unit.plan)) return;
  Page page{out, task.job().path, settings.json, context.colour, context.columns, place};
  if (!unit.member.empty()) page.input = path_of_member(task.job(), unit.member);
  if (settings.view == View::diff && (place.record > 0 || place.line > 0))
    page.input += ", " + place_in_input(place, 0, "");
  if (show_plan(settings.view, page, *unit.plan)) task.worsen(Status::relative_found);
}

/// Throws InputError if the common output would not be what its name, or the user, says: an archive is one that holds
/// nothing else, and an original is not replaced by its conversions.
void require_whole_archive(const Settings& settings, Type type, bool is_replaced) {
  if (settings.view != View::rewritten || settings.dry_run) return;
  const bool is_archive = is_web_archive(type);
  if (is_archive && is_replaced && settings.emit == ArchiveEmit::conversion) {
    throw InputError(
        "would be replaced by conversions of its records and nothing else (--warc-emit=response copies all)");
  }
  if (!is_archive && settings.joins_archives) {
    throw InputError("is no web archive, so it can't be joined with one (--output-dir writes each by itself)");
  }
}

/// Writes the result of a job to the common output: its rewritten form, or a view of it. Throws InputError and
/// BadInput, and FileError if it can't be written.
void show_input(Task& task, Workspace& workspace, Writer& out) {
  const RunContext& context = task.context();
  const Settings& settings = context.settings;
  const Way way = way_to_input(task, workspace, task.job().file());
  JobInput opened(task, workspace, way);
  const bool is_replaced = context.destination->replaces(opened.input);
  require_whole_archive(settings, opened.what.known_type(), is_replaced);
  if (is_replaced) context.destination->prepare_for(opened.input, opened.wants_lock(settings));
  // A program that writes a list line by line waits for answers.
  Outlet outlet{.observer = {.flush = [&out] { out.flush(); }}, .name = settings.output.value_or("")};
  if (!settings.dry_run) {
    if (settings.view == View::rewritten) {
      outlet.write = [&](std::string_view bytes) { out.write(bytes); };
      outlet.observer.unit = [&](const Unit& unit) { out.expect_lasting(unit.is_copied); };
      outlet.observer.written = [&] { out.let_go(); };
    } else {
      outlet.show = [&](const Unit& unit) { show(task, out, unit); };
    }
    if (context.destination->is_file()) outlet.directory = [&] { return context.destination->directory(); };
  }
  run_input(task, opened, outlet);
}

}  // namespace

Worker::Worker(const RunContext& context) : context_(context) {
  if (context.destination != nullptr) out_.emplace(context.destination->descriptor(), Writer::OnSignal::stop);
}

Result Worker::operator()(const Job& job, const Turn& turn) {
  if (!signal_that_came().empty()) return {.is_missing = true, .was_given_up = true};
  try {
    return run_job(job, turn, Attempt::first);
  } catch (const Interrupted&) {
    return {.is_missing = true, .was_given_up = true};
  } catch (const std::bad_alloc&) {  // not even enough for its messages
    Result result{.is_missing = true};
    result.outcome.fail(out_of_memory);
    complain(display_name_or_nothing(job.path), out_of_memory);
    if (out_) result.output = out_->release_kept();
    return result;
  }
}

/// Also throws Interrupted.
Result Worker::run_job(const Job& job, const Turn& turn, Attempt attempt, AttemptBefore before) {
  Task task(job, turn, context_, before);
  if (out_) out_->wait_for(turn);
  switch (job.exclusion) {
    case Job::Exclusion::hidden: task.skip_because(job.kind, job.why, Note::Severity::detail); break;
    case Job::Exclusion::skipped: task.skip_because(job.kind, job.why, Note::Severity::notice); break;
    case Job::Exclusion::failed: task.miss_because(job.why); break;
    case Job::Exclusion::none:
      if (try_input(task, attempt)) break;
      turn.wait_alone();
      context_.make_room();
      return run_job(job, turn, Attempt::last, task.already_told());
  }
  // A shard doesn't know the archives of other shards: so each archive is processed by itself, and the result is the
  // same for any number of shards.
  const bool keeps_originals = task.result().adds_originals && !task.result().is_missing && !context_.settings.shard;
  if (keeps_originals) context_.originals.keep();
  if (out_) {
    out_->flush();
    task.result().output = out_->release_kept();
  }
  return task.release_result();
}

/// Reads the input and writes the result. Returns whether it is done, with success or not; false after the first
/// attempt there was no disk space for a new file, so it must be tried again.
bool Worker::try_input(Task& task, Attempt attempt) {
  try {
    if (out_) show_input(task, workspace_, *out_);
    else rewrite_file(task, workspace_);
  } catch (const BadInput& error) {
    task.miss_because(error.what());
  } catch (const InputError& error) {
    task.miss_because(workspace_.folders.as_given(error.what()));
  } catch (const FileError& error) {
    if (out_) throw;
    const bool is_full = error.code() == ENOSPC || error.code() == EDQUOT;
    if (is_full && attempt == Attempt::first) return false;
    task.miss_because(workspace_.folders.as_given(error.what()));
  } catch (const std::bad_alloc&) {
    task.miss_because(out_of_memory);
  }
  return true;
}

}  // namespace absolve::cli
