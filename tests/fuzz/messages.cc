#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "../support/promises.h"

/// Expects the promises of whatever message, mailbox or saved response comes; the first byte chooses the options.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace absolve;
  if (size == 0) return 0;
  Given given = {{.url = "http://example.com/a/"}};
  given.input.type = (data[0] & 32) != 0 ? Type::http : (data[0] & 1) != 0 ? Type::mbox : Type::mime;
  given.options.headers = (data[0] & 2) != 0;
  given.options.signatures = (data[0] & 4) != 0 ? Signed::rewrite : Signed::usual;
  given.options.remove_base_elements = (data[0] & 8) != 0;
  if ((data[0] & 16) != 0) given.input.url.clear();
  if ((data[0] & 64) != 0) given.options.url_headers = {"X-URL", "List-Archive"};
  given.input.is_local_copy = [](std::string_view path) { return path.ends_with("copy"); };
  test::expect_promises({reinterpret_cast<const char*>(data) + 1, size - 1}, given);
  if (testing::UnitTest::GetInstance()->ad_hoc_test_result().Failed()) std::abort();
  return 0;
}
