#include <cerrno>
#include <clocale>
#include <cstdio>
#include <exception>
#include <new>

#include "files.h"
#include "messages.h"
#include "run.h"
#include "settings.h"

int main(int argc, char** argv) {
  using namespace absolve::cli;
  if (!open_standard_descriptors()) return exit_code(Status::failed);
  std::setlocale(LC_CTYPE, "C.UTF-8");  // for the widths of characters
  try {
    const Parsed parsed = parse(argc, argv);
    if (!parsed.answer) return exit_code(run(parsed.settings));
    const bool wrote = std::fputs(parsed.answer->c_str(), stdout) >= 0 && std::fflush(stdout) == 0;
    if (!wrote && errno != EPIPE) complain("standard output", "cannot write");
    return exit_code(wrote ? Status::done : Status::failed);
  } catch (const UsageError& error) {
    complain("", error.what());
    complain("", "try 'absolve --help'");
  } catch (const std::bad_alloc&) {
    complain("", "out of memory");
  }
  return exit_code(Status::failed);
}
