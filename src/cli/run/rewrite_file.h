#pragma once

#include "job_input.h"
#include "task.h"

namespace absolve::cli {

/// Rewrites the input of a job to a new file, which takes the place of the old one (-i), or appears below --output-dir:
///
///     input -> take_input() -> Rewriting -> NewFile -> Replacement -> the task's result, or at once its place
///
/// Nothing is written with --dry-run, and no new file is begun where nothing changes and nothing else asks for one.
/// Throws InputError, and FileError where the new file can't be written or put.
void rewrite_file(Task& task, Workspace& workspace);

}  // namespace absolve::cli
