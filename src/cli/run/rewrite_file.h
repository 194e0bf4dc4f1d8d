// Called by Worker for each job whose result goes to a file of its own (-i, --output-dir).

#pragma once

#include "job_input.h"
#include "task.h"

namespace absolve::cli {

/// Rewrites the input of a job to a new file, which replaces the old one (-i), or appears below --output-dir:
///
///     input -> run_input() -> Rewriting -> NewFile -> Replacement -> the task's result, or directly its place
///
/// Nothing is written with --dry-run, and no new file is created if nothing changes and nothing else requires one.
/// Throws InputError and BadInput, and FileError if the new file can't be written or put in place.
void rewrite_file(Task& task, Workspace& workspace);

}  // namespace absolve::cli
