#include <clocale>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>

#include <unistd.h>

#include "messages.h"
#include "run.h"
#include "settings.h"

namespace {

/// Inputs are mapped, and reading what another process has cut off raises SIGBUS. No file is half-written then.
extern "C" void on_bus_error(int) {
  constexpr char message[] = "absolve: an input was cut short while it was read\n";
  static_cast<void>(::write(STDERR_FILENO, message, sizeof message - 1) + 1);
  ::_exit(2);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace absolve::cli;
  std::signal(SIGBUS, on_bus_error);
  std::setlocale(LC_CTYPE, "C.UTF-8");  // for the widths of characters
  try {
    const Parsed parsed = parse(argc, argv);
    if (!parsed.answer) return static_cast<int>(run(parsed.settings));
    const bool wrote = std::fputs(parsed.answer->c_str(), stdout) >= 0 && std::fflush(stdout) == 0;
    if (!wrote) complain("standard output", "cannot write");
    return static_cast<int>(wrote ? Status::done : Status::failed);
  } catch (const UsageError& error) {
    complain("", error.what());
    complain("", "try 'absolve --help'");
  } catch (const std::bad_alloc&) {
    complain("", "out of memory");
  }
  return static_cast<int>(Status::failed);
}
