#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "../support/archives.h"

/// Reads whatever comes as an archive: all of it at once, bit by bit, and in two ranges. Nothing is lost of what is not
/// packed. The first byte chooses where the ranges meet.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace absolve;
  if (size == 0) return 0;
  const std::string_view archive(reinterpret_cast<const char*>(data) + 1, size - 1);
  const test::ArchiveRead read = test::read_archive(archive);
  const std::string all = read.all();
  EXPECT_TRUE(read.packing != ArchivePacking::none || all == archive);
  // Of what is broken, more or less comes out.
  const test::ArchiveRead bit_by_bit = test::read_archive(archive, {}, 1);
  EXPECT_TRUE(read.troubles > 0 || bit_by_bit.all() == all);
  const std::uint64_t bound = archive.size() * data[0] / 256;
  static_cast<void>(test::read_archive(archive, {0, bound}));
  static_cast<void>(test::read_archive(archive, {bound, archive.size()}));
  // The same text in members of its own, cut at the same place.
  const auto at = static_cast<std::size_t>(bound);
  const std::string members = gzip_member(archive.substr(0, at)) + gzip_member(archive.substr(at));
  const test::ArchiveRead packed = test::read_archive(members);
  EXPECT_TRUE(packed.all() == archive && packed.troubles == 0);
  if (testing::UnitTest::GetInstance()->ad_hoc_test_result().Failed()) std::abort();
  return 0;
}
