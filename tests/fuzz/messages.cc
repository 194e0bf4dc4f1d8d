#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "../support/promises.h"

/// Expects the promises of whatever message, mailbox or saved response comes; the first byte chooses the options.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace absolve;
  if (size == 0) return 0;
  Options options = {.retrieval_url = "http://example.com/a/"};
  options.type = (data[0] & 32) != 0 ? Type::http : (data[0] & 1) != 0 ? Type::mbox : Type::mime;
  options.headers = (data[0] & 2) != 0;
  options.signatures = (data[0] & 4) != 0 ? Signed::rewrite : Signed::usual;
  options.remove_base_elements = (data[0] & 8) != 0;
  if ((data[0] & 16) != 0) options.retrieval_url.clear();
  if ((data[0] & 64) != 0) options.url_headers = {"X-URL", "List-Archive"};
  options.is_local_copy = [](std::string_view path) { return path.ends_with("copy"); };
  test::expect_promises({reinterpret_cast<const char*>(data) + 1, size - 1}, options);
  if (testing::UnitTest::GetInstance()->ad_hoc_test_result().Failed()) std::abort();
  return 0;
}
