// If there is no disk space for a new file, the job waits until it runs alone, all new files that wait are put in
// place, and it is tried once more.

#include "worker.h"

#include <cerrno>
#include <new>

#include "../system/messages.h"
#include "../system/signals.h"
#include "rewrite_file.h"
#include "show_input.h"

namespace absolve::cli {

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
