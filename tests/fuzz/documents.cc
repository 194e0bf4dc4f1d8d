#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "../support/everything.h"
#include "../support/promises.h"

/// Expects the promises of whatever page or style sheet comes; the first byte chooses the options.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace absolve;
  if (size == 0) return 0;
  Options options;
  options.type = (data[0] & 1) != 0 ? Type::css : Type::html;
  options.retrieval_url = (data[0] & 2) != 0 ? "http://example.com/a b)'\"\\/-->&lt;/]]>/" : "http://example.com/a/";
  if ((data[0] & 4) == 0) options.also = test::everything;
  options.remove_base_elements = (data[0] & 8) != 0;
  if ((data[0] & 16) != 0) options.charset = "shift_jis";
  test::expect_promises({reinterpret_cast<const char*>(data) + 1, size - 1}, options);
  if (testing::UnitTest::GetInstance()->ad_hoc_test_result().Failed()) std::abort();
  return 0;
}
