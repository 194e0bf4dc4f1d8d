// ZIP archives, as a WACZ and a book are: whatever comes is read, or is an error. What is written anew loses nothing
// when a member is added, replaced or stored; a package that is made right is one that can be read again; and a book
// that was rewritten has nothing left to rewrite.

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

std::string rewritten_book(std::string_view bytes) {
  std::string made;
  const Input input{.url = "http://h/s/", .type = Type::epub};
  Rewriter().run(
      zip::in_memory(bytes), {}, [&](std::string_view more) { made += more; }, input);
  return made;
}

void expect_book_done_once(std::string_view bytes) {
  std::string once;
  try {
    once = rewritten_book(bytes);
  } catch (const BadInput&) {
    return;  // it is none
  }
  EXPECT_EQ(rewritten_book(once), once);
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
  expect_book_done_once(bytes);
  if (testing::UnitTest::GetInstance()->ad_hoc_test_result().Failed()) std::abort();
  return 0;
}
