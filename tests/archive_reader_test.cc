#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "../src/archive/record.h"
#include "../src/codec/compression/compressed.h"
#include "../src/codec/compression/compression.h"
#include "absolve/absolve.h"
#include "support/archives.h"
#include "support/codings.h"
#include "support/packed.h"
#include "support/repeated.h"
#include "support/table.h"

namespace absolve {
namespace {

namespace fs = std::filesystem;
using codec::Coding;
using test::ArchiveRead;
using test::many;
using test::read_archive;
using test::repeated;
using test::warc_record;
using namespace std::string_literals;
using namespace std::string_view_literals;

std::string in_zstd(std::string_view text) { return test::packed(Coding::zstd, text); }

/// The parts of a text between marks.
std::vector<std::string> split(std::string_view text, char mark) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == mark) parts.emplace_back();
    else parts.back() += c;
  }
  return parts;
}

std::string without(std::string_view text, std::string_view marks) {
  std::string result;
  std::ranges::copy_if(text, std::back_inserter(result), [&](char c) { return marks.find(c) == marks.npos; });
  return result;
}

bool is_broken(const Record& record) {
  const auto content = warc::content_of(record.text, warc::read_header(record.text), true);
  return content.kind == warc::Content::Kind::broken;
}

/// An archive of a row, in one of the ways to pack it.
struct Way {
  const char* name;
  ArchiveCompression packing;
  std::string (*pack)(const std::vector<std::string>& members);
};

std::string joined(const std::vector<std::string>& members, std::string (*pack)(std::string_view)) {
  std::string all;
  for (const std::string& member : members) all += pack(member);
  return all;
}

const std::vector<Way>& ways() {
  using Members = const std::vector<std::string>&;
  static const std::vector<Way> all = {
      {"gzip", ArchiveCompression::gzip, [](Members members) { return joined(members, gzip_member); }},
      {"zstd", ArchiveCompression::zstd, [](Members members) { return joined(members, in_zstd); }},
      {"plain", ArchiveCompression::none,
       [](Members members) { return joined(members, [](std::string_view text) { return std::string(text); }); }},
      {"one member", ArchiveCompression::gzip,
       [](Members members) {
         return gzip_member(joined(members, [](std::string_view text) { return std::string(text); }));
       }},
  };
  return all;
}

TEST(ArchiveReader, CutsRecordsAsItsTableSays) {
  for (const test::Row& row : test::read_table("archives/records.tsv", 4)) {
    const auto members = split(without(row.fields[2], "^~"), '#');
    std::vector<std::string> expected = split(without(row.fields[2], "#"), '^');
    expected.erase(expected.begin());
    const bool in_all_ways = row.fields[1] == "all";
    for (const Way& way : std::span(ways()).first(in_all_ways ? ways().size() : 2)) {
      const std::string archive = way.pack(members);
      for (const std::size_t at_once : {std::size_t{1} << 20, std::size_t{1}, std::size_t{7}}) {
        SCOPED_TRACE(row.where + ": " + row.fields[0] + " (" + way.name + ", " + std::to_string(at_once) + ")");
        const ArchiveRead read = read_archive(archive, {}, at_once);
        EXPECT_EQ(read.trouble, "");
        EXPECT_EQ(read.packing, archive.empty() ? ArchiveCompression::none : way.packing);
        std::vector<std::string> found;
        std::string broken;
        for (const Record& record : read.records) {
          found.push_back(record.text + "~" + record.line_ends);
          EXPECT_TRUE(record.is_whole);
          if (is_broken(record)) broken.append(broken.empty() ? "" : " ").append(std::to_string(record.number));
        }
        EXPECT_EQ(found, expected);
        EXPECT_EQ(broken, row.fields[3]);
      }
    }
  }
}

std::string response(std::size_t number, std::string_view type, std::string_view body) {
  const std::string id = std::to_string(number);
  return warc_record(
      "WARC-Type: response\r\nWARC-Target-URI: http://a.example/" + id + "\r\nWARC-Record-ID: <urn:x:" + id + ">\r\n",
      "HTTP/1.1 200 OK\r\nContent-Type: " + std::string(type) + "\r\n\r\n" + std::string(body));
}

