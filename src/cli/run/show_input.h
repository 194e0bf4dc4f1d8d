#pragma once

#include "../outputs/writer.h"
#include "job_input.h"
#include "task.h"

namespace absolve::cli {

/// Writes the result of a job where all results go: its rewritten form, or what a view shows of it. Throws InputError,
/// and FileError where that can't be written.
void show_input(Task& task, Workspace& workspace, Writer& out);

}  // namespace absolve::cli
