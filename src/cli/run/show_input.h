// Called by Worker for each job whose result goes to the output that all jobs have in common: standard output, or the
// file of -o.

#pragma once

#include "../outputs/writer.h"
#include "job_input.h"
#include "task.h"

namespace absolve::cli {

/// Writes the result of a job to the common output: its rewritten form, or a view of it. Throws InputError and
/// BadInput, and FileError if it can't be written.
void show_input(Task& task, Workspace& workspace, Writer& out);

}  // namespace absolve::cli