/// Small records, of all sorts.
std::vector<std::string> some_records(std::size_t count, test::Random& random) {
  std::vector<std::string> records;
  for (std::size_t i = 0; i < count; ++i) {
    std::string body;
    for (std::size_t size = random.below(300); size > 0; --size) body += static_cast<char>(random.below(256));
    records.push_back(response(i, "text/html", body));
  }
  return records;
}

/// Cut short anywhere: what there is comes out, and where something is missing it is told.
TEST(ArchiveReader, ReadsWhatIsCutShort) {
  const std::vector<std::string> records = {response(1, "text/html", "<a href=x>"), response(2, "text/css", "b{}"),
                                            response(3, "image/png", "\x89PNG")};
  const std::string all = records[0] + records[1] + records[2];
  for (std::size_t size = 0; size <= all.size(); ++size) {
    const ArchiveRead read = read_archive(std::string_view(all).substr(0, size));
    EXPECT_EQ(read.all(), all.substr(0, size)) << size;
    EXPECT_EQ(read.troubles, 0U) << size;
  }
  for (const auto pack : {in_zstd, +[](std::string_view text) { return gzip_member(text); }}) {
    const std::string archive = joined(records, pack);
    const std::size_t first = pack(records[0]).size();
    const std::set<std::size_t> ends = {0, first, first + pack(records[1]).size(), archive.size()};
    for (std::size_t size = 4; size <= archive.size(); ++size) {
      const ArchiveRead read = read_archive(std::string_view(archive).substr(0, size));
      EXPECT_TRUE(all.starts_with(read.all())) << size;
      EXPECT_EQ(read.troubles, ends.contains(size) ? 0U : 1U) << size;
      if (size >= first) {
        ASSERT_FALSE(read.records.empty());
        EXPECT_EQ(read.records.front().text + read.records.front().line_ends, records[0]) << size;
      }
      EXPECT_EQ(read.trouble.find("its compressed data") == std::string::npos, read.troubles == 0) << read.trouble;
    }
  }
}

/// Each byte other than it was: no more than the record that it belongs to, and the one behind it, is lost.
void expect_goes_on(const std::vector<std::string>& records, const std::string& archive) {
  constexpr std::size_t step = ABSOLVE_SANITIZED != 0 ? 5 : 1;
  for (std::size_t at = 4; at < archive.size(); at += step) {  // what it is packed in is told by the first four
    for (const unsigned bit : {1U, 16U, 128U}) {
      std::string damaged = archive;
      damaged[at] = static_cast<char>(static_cast<unsigned char>(damaged[at]) ^ bit);
      const ArchiveRead read = read_archive(damaged);
      std::size_t found = 0;
      for (const Record& record : read.records) {
        found += std::ranges::count(records, record.text + record.line_ends) == 1 ? 1U : 0U;
      }
      EXPECT_GE(found, records.size() - 1) << at << ", " << bit;
      EXPECT_TRUE(read.troubles > 0 || found == records.size()) << at << ", " << bit;
    }
  }
}

TEST(ArchiveReader, GoesOnBehindWhatIsBroken) {
  test::Random random(7);
  std::vector<std::string> records = some_records(6, random);
  // One that is larger than the first look into a member goes: a decoder may unpack all of it before it finds it
  // broken.
  records[2] = response(2, "text/html", repeated("<a href=x>", 100));
  expect_goes_on(records, joined(records, gzip_member));
  expect_goes_on(records, joined(records, in_zstd));
}

