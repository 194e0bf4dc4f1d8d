#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "../src/zip/headers.h"
#include "support/archive_test.h"
#include "support/zips.h"

namespace absolve {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;

/// An archive in which nothing changes has the bytes that it had: those of every book and every WACZ.
void expect_same(const std::string& bytes) {
  const zip::Archive zip(zip::in_memory(bytes));
  EXPECT_EQ(test::written(zip::NewArchive(zip)), bytes);
  test::expect_nothing_lost_in_zip(bytes);
}

class Zips : public test::ArchiveTest {};

TEST_F(Zips, KeepAllThatDoesNotChange) {
  if (run("python3 --version").status != 0) GTEST_SKIP() << "skipped: there is no python3";
  for (const std::string variant : {"usual", "deflated", "zip64", "descriptors", "encrypted", "bzip2",
                                    "unlisted-member", "trailing", "unicode-name"}) {
    SCOPED_TRACE(variant);
    const test::ShellResult made =
        run("python3 " + test::testdata("../tests/support/wacz.py") + " make " + variant + " x.zip");
    ASSERT_EQ(made.status, 0) << made.err;
    expect_same(read("x.zip"));
  }
}

TEST_F(Zips, KeepBooksOfOthers) {
  const std::filesystem::path books = test::testdata("../../shared/corpus/epub");
  if (!std::filesystem::exists(books)) GTEST_SKIP() << "skipped: there is no corpus of books";
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(books)) {
    if (entry.path().extension() != ".epub") continue;
    SCOPED_TRACE(entry.path().filename());
    std::ifstream file(entry.path(), std::ios::binary);
    expect_same({std::istreambuf_iterator<char>(file), {}});
    ++count;
  }
  EXPECT_GT(count, 0U);
}

/// A file of many gigabytes, of which only some parts exist.
class LargeFile {
 public:
  void put(std::uint64_t at, std::string bytes) { parts_[at] = std::move(bytes); }

  [[nodiscard]] FileBytes bytes() const {
    const auto read_at = [this](std::uint64_t at, std::span<char> space) -> std::size_t {
      const auto next = parts_.upper_bound(at);
      if (next == parts_.begin()) {
        const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(space.size(), next->first - at));
        std::ranges::fill(space.first(size), '\0');
        return size;
      }
      const auto part = std::prev(next);
      return part->second.copy(space.data(), space.size(), static_cast<std::size_t>(at - part->first));
    };
    return {read_at, parts_.rbegin()->first + parts_.rbegin()->second.size()};
  }

 private:
  std::map<std::uint64_t, std::string> parts_;
};

TEST(Zip64, HasNumbersThatAreTooLargeForTheUsualFields) {
  constexpr std::uint64_t begin = std::uint64_t{5} << 30;
  constexpr zip::DosTime time{1};
  const zip::NewContent content = zip::content_of("text", zip::Method::stored);
  const std::string local = zip::new_local_header("a", content, time) + "text";
  const std::string header = zip::new_central_header("a", content, time, begin);
  LargeFile file;
  file.put(begin, local + header + zip::end_records({begin + local.size(), header.size(), 1}, false) + "\0\0"s);
  const zip::Archive zip(file.bytes());
  ASSERT_EQ(zip.members().size(), 1U);
  EXPECT_EQ(zip.members()[0].begin, begin);
  EXPECT_EQ(zip.text_of(zip.members()[0], 4), "text");

  const zip::Member moved{.header = header, .name = "a", .begin = begin, .size = 4, .compressed_size = 4};
  const std::string near = zip::central_header(moved, 7, nullptr, std::nullopt);
  EXPECT_EQ(near.size(), header.size() - 12) << "the field of 64 bits is no longer needed";
  EXPECT_EQ(zip::central_header(moved, begin, nullptr, std::nullopt), header);

  const zip::NewContent large{.size = begin, .compressed_size = 9, .checksum = 1};
  const std::string of_large = zip::new_local_header("a", large, time);
  EXPECT_EQ(of_large.substr(4, 2), "\x2D\0"sv);
  EXPECT_EQ(of_large.substr(18, 8), "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"sv);
  EXPECT_EQ(of_large.substr(31), "\x01\0\x10\0\0\0\0\x40\x01\0\0\0\x09\0\0\0\0\0\0\0"sv);
}

TEST(DosTimes, AreThoseThatZipCanSay) {
  const auto time_of = [](std::string_view date) { return static_cast<std::uint32_t>(zip::dos_time_of(date)); };
  EXPECT_EQ(time_of("2026-01-02T03:04:06Z"), 46U << 25U | 1U << 21U | 2U << 16U | 3U << 11U | 4U << 5U | 3U);
  EXPECT_EQ(time_of("1979-12-31T23:59:59Z"), 1U << 21U | 1U << 16U);
  EXPECT_EQ(time_of("2108-01-01T00:00:00Z"), 127U << 25U | 1U << 21U | 1U << 16U);
  EXPECT_EQ(time_of("2107-12-31T23:59:58Z"), 127U << 25U | 12U << 21U | 31U << 16U | 23U << 11U | 59U << 5U | 29U);
}

}  // namespace
}  // namespace absolve
