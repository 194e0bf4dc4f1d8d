// What is different in a module from a program that the system starts. What the C++ library ends a program with would
// print to a terminal that isn't there: here the module traps, and JavaScript throws (src/npm/module.js).

#include <clocale>
#include <cstdlib>
#include <string>

namespace {

/// The C library's iconv writes UTF-8 only where the locale has it.
[[gnu::constructor]] void choose_utf8() { std::setlocale(LC_CTYPE, "C.UTF-8"); }

}  // namespace

extern "C" {
[[noreturn]] void abort_message(const char*, ...);
void abort_message(const char*, ...) { __builtin_trap(); }
void abort() { __builtin_trap(); }

/// There is no environment, for the names of locales either.
char* getenv(const char*) { return nullptr; }
}

void std::__libcpp_verbose_abort(const char*, ...) { __builtin_trap(); }