/// A decoder of zstd may have taken nothing of what it finds broken: all the same, it is not found again.
TEST(ArchiveReader, EndsBehindWhatTheDecoderHasNotTaken) {
  const std::string empty_skippable = "\x5D\x2A\x4D\x18\0\0\0\0"s;
  const std::string good = response(2, "text/html", "<a href=y>");
  for (const std::size_t size : {std::size_t{0}, std::size_t{400}, std::size_t{600}, std::size_t{90'000}}) {
    std::string broken = in_zstd(response(1, "text/html", std::string(size, 'x')));
    broken.back() = static_cast<char>(broken.back() ^ 1);
    for (const std::string& before : {""s, empty_skippable, in_zstd(good), in_zstd(good) + empty_skippable}) {
      for (const std::size_t at_once : {std::size_t{1} << 20, std::size_t{1}}) {
        SCOPED_TRACE(std::to_string(size) + " behind " + std::to_string(before.size()) + ", " +
                     std::to_string(at_once));
        const ArchiveRead read = read_archive(before + broken + in_zstd(good), {}, at_once);
        EXPECT_EQ(read.troubles, 1U);
        ASSERT_FALSE(read.records.empty());
        EXPECT_EQ(read.records.back().text + read.records.back().line_ends, good);
      }
    }
  }
}

TEST(ArchiveReader, TellsWhereWhatIsBroken) {
  const std::string one = gzip_member(response(1, "text/html", "x"));
  const std::string two = gzip_member(response(2, "text/html", "y"));
  const std::string size = std::to_string(one.size());
  const auto trouble = [](const std::string& archive) { return read_archive(archive).trouble; };
  EXPECT_EQ(trouble(one + two.substr(0, 40)), "at byte " + size + ": its compressed data (gzip) is truncated");
  EXPECT_EQ(trouble(one + std::string(512, '\0')), "") << "padding";
  EXPECT_EQ(trouble(one + "garbage" + two),
            "at byte " + size + ": its compressed data (gzip) is followed by other data");
  EXPECT_EQ(read_archive(one + "garbage" + two).records.size(), 2U);
  const ArchiveRead read = read_archive(one.substr(0, 60) + two + one.substr(0, 60) + two);
  EXPECT_EQ(read.trouble, "at byte 0: its compressed data (gzip) is corrupt");
  EXPECT_EQ(read.troubles, 2U);
  EXPECT_EQ(read.records.size(), 4U);
  const std::string frame = in_zstd(response(1, "text/html", "x"));
  EXPECT_EQ(trouble(frame + "garbage"),
            "at byte " + std::to_string(frame.size()) + ": its compressed data (zstd) is followed by other data");
  EXPECT_EQ(read_archive(frame + "garbage" + frame).records.size(), 2U);
}

/// Records that lie in files of other people: lengths of -1 and `abc`, a date of `null`, the last one cut short, lines
/// that lost their CR.
const std::map<std::string, int> known_broken = {
    {"warcio__bad.arc", 2},
    {"aut__badexample.arc.gz", 3},
    {"warcio__example-trunc.warc", 1},
    {"warcio__example-space-in-url.arc", 1},
};

TEST(ArchiveReader, LosesNothingOfTheCorpus) {
  const fs::path folder = fs::path(ABSOLVE_CORPUS) / "warc";
  if (!fs::exists(folder)) GTEST_SKIP() << "skipped: there is no " << folder;
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    SCOPED_TRACE(entry.path());
    const std::string archive = test::read_file(entry.path().string());
    const ArchiveRead read = read_archive(archive);
    EXPECT_EQ(read.trouble, "");
    const bool is_packed = entry.path().extension() == ".gz";
    EXPECT_EQ(read.packing, is_packed ? ArchiveCompression::gzip : ArchiveCompression::none);
    const std::string unpacked =
        is_packed ? codec::decompress_beginning(Coding::gzip, archive, SIZE_MAX - 1).text : archive;
    EXPECT_TRUE(read.all() == unpacked);
    const auto broken = known_broken.find(entry.path().filename().string());
    EXPECT_EQ(std::ranges::count_if(read.records, is_broken), broken == known_broken.end() ? 0 : broken->second);
    ++count;
  }
  EXPECT_GE(count, 22U);
}

/// Ranges that make up an archive give each record once, whatever stands at their ends.
TEST(ArchiveReader, RangesGiveEachRecordOnce) {
  test::Random random(14);
  for (int round = 0; round < 60; ++round) {
    std::string archive;
    const auto records = some_records(40, random);
    for (std::size_t i = 0; i < records.size(); ++i) {
      const std::string& record = records[i];
      switch (random.below(6)) {
        case 0:  // over two members
          archive += gzip_member(std::string_view(record).substr(0, record.size() / 2)) +
                     gzip_member(std::string_view(record).substr(record.size() / 2));
          break;
        case 1:  // two in a member
          archive += gzip_member(record + record);
          break;
        case 2:  // an archive, as it is, in one
          archive += gzip_member(response(i, "application/gzip", joined({record, record, record}, gzip_member)));
          break;
        case 3: archive += test::packed(Coding::gzip, record); break;
        default: archive += gzip_member(record);
      }
    }
    const ArchiveRead whole = read_archive(archive);
    EXPECT_EQ(whole.troubles, 0U);
    std::set<std::uint64_t> bounds = {0, archive.size()};
    for (std::size_t i = random.below(12); i > 0; --i) bounds.insert(random.below(archive.size()));
    for (const Record& record : whole.records) {
      if (random.one_in(8)) bounds.insert(record.offset);
    }
    std::vector<std::pair<std::uint64_t, std::string>> expected;
    for (const Record& record : whole.records) expected.emplace_back(record.offset, record.text + record.line_ends);
    std::vector<std::pair<std::uint64_t, std::string>> found;
    for (auto bound = bounds.begin(); std::next(bound) != bounds.end(); ++bound) {
      const ArchiveRead part = read_archive(archive, {*bound, *std::next(bound)});
      EXPECT_EQ(part.trouble, "");
      for (const Record& record : part.records) {
        EXPECT_GE(record.offset, *bound);
        EXPECT_LT(record.offset, *std::next(bound));
        found.emplace_back(record.offset, record.text + record.line_ends);
      }
    }
    EXPECT_EQ(found, expected) << round;
  }
}

TEST(ArchiveReader, RangesAreOfMembersOfGzip) {
  const std::string records = repeated(response(1, "text/html", "x"), 20);
  const std::string frames = repeated(in_zstd(response(1, "text/html", "x")), 20);
  for (const std::string& archive : {records, frames}) {
    const ArchiveRead read = read_archive(archive, {20, 1000});
    EXPECT_EQ(read.trouble, "at byte 20: a range requires an archive of gzip members, which this is not");
    EXPECT_TRUE(read.records.empty());
    EXPECT_EQ(read_archive(archive, {0, archive.size()}).records.size(), 20U);
  }
  const std::string one_member = gzip_member(records);
  EXPECT_EQ(read_archive(one_member, {0, 10}).records.size(), 20U);
  EXPECT_EQ(read_archive(one_member, {10, 1000}).records.size(), 0U);
  EXPECT_EQ(read_archive(one_member, {10, 1000}).trouble, "");
  EXPECT_EQ(read_archive(one_member, {1'000'000, 2'000'000}).trouble, "");
}

/// .warc.zst: a skippable frame before all others holds the dictionary, as it is or packed.
TEST(ArchiveReader, ReadsFramesWithADictionary) {
  const std::string record = response(1, "text/html", "<a href=x>");
  const std::string skippable = "\x5D\x2A\x4D\x18";
  const auto sized = [](std::string_view bytes) {
    std::string size;
    for (unsigned i = 0; i < 4; ++i) size += static_cast<char>(bytes.size() >> (8 * i));
    return size + std::string(bytes);
  };
  const std::string dictionary = repeated("WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/", 3);
  const std::string frame = test::packed_with_dictionary(record, dictionary);
  for (const std::string& stored : {dictionary, in_zstd(dictionary)}) {
    const ArchiveRead read = read_archive(skippable + sized(stored) + frame + frame);
    EXPECT_EQ(read.trouble, "");
    EXPECT_EQ(read.packing, ArchiveCompression::zstd);
    EXPECT_EQ(read.all(), record + record);
    ASSERT_EQ(read.records.size(), 2U);
    EXPECT_EQ(read.records[1].offset, skippable.size() + 4 + stored.size() + frame.size());
  }
  EXPECT_GT(read_archive(frame + frame).troubles, 0U);
  EXPECT_GT(read_archive(skippable + "\xFF\xFF\xFF\xFF" + frame).troubles, 0U);
}

/// Large records of what no finder reads are handed over bit by bit, others are held.
TEST(ArchiveReader, HoldsWhatIsRead) {
  constexpr std::size_t mebibyte = std::size_t{1} << 20;
  const std::string large(3 * mebibyte, 'x');
  const auto is_held = [](const std::string& record) {
    bool is_whole = false;
    for (const std::string& archive : {record, gzip_member(record)}) {
      test::ArchiveReader reader([at = std::size_t{0}, archive](std::span<char> room) mutable {
        const std::size_t size = archive.copy(room.data(), room.size(), at);
        at += size;
        return size;
      });
      const auto first = reader.next();
      EXPECT_TRUE(first.has_value());
      if (!first) continue;
      is_whole = first->is_whole;
      EXPECT_EQ(first->unread, "");
      EXPECT_EQ(first->text.size(), is_whole ? record.size() - 4 : mebibyte);
      EXPECT_EQ(first->text, record.substr(0, first->text.size()));
      EXPECT_FALSE(reader.next()) << "the rest is passed over";
      EXPECT_TRUE(read_archive(archive).all() == record);
    }
    return is_whole;
  };
  EXPECT_TRUE(is_held(response(1, "text/html", large)));
  EXPECT_TRUE(is_held(response(1, "text/css; charset=utf-8", large)));
  EXPECT_TRUE(is_held(response(1, "", large))) << "it is sniffed";
  EXPECT_FALSE(is_held(response(1, "image/png", large)));
  EXPECT_TRUE(is_held(response(1, "image/png", large.substr(0, mebibyte / 2))));
  EXPECT_TRUE(is_held(warc_record("WARC-Type: resource\r\nContent-Type: text/html\r\n", large)));
  EXPECT_FALSE(is_held(warc_record("WARC-Type: resource\r\nContent-Type: video/mp4\r\n", large)));
  EXPECT_FALSE(is_held(warc_record("WARC-Type: request\r\nContent-Type: text/html\r\n", large)));
  EXPECT_FALSE(is_held(warc_record("WARC-Type: revisit\r\nContent-Type: text/html\r\n", large)));
}

/// Records of megabytes that lie: what follows them is found, where it can be.
TEST(ArchiveReader, LargeRecordsMayLie) {
  constexpr std::size_t mebibyte = std::size_t{1} << 20;
  const std::string good = response(2, "text/html", "y");
  const auto lying = [&](std::string_view type, std::size_t said, std::size_t size) {
    const std::string record = response(1, type, std::string(size, 'x'));
    const std::size_t at = record.find("Content-Length: ") + 16;
    return record.substr(0, at) + std::to_string(said) + record.substr(record.find('\r', at));
  };
  struct Row {
    const char* type;
    std::size_t said;
    std::size_t size;
    std::size_t plain;  // records, and in gzip
    std::size_t packed;
  };
  const Row rows[] = {
      {"text/html", 2 * mebibyte, 5 * mebibyte, 3, 3},
      {"text/html", 9 * mebibyte, 5 * mebibyte, 3, 3},
      {"text/html", 100, 5 * mebibyte, 3, 3},
      {"image/png", 100, 5 * mebibyte, 3, 3},
      {"image/png", 2 * mebibyte, 5 * mebibyte, 3, 3},
      {"image/png", 9 * mebibyte, 5 * mebibyte, 1, 3},  // it can't be told before its end, and then it is gone
      {"image/png", std::size_t{1} << 41, 5 * mebibyte, 3, 3},
      {"text/html", std::size_t{1} << 63, 5 * mebibyte, 3, 3},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(std::string(row.type) + " " + std::to_string(row.said));
    const std::string bad = lying(row.type, row.said, row.size);
    const ArchiveRead plain = read_archive(bad + good + good);
    EXPECT_EQ(plain.records.size(), row.plain);
    EXPECT_TRUE(plain.all() == bad + good + good);
    const ArchiveRead packed = read_archive(joined({bad, good, good}, gzip_member));
    EXPECT_EQ(packed.records.size(), row.packed);
    EXPECT_TRUE(packed.all() == bad + good + good);
    EXPECT_TRUE(!packed.records[0].unread.empty() || is_broken(packed.records[0]) || packed.troubles == 1);
  }
}

/// Each lasts as long as it has bytes, and no longer.
TEST(ArchiveReader, BombsEndAndLoseNothing) {
  const std::string html = "WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\n";
  const std::string bombs[] = {
      repeated("WARC/1.0\nContent-Length: 0\n\n\n\n", many(300'000)),
      repeated("WARC/1.0\nContent-Length: 1\n\nxyz\n\n", many(200'000)),
      repeated(html + "Content-Length: 200000000\r\n\r\nx\r\n\r\n", many(100'000)),
      repeated("WARC/1.0\nContent-Length: 90000\n\nx\n\n", many(200'000)),
      repeated("WARC/1.0\n", many(1'000'000)),
      repeated(repeated("WARC/1.0\n", 50'000) + "\n", 20),
      repeated("WARC/1.0\n\n", many(500'000)),
      repeated("WARC/1.0\n\nWARC/1.0 x\n", many(300'000)),
      repeated("http://a 1 20260102030405 a/b 100000\n", many(100'000)),
      repeated("http://a 1 20260102030405 a/b x\n", many(200'000)),
      repeated("a ", many(5'000'000)),
      repeated("a\n", many(3'000'000)),
      repeated("\n", many(10'000'000)),
      repeated("\r", many(10'000'000)),
      "WARC/1.0\r\n" + repeated("X: y\r\n", many(2'000'000)) + "\r\n",
      "WARC/1.0\r\nX: " + std::string(many(10'000'000), 'x') + "\r\n\r\n",
      "WARC/1.0\r\n" + std::string(many(20'000'000), '\0'),
      html + "\r\n" + std::string(many(20'000'000), '\0'),
      std::string(many(20'000'000), '\0'),
  };
  for (const std::string& bomb : bombs) {
    SCOPED_TRACE(bomb.substr(0, 60));
    const std::string expected = bomb.substr(std::min(bomb.find_first_not_of("\r\n"), bomb.size()));
    EXPECT_TRUE(read_archive(bomb).all() == expected);
    if (test::takes_minutes(bomb)) continue;
    EXPECT_TRUE(read_archive(gzip_member(bomb)).all() == expected);
    EXPECT_TRUE(read_archive(in_zstd(bomb)).all() == expected);
  }
  const std::string record = gzip_member("WARC/1.0\nContent-Length: 0\n\n\n\n");
  EXPECT_EQ(read_archive(repeated(record, many(200'000))).records.size(), many(200'000));
  EXPECT_EQ(read_archive(record + repeated(gzip_member("x"), many(200'000))).records.size(), 2U);
  EXPECT_EQ(read_archive(record + repeated(gzip_member(""), many(200'000))).records.size(), 1U);
  EXPECT_EQ(read_archive(repeated(record.substr(0, 30), many(100'000))).troubles, many(100'000));
  EXPECT_EQ(read_archive(record + repeated("\x1F\x8B\x08\0"sv, many(1'000'000))).records.size(), 1U);
  EXPECT_EQ(read_archive("?" + repeated("\x1F\x8B\x08\0"sv, many(1'000'000)), {1, UINT64_MAX}).records.size(), 0U);
}

/// What is written bit by bit is compressed in another way from 1 MiB on.
TEST(GzipMember, GivesTheSameForTheSame) {
  const std::string line = "<p>some text</p>\n";
  for (const bool is_long : {false, true}) {
    SCOPED_TRACE(is_long);
    std::string text = repeated(line, 100'000);
    if (!is_long) text.resize(std::size_t{1} << 20);
    std::string packed = gzip_member(text);
    EXPECT_TRUE(packed.starts_with("\x1F\x8B\x08\0\0\0\0\0"sv)) << "no name, no time";
    test::Random random(3);
    for (int round = 0; round < 5; ++round) {
      std::string pieces;
      const auto take = [&](std::string_view bytes) { pieces += bytes; };
      codec::Compressor compressor(Coding::gzip, "");
      for (std::string_view rest = text; !rest.empty();) {
        const std::string_view piece = rest.substr(0, random.below(300'000));
        compressor.write(piece, take);
        rest.remove_prefix(piece.size());
      }
      compressor.finish(take);
      if (is_long && round == 0) packed = pieces;
      EXPECT_TRUE(pieces == packed);
    }
    const auto unpacked = codec::decompress_beginning(Coding::gzip, packed, SIZE_MAX - 1);
    EXPECT_EQ(unpacked.fault, codec::Fault::none);
    EXPECT_TRUE(unpacked.text == text);
  }
  EXPECT_EQ(codec::decompress_beginning(Coding::gzip, gzip_member(""), 1).fault, codec::Fault::none);
}

/// What is too long to be compressed as a whole goes in steps: the same text comes out.
TEST(GzipMember, HoldsLongTexts) {
  const std::string text((std::size_t{64} << 20) + 1, 'x');
  const auto unpacked = codec::decompress_beginning(Coding::gzip, gzip_member(text), SIZE_MAX - 1);
  EXPECT_EQ(unpacked.fault, codec::Fault::none);
  EXPECT_TRUE(unpacked.text == text);
}

/// Line ends after a record belong to it up to 4 KiB; what follows is no record, and costs none.
TEST(ArchiveReader, LineEndsAfterARecordAreBounded) {
  constexpr std::size_t limit = std::size_t{4} << 10;
  const std::string warc = "WARC/1.0\nContent-Length: 1\n\nx";
  const std::string arc = "http://a/b 192.0.2.1 20260102030405 text/html 3\nabc";
  for (const std::string& record : {warc, arc}) {
    for (const std::size_t count : {limit - 1, limit, limit + 1}) {
      SCOPED_TRACE(record + " " + std::to_string(count));
      const std::string line_ends(count, '\n');
      for (const bool is_packed : {false, true}) {
        const std::string text = record + line_ends + record + "\n\n";
        const ArchiveRead read = read_archive(is_packed ? gzip_member(text) : text);
        ASSERT_EQ(read.records.size(), count > limit ? 3U : 2U);
        EXPECT_EQ(read.records.front().text, record);
        EXPECT_EQ(read.records.front().line_ends, line_ends.substr(0, limit));
        EXPECT_EQ(read.records.back().text, record);
        EXPECT_EQ(read.trouble, "");
        EXPECT_EQ(read.all(), text);
      }
    }
  }
}

/// Within a member an archive may be stored as it is. A range that begins there takes none of its members for one of
/// the archive, where something else follows them.
TEST(ArchiveReader, WhatIsStoredInAMemberIsNoChain) {
  const std::string record = "WARC/1.0\r\nContent-Length: 1\r\n\r\nx\r\n\r\n";
  const std::string stored = gzip_member(record);
  for (const std::size_t members : {1U, 2U, 7U}) {
    std::string before = "no member";
    for (std::size_t i = 0; i < members; ++i) before += stored;
    before += "no member either";
    const std::string archive = before + gzip_member(record) + gzip_member(record);
    const ArchiveRead read = read_archive(archive, {1, archive.size()});
    ASSERT_EQ(read.records.size(), 2U) << members;
    EXPECT_EQ(read.records.front().offset, before.size()) << members;
  }
}

/// Where the archive ends before a member shows what it holds, no record begins with it.
TEST(ArchiveReader, MembersThatShowNothingBeginNoRecord) {
  const std::string member = gzip_member("WARC/1.0\r\nContent-Length: 1\r\n\r\nx\r\n\r\n");
  constexpr std::size_t header = 10;  // of gzip, behind which a few bytes of the text may be seen
  for (std::size_t size = 4; size <= header + 3; ++size) {
    const std::string archive = "no member" + member.substr(0, size);
    EXPECT_TRUE(read_archive(archive, {1, archive.size()}).records.empty()) << size;
    EXPECT_EQ(read_archive(archive, {1, archive.size()}).trouble, "") << size;
  }
}

}  // namespace
}  // namespace absolve
