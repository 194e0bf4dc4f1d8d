// Temporary files for packages, which are not read in order. keep_standard_input() in jobs/ has standard input stored
// in one, and run_input.cc asks for the folder of another.

#pragma once

#include <string>
#include <string_view>

namespace absolve::cli {

/// The folder for unnamed files that belong to no output: TMPDIR from the environment, or /tmp; with a slash at its
/// end.
[[nodiscard]] std::string temporary_folder();

/// What messages put after the name of that folder.
inline constexpr std::string_view hint_at_tmpdir = " (set TMPDIR to another folder)";

/// Makes standard input a file: if it is none, it is read completely into an unnamed file in temporary_folder(), which
/// replaces it. Must be called while there is only one thread. Throws FileError, and Interrupted.
void make_file_of_standard_input();

}  // namespace absolve::cli
