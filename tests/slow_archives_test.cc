#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "absolve/absolve.h"
#include "support/archive_test.h"
#include "support/archives.h"
#include "support/corpus.h"
#include "support/packed.h"
#include "support/repeated.h"
#include "support/shell.h"
#include "support/table.h"

namespace absolve {
namespace {

using codec::Coding;

class SlowArchives : public test::ArchiveTest {};

/// Runs a script with so much memory for the program, in KiB; where it can't run in that at all: status 77.
std::string with_memory(int kibibytes, const std::string& script) {
  const std::string limit = "ulimit -v " + std::to_string(kibibytes) + "; ";
  return "( " + limit + "absolve --version > version 2>&1 ) || exit 77; ( " + limit + script + ")";
}

constexpr std::string_view page_header = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";

std::string page_record(std::string_view url, std::string_view body) {
  return test::warc_record("WARC-Type: response\r\nWARC-Target-URI: " + std::string(url) + "\r\n",
                           std::string(page_header).append(body));
}

/// A record that unpacks to more than there is memory for is told, and copied bit by bit; those around it are done.
TEST_F(SlowArchives, BombsAreCopied) {
  constexpr std::uint64_t part = std::uint64_t{64} << 20;
  constexpr std::uint64_t parts = 32;
  const std::string zeros = gzip_member(std::string(part, '\0'));
  const std::string good = page_record("http://h/", "<a href=x>");
  const std::string start = "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://h/\r\nContent-Length: " +
                            std::to_string(page_header.size() + part * parts) + "\r\n\r\n" + std::string(page_header);
  write("bomb.warc.gz", gzip_member(good) + gzip_member(start) + test::repeated(zeros, parts) +
                            gzip_member("\r\n\r\n") + gzip_member(good));
  const test::ShellResult result = run(with_memory(
      1'200'000,
      "absolve -j 2 -q --warc-emit=response bomb.warc.gz > copy.warc.gz; echo $?; absolve -j 2 -q bomb.warc.gz > "
      "conversions.warc.gz; echo $?"));
  if (result.status == test::missing) GTEST_SKIP() << "skipped: it doesn't start in so little memory";
  EXPECT_EQ(result.out, "3\n3\n");
  EXPECT_EQ(
      result.err,
      test::repeated("absolve: bomb.warc.gz: record 2 (http://h/): it is larger than 256 MiB; left unchanged\n", 2));
  EXPECT_EQ(test::read_archive(read("conversions.warc.gz")).records.size(), 3U);
  std::size_t zeros_read = 0;
  std::size_t records = 0;
  std::ifstream copy(place_.path() + "/copy.warc.gz", std::ios::binary);
  test::ArchiveReader reader([&](std::span<char> room) {
    return static_cast<std::size_t>(copy.read(room.data(), static_cast<std::streamsize>(room.size())).gcount());
  });
  while (const auto record = reader.next()) {
    ++records;
    if (record->is_whole) continue;
    zeros_read += record->text.size() - start.size();
    EXPECT_EQ(record->text.substr(0, start.size()), start);
    EXPECT_EQ(reader.rest([&](std::string_view bytes) { zeros_read += bytes.size(); }), "\r\n\r\n");
  }
  EXPECT_EQ(records, 4U);
  EXPECT_EQ(zeros_read, part * parts);
}

/// A million of them in little memory.
TEST_F(SlowArchives, RecordsMayBeMany) {
  const std::string few = page_record("http://h/", "<a href=x>");
  write("many.warc", test::repeated(few, 1'000'000));
  write("many.warc.gz", test::repeated(gzip_member(few), 1'000'000));
  const test::ShellResult result = run(with_memory(
      400'000,
      "for a in many.warc many.warc.gz; do absolve -j 2 -q --warc-emit=response $a > copy; echo $?; absolve "
      "-q --type warc --list copy | grep -c x; done"));
  if (result.status == test::missing) GTEST_SKIP() << "skipped: it doesn't start in so little memory";
  EXPECT_EQ(result.out, "0\n1000000\n0\n1000000\n") << result.err;
}

/// A member of a WACZ that is larger than ZIP without Zip64 can say, in little memory.
TEST_F(SlowArchives, MembersOfAWaczMayPassFourGibibytes) {
  const std::string wacz = "python3 " + test::testdata("../tests/support/wacz.py");
  const test::ShellResult made = run(wacz + " make-large x.wacz");
  if (made.status != 0) GTEST_SKIP() << "skipped: there is no python3, or no room: " << made.err;
  const test::ShellResult result =
      run(with_memory(600'000, "absolve -i x.wacz; echo $?; absolve --list x.wacz | grep -c -F '/b/c  (absolute)'") +
          "; " + wacz + " judge-large x.wacz");
  if (result.status == test::missing) GTEST_SKIP() << "skipped: it doesn't start in so little memory";
  EXPECT_EQ(result.out, "0\n3\nright\n") << result.err;
}

/// What the header of a response says of how its body is packed.
enum class Said { right, lying, nothing };

/// Pages of others in all the ways that archives have them.
class PackedPages : public SlowArchives {
 protected:
  /// A record for each page: packed so, and with such a header.
  [[nodiscard]] static std::vector<std::string> records(const test::Files& pages, bool in_chunks,
                                                        const char* coding_name, Coding coding, Said said) {
    std::vector<std::string> records;
    for (const auto& [name, page] : pages) {
      std::string body = *coding_name == '\0' ? page : test::packed(coding, page);
      if (in_chunks) body = test::packed(Coding::chunked, body);
      std::string header = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";
      if (said == Said::lying) {
        header += "Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\nContent-Length: 7\r\n";
      } else if (said == Said::right) {
        if (in_chunks) header += "Transfer-Encoding: chunked\r\n";
        if (*coding_name != '\0') header += "Content-Encoding: " + std::string(coding_name) + "\r\n";
        if (!in_chunks) header += "Content-Length: " + std::to_string(body.size()) + "\r\n";
      }
      const std::string number = std::to_string(records.size());
      records.push_back(test::warc_record("WARC-Type: response\r\nWARC-Record-ID: <urn:x:" + number +
                                              ">\r\nWARC-Payload-Digest: sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\n"
                                              "WARC-Target-URI: http://h.example/d/" +
                                              name + "\r\nContent-Type: application/http\r\n",
                                          header + "\r\n" + body));
    }
    return records;
  }
};

/// However they were packed and whatever is said of that, the pages become what they become as files.
TEST_F(PackedPages, AreRewrittenLikeFiles) {
  const test::Files pages = test::pages_of(test::Corpus::others);
  if (pages.empty()) GTEST_SKIP() << "skipped: there is no corpus at " << ABSOLVE_CORPUS;
  if (run("command -v python3 && command -v brotli && command -v zstd").status != 0) {
    GTEST_SKIP() << "skipped: there is no python3, no brotli or no zstd";
  }
  const std::string support = test::testdata("../tests/support/");
  constexpr auto codings = std::to_array<std::pair<const char*, Coding>>({{"", Coding::gzip},
                                                                          {"gzip", Coding::gzip},
                                                                          {"deflate", Coding::deflate},
                                                                          {"br", Coding::brotli},
                                                                          {"zstd", Coding::zstd}});
  // Standard input has no name: whatever an archive is packed in, the same comes out.
  const std::string script =
      "for a in plain.warc packed.warc.gz whole.warc.gz; do for mode in response conversion; do\n"
      "absolve -j 2 -q --type warc --warc-emit=$mode < $a 2> told | gzip -dcf > $mode-$a\n"
      "cmp $mode-$a $mode-plain.warc; done; done\n"
      "python3 " +
      support +
      "archives_alike.py plain.warc response-plain.warc conversion-plain.warc changed.warc || exit 1\n"
      "for a in changed.warc conversion-plain.warc; do python3 " +
      support + "records_right.py $a > right || exit 2; done\n";
  std::string counts;  // where headers are right
  for (const bool in_chunks : {false, true}) {
    for (const auto& [name, coding] : codings) {
      for (const Said said : {Said::right, Said::lying, Said::nothing}) {
        std::string plain;
        std::string packed;
        for (const std::string& record : records(pages, in_chunks, name, coding, said)) {
          plain += record;
          packed += gzip_member(record);
        }
        write("plain.warc", plain);
        write("packed.warc.gz", packed);
        write("whole.warc.gz", gzip_member(plain));
        const std::string what =
            (in_chunks ? "chunked " : "") + std::string(name) + " " + std::to_string(static_cast<int>(said));
        const test::ShellResult result = run(script);
        EXPECT_EQ(result.status, 0) << what << result.err;
        EXPECT_EQ(result.err, "") << what;
        if (said != Said::right) continue;
        if (counts.empty()) counts = result.out;
        EXPECT_EQ(result.out, counts) << what;
      }
    }
  }
  EXPECT_TRUE(counts.starts_with(std::to_string(pages.size()) + " records, ")) << counts;
  EXPECT_EQ(counts.find(" 0 changed"), std::string::npos) << counts;
}

}  // namespace
}  // namespace absolve
