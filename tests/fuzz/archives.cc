#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "../../src/text/limits.h"
#include "../support/archives.h"
#include "../support/in_pieces.h"
#include "../support/promises.h"

/// Reads whatever comes as an archive: all of it at once, bit by bit, and in two ranges. Nothing is lost of what is not
/// packed. Then expects the promises of each record, and of the new ones that are made of it. The first byte chooses
/// where the ranges meet, and the options.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace absolve;
  if (size == 0) return 0;
  std::string_view archive(reinterpret_cast<const char*>(data) + 1, size - 1);
  archive.remove_prefix(std::min(archive.find_first_not_of("\r\n"), archive.size()));  // which are passed over
  const test::ArchiveRead read = test::read_archive(archive);
  const std::string all = read.all();
  EXPECT_TRUE(read.packing != ArchiveCompression::none || all == archive);
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
  EXPECT_EQ(packed.all(), archive);
  EXPECT_TRUE(packed.troubles == 0 || limits::are_small) << packed.trouble;  // large records may lie
  Given given = {{.type = Type::warc, .content_coding = ContentCoding::identity}};
  // A copy is the same, however the archive comes.
  const auto copied = [&](std::size_t at_once) {
    try {
      return test::rewritten(archive, given, at_once,
                             {.archive = {.emit = ArchiveEmit::response, .date = "2026-01-02T03:04:05Z"}});
    } catch (const BadInput&) {
      return std::string();
    }
  };
  EXPECT_TRUE(read.troubles > 0 || bit_by_bit.troubles > 0 || copied(SIZE_MAX) == copied(1));
  given.options.headers = (data[0] & 1) != 0;
  given.options.remove_base_elements = (data[0] & 2) != 0;
  if ((data[0] & 4) != 0) given.options.resolver = Resolver::whatwg;
  if ((data[0] & 8) != 0) given.input.url = "http://example.com/a/";
  for (const Record& record : read.records) {
    if (record.is_whole) test::expect_promises(record.text, given);
  }
  if (testing::UnitTest::GetInstance()->ad_hoc_test_result().Failed()) std::abort();
  return 0;
}
