// main() calls watch_signals() before the run and end_as_asked() after it. In between, whatever takes long calls
// stop_if_asked(), or waits with the functions here.

#pragma once

#include <cstddef>
#include <string>

namespace absolve::cli {

// INT, TERM and HUP ask a run to end: jobs that are being worked on are given up, no further job is begun, results that
// are ready are put in place, locks and temporary names are removed. The handlers only record the signal; code that
// reads, writes or waits for long checks it.

/// Thrown if a run was asked to end. It is not an error: it is only caught for cleaning up.
struct Interrupted {};

/// Starts to handle these signals. A signal that is ignored remains so; a second one, unless it comes together with the
/// first, ends the process at once. Also makes exceeding the limit on file sizes (SIGXFSZ) an error of the file
/// concerned. Must be called while there is only one thread.
void watch_signals() noexcept;

/// `INT`, ...; "" if none has come.
[[nodiscard]] std::string signal_that_came();

/// Throws Interrupted if a signal has come.
void stop_if_asked();

/// Waits until a descriptor is readable. Throws Interrupted.
void wait_to_read(int fd);

/// Waits a little before something is tried again. Throws Interrupted.
void wait_a_moment();

/// Waits until a pipe is writable. Returns how many bytes can be written without blocking. Throws Interrupted.
[[nodiscard]] std::size_t wait_to_write(int pipe);

/// Ends the process by the signal that came, so that the parent process sees it; returns if none has come.
void end_as_asked() noexcept;

}  // namespace absolve::cli
