// main() prepares the process, parses the command line, and calls run(), unless a text such as --help is all that was
// asked for.

#include <cerrno>
#include <clocale>
#include <cstdio>
#include <new>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "options/hints.h"
#include "options/settings.h"
#include "options/usage_error.h"
#include "outputs/outcome.h"
#include "run/run.h"
#include "system/files.h"
#include "system/messages.h"
#include "system/signals.h"

namespace {

/// Keeps memory that was freed for one record or file, for the next ones: otherwise much of it is returned to the
/// system each time, and small inputs spend most of their time requesting it again.
void keep_freed_memory() noexcept {
#ifdef __GLIBC__
  constexpr int mebibyte = 1 << 20;
  mallopt(M_TRIM_THRESHOLD, 16 * mebibyte);
  mallopt(M_MMAP_THRESHOLD, 4 * mebibyte);
#endif
}

}  // namespace

int main(int argc, char** argv) {
  using namespace absolve::cli;
  keep_freed_memory();
  if (!open_standard_descriptors()) return exit_code(Status::failed);
  watch_signals();
  std::setlocale(LC_CTYPE, "C.UTF-8");  // needed for the display widths of characters
  try {
    const Parsed parsed = parse(argc, argv);
    if (!parsed.answer) {
      const Status status = run(parsed.settings);
      end_as_asked();
      return exit_code(status);
    }
    const bool wrote = std::fputs(parsed.answer->c_str(), stdout) >= 0 && std::fflush(stdout) == 0;
    if (!wrote && errno != EPIPE) complain("standard output", "cannot write");
    return exit_code(wrote ? Status::done : Status::failed);
  } catch (const UsageError& error) {
    complain("", error.what() + hint_on_typography(error.word));
    complain("", "try 'absolve --help'");
  } catch (const std::bad_alloc&) {
    complain("", out_of_memory);
  } catch (const Interrupted&) {  // before anything was done
    end_as_asked();
  }
  return exit_code(Status::failed);
}
