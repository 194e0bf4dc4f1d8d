// ZIP archives, as a WACZ is one: whatever comes is read, or is an error. What is written anew loses nothing when a
// member is added, replaced or stored; and a package that is made right is one that can be read again.

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "../../src/collect/package/data_package.h"
#include "../support/zips.h"

namespace {

using namespace absolve;

void expect_right_package(std::string_view text) {
  const collect::PackageFile index{"indexes/index.cdxj", std::string(64, '0'), 5};
  const auto made = collect::data_package_with(text, {{"archive/data.warc.gz", std::string(64, '1'), 7}}, {"x"}, index);
  if (made) EXPECT_TRUE(collect::data_package_with(*made, {}, {}, index)) << *made;
  static_cast<void>(collect::lost_with_digest(text));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    test::expect_nothing_lost_in_zip(bytes);
  } catch (const BadInput&) {
    // It is none, or one that stays as it is.
  }
  expect_right_package(bytes);
  if (testing::UnitTest::GetInstance()->ad_hoc_test_result().Failed()) std::abort();
  return 0;
}
