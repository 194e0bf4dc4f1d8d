#pragma once

#include <string>

namespace absolve::cli {

/// Where files without a name are made that go with nothing else: TMPDIR of the environment, or /tmp; with a slash at
/// its end.
[[nodiscard]] std::string temporary_folder();

/// Makes standard input a file: where it is none, all of it is read into one without a name, in temporary_folder(),
/// which takes its place. To be called while there is one thread. Throws FileError, and Interrupted.
void make_file_of_standard_input();

}  // namespace absolve::cli
