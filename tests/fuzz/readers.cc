#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "../support/readers.h"

/// Compares the two readers of HTML on whatever bytes come.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view page(reinterpret_cast<const char*>(data), size);
  const absolve::test::Comparison comparison = absolve::test::compare_readers(page);
  if (!comparison.mismatch.empty()) {
    std::fprintf(stderr, "%s\n", comparison.mismatch.c_str());
    std::abort();
  }
  return 0;
}
