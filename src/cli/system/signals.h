#pragma once

#include <cstddef>
#include <string>

namespace absolve::cli {

// INT, TERM and HUP ask a run to end: what is in work is given up, no further job is begun, what is ready is put in its
// place, locks and temporary names are removed. The handlers say so and no more; whoever reads, writes or waits for
// long asks.

/// Thrown where a run was asked to end. Not an error: nothing catches it but who cleans up.
struct Interrupted {};

/// From now on. A signal that is ignored stays so; a second one, but for one that comes with the first, ends the
/// process at once. Also has the limit on the sizes of files (SIGXFSZ) be an error of the file that passes it. To be
/// called while there is one thread.
void watch_signals() noexcept;

/// `INT`, ...; "": none has come.
[[nodiscard]] std::string signal_that_came();

/// Throws Interrupted where one has come.
void stop_if_asked();

/// Waits until a descriptor has something to be read. Throws Interrupted.
void wait_to_read(int fd);

/// Waits a little before something is tried again. Throws Interrupted.
void wait_a_moment();

/// Waits until a pipe takes something. Returns how many bytes it takes without keeping anyone waiting. Throws
/// Interrupted.
[[nodiscard]] std::size_t wait_to_write(int pipe);

/// Ends the process by the signal that came, so that who started it sees that; returns where none has come.
void end_as_asked() noexcept;

}  // namespace absolve::cli
