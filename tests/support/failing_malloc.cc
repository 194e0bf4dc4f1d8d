/// Loaded before a program (LD_PRELOAD): one call of malloc fails, or all from one on. They are counted from setlocale
/// on, which the program begins with: what is loaded and set up before has no words for it.
///
///     ABSOLVE_FAILING_CALL     its number, from 1; 0: none
///     ABSOLVE_FAILING_FURTHER  set: those after it fail, too
///     ABSOLVE_COUNT_CALLS      a file that their number is written to at the end

#include <dlfcn.h>

#include <atomic>
#include <cerrno>
#include <clocale>
#include <cstddef>
#include <cstdio>
#include <cstdlib>

extern "C" {

// The C library's own, behind malloc.
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
}

namespace {

std::atomic<bool> has_begun = false;
std::atomic<long> calls = 0;
long failing_call = 0;
bool goes_on = false;

bool fails() noexcept {
  if (!has_begun) return false;
  const long call = ++calls;
  if (failing_call == 0 || call < failing_call || (call > failing_call && !goes_on)) return false;
  errno = ENOMEM;
  return true;
}

[[gnu::destructor]] void tell() {
  const char* const path = std::getenv("ABSOLVE_COUNT_CALLS");
  std::FILE* const file = path != nullptr ? std::fopen(path, "w") : nullptr;
  if (file == nullptr) return;
  std::fprintf(file, "%ld\n", calls.load());
  std::fclose(file);
}

}  // namespace

extern "C" {

void* malloc(std::size_t size) noexcept { return fails() ? nullptr : __libc_malloc(size); }
void* calloc(std::size_t count, std::size_t size) noexcept { return fails() ? nullptr : __libc_calloc(count, size); }
void* realloc(void* block, std::size_t size) noexcept { return fails() ? nullptr : __libc_realloc(block, size); }
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  return fails() ? nullptr : __libc_memalign(alignment, size);
}

char* setlocale(int category, const char* locale) noexcept {
  using Function = char* (*)(int, const char*);
  static const auto own = reinterpret_cast<Function>(::dlsym(RTLD_NEXT, "setlocale"));
  char* const result = own(category, locale);
  const char* const number = std::getenv("ABSOLVE_FAILING_CALL");
  failing_call = number != nullptr ? std::atol(number) : 0;
  goes_on = std::getenv("ABSOLVE_FAILING_FURTHER") != nullptr;
  has_begun = true;
  return result;
}
}
