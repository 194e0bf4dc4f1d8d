#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "../support/promises.h"

/// Expects the promises of whatever comes as if it were packed; the first byte chooses in what, and whether its type is
/// told.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace absolve;
  if (size == 0) return 0;
  constexpr std::array<ContentCoding, 4> codings = {ContentCoding::automatic, ContentCoding::gzip,
                                                    ContentCoding::brotli, ContentCoding::zstd};
  Given given;
  given.input.content_coding = codings[data[0] & 3U];
  if ((data[0] & 4) != 0) given.input.type = Type::html;
  given.input.url = "http://example.com/a/";
  test::expect_promises({reinterpret_cast<const char*>(data) + 1, size - 1}, given);
  if (testing::UnitTest::GetInstance()->ad_hoc_test_result().Failed()) std::abort();
  return 0;
}
