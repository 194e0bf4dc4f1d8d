#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "../support/everything.h"
#include "../support/promises.h"

/// Expects the promises of whatever Markdown comes; the first byte chooses the options.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace absolve;
  if (size == 0) return 0;
  Given given;
  given.input.type = Type::markdown;
  given.input.url =
      (data[0] & 2) != 0 ? "http://h.example/o(/r|x/b_*a*_/[d]/&copy;/`<>\"'/F.md" : "http://h.example/a/F.md";
  if ((data[0] & 1) != 0) given.input.image_url = "http://i.example/raw/F.md";
  if ((data[0] & 4) != 0) given.input.root_url = "http://h.example/";
  if ((data[0] & 8) != 0) given.options.also = test::everything;
  if ((data[0] & 16) != 0) given.input.charset = "shift_jis";
  if ((data[0] & 32) != 0) given.options.remove_base_elements = true;
  if ((data[0] & 64) != 0) given.options.fragments = Fragments::keep;
  if ((data[0] & 128) != 0) given.options.resolver = Resolver::whatwg;
  test::expect_promises({reinterpret_cast<const char*>(data) + 1, size - 1}, given);
  if (testing::UnitTest::GetInstance()->ad_hoc_test_result().Failed()) std::abort();
  return 0;
}
