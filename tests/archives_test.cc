#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "absolve/absolve.h"
#include "support/archives.h"
#include "support/codings.h"
#include "support/packed.h"
#include "support/repeated.h"
#include "support/shell.h"
#include "support/table.h"

namespace absolve {
namespace {

namespace fs = std::filesystem;
using namespace std::string_literals;

std::string fields_of(std::string_view type, std::string_view url, int number) {
  return std::string("WARC-Type: ")
      .append(type)
      .append("\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-")
      .append(std::to_string(100'000'000'000 + number))
      .append(">\r\nWARC-Date: 2026-01-02T03:04:05Z\r\nWARC-Block-Digest: sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\n")
      .append(url.empty() ? "" : "WARC-Target-URI: ")
      .append(url)
      .append(url.empty() ? "" : "\r\n");
}

std::string record(std::string_view type, std::string_view url, int number, std::string_view block,
                   std::string_view more = "") {
  return test::warc_record(fields_of(type, url, number).append(more), block);
}

std::string response(std::string_view url, int number, std::string_view header, std::string_view body) {
  return record("response", url, number, std::string("HTTP/1.1 200 OK\r\n").append(header).append("\r\n").append(body),
                "WARC-Payload-Digest: sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ\r\n"  // of nothing
                "Content-Type: application/http; msgtype=response\r\n");
}

/// The records of a small archive that holds one of all: what changes in each way, and what stays for each reason.
std::vector<std::string> site() {
  using codec::Coding;
  const std::string page = "<link rel=stylesheet href=\"a.css\"><p><a href=\"b\">b</a>\n";
  const std::string html = "Content-Type: text/html; charset=utf-8\r\n";
  const std::string zipped = test::packed(Coding::gzip, page);
  const std::string host = "http://h.example/";
  const std::string picture = "\x89PNG\r\n\x1A\n" + test::repeated("12345678", (std::size_t{3} << 20) / 8);
  int number = 0;
  const auto answer = [&](std::string_view path, const std::string& header, std::string_view body) {
    return response(host + std::string(path), ++number, header, body);
  };
  return {
      record("warcinfo", "", 100, "software: a\r\n", "Content-Type: application/warc-fields\r\n"),
      record("request", host, 101, "GET / HTTP/1.1\r\nHost: h.example\r\n\r\n"),
      answer("", html + "Content-Length: " + std::to_string(page.size()) + "\r\nETag: \"x\"\r\n", page),
      answer("chunked/", html + "Transfer-Encoding: chunked\r\n", test::packed(Coding::chunked, page)),
      answer("picture.png", "Content-Type: image/png\r\n", picture),
      answer("gzip/", html + "Content-Encoding: gzip\r\n", zipped),
      answer("both/", html + "Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\nDigest: md5=x\r\n",
             test::packed(Coding::chunked, zipped)),
      answer("deflate/", html + "Content-Encoding: deflate\r\n", test::packed(Coding::deflate, page)),
      answer("br/", html + "Content-Encoding: br\r\n", test::packed(Coding::brotli, page)),
      answer("zstd/", html + "Content-Encoding: zstd\r\n", test::packed(Coding::zstd, page)),
      answer("lies/", html + "Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\nContent-Length: 1\r\n", page),
      answer("cut/", html + "Content-Encoding: gzip\r\n", zipped.substr(0, zipped.size() - 9)),
      answer("a.css", "Content-Type: text/css\r\n", "@import 'b.css'; a { background: url(c.png) }"),
      answer("a.svg", "Content-Type: image/svg+xml\r\n", "<svg xmlns='http://www.w3.org/2000/svg'><a href='x'/></svg>"),
      answer("base/", html + "Content-Base: http://b.example/c/\r\nContent-Location: /nowhere/\r\n", page),
      answer("moved/", "Location: ../to\r\nContent-Length: 0\r\n", ""),
      answer("none/", html, "<p>nothing\n"),
      answer("text/", "Content-Type: text/plain\r\n", page),
      answer("none.html", "Server: a\r\n", page),
      record("resource", host + "resource/", 102, page, "Content-Type: text/html\r\n"),
      record("metadata", host, 103, "via: http://h.example/x\r\n", "Content-Type: application/warc-fields\r\n"),
      record("revisit", host, 104, "HTTP/1.1 304 Not Modified\r\nLocation: x\r\n\r\n",
             "WARC-Refers-To: <urn:uuid:00000000-0000-4000-8000-100000000001>\r\n"),
      record("continuation", host, 105, page, "WARC-Segment-Number: 2\r\n"),
      record("response", "", 106, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page),
      record("response", "<http://h.example/brackets/>", 107,
             "HTTP/1.0 200 OK\nContent-Type: text/html\nLink: <x>; rel=next\n\n" + page),
      record("response", host + "mail", 108, "HTTP/1.1 200 OK\r\nContent-Type: multipart/form-data\r\n\r\n" + page),
  };
}

std::string plain(const std::vector<std::string>& records) {
  std::string archive;
  for (const std::string& record : records) archive += record;
  return archive;
}

std::string packed(const std::vector<std::string>& records) {
  std::string archive;
  for (const std::string& record : records) archive += gzip_member(record);
  return archive;
}

class Archives : public testing::Test {
 protected:
  [[nodiscard]] test::ShellResult run(const std::string& script) const {
    return test::run_shell("export SOURCE_DATE_EPOCH=0\n" + script, place_.path());
  }
  void write(const std::string& name, std::string_view bytes) const {
    std::ofstream(place_.path() + "/" + name, std::ios::binary) << bytes;
  }
  [[nodiscard]] std::string read(const std::string& name) const { return test::read_file(place_.path() + "/" + name); }
  [[nodiscard]] bool has(const std::string& program) const { return run("command -v " + program).status == 0; }
  [[nodiscard]] std::string support(const std::string& name) const {
    return test::testdata("../tests/support/" + name);
  }

  /// Both modes of an archive, to `copy.warc.gz` and `conversions.warc.gz`, or by the name that is given to the copy;
  /// then other programs say whether they are right. Returns what they have counted.
  [[nodiscard]] std::string compared(const std::string& archive, const std::string& copy = "copy.warc.gz") const {
    const test::ShellResult made = run("absolve -q --warc-emit=response -o " + copy + " " + archive + " 2> told\n" +
                                       "one=$?; absolve -q -o conversions.warc.gz " + archive +
                                       " 2> told2; [ $? -eq $one ] && cmp told told2 && gzip -dc conversions.warc.gz > "
                                       "conversions.warc || echo differs; exit $one");
    EXPECT_TRUE(made.status == 0 || made.status == 3) << made.status << read("told");
    EXPECT_EQ(made.out, "");
    const test::ShellResult result =
        run("python3 " + support("archives_alike.py") + " " + archive + " " + copy + " conversions.warc changed.warc");
    EXPECT_EQ(result.status, 0) << result.err;
    for (const std::string of : {"changed.warc", "conversions.warc"}) {
      const test::ShellResult python = run("python3 " + support("records_right.py") + " " + of);
      EXPECT_EQ(python.status, 0) << of << ": " << python.err;
      const test::ShellResult warcio = run("node " + support("records_right.js") + " " + of);
      if (warcio.status == missing || warcio.status == no_such_command) continue;
      EXPECT_EQ(warcio.out, python.out) << of << ": " << warcio.err;
    }
    return result.out;
  }

  static constexpr const char* no_oracle = "there is no python3, no brotli or no zstd";
  static constexpr int missing = 77;
  static constexpr int no_such_command = 127;

  test::TemporaryDirectory place_;
};

/// Nothing is lost, what isn't touched stays, and what is becomes what it becomes as a file by itself.
TEST_F(Archives, OfOthersAreRewrittenLikeFiles) {
  if (!has("python3 && command -v brotli && command -v zstd")) GTEST_SKIP() << "skipped: " << no_oracle;
  const std::string corpus = ABSOLVE_CORPUS "/warc";
  if (!fs::exists(corpus)) GTEST_SKIP() << "skipped: there is no corpus at " << corpus;
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator(corpus)) {
    const std::string path = entry.path().string();
    SCOPED_TRACE(path);
    if (path.find(".arc") == std::string::npos) {
      EXPECT_NE(compared(path, ++count % 2 == 0 ? "copy.warc" : "copy.warc.gz"), "");
    } else {
      const test::ShellResult result = run("absolve -q --type warc --warc-emit=response " + path + " > copy.warc");
      EXPECT_EQ(result.status, 2);
      EXPECT_NE(result.err.find("is an ARC archive, which is only read"), std::string::npos) << result.err;
      const int status = run("absolve -q --type warc -o c.warc " + path).status;
      EXPECT_TRUE(status == 0 || status == 3) << status;
      EXPECT_EQ(run("python3 " + support("records_right.py") + " c.warc").status, 0);
    }
  }
  EXPECT_GT(count, 0U);
}

TEST_F(Archives, OfAllKindsOfRecordsAreRewrittenLikeFiles) {
  if (!has("python3 && command -v brotli && command -v zstd")) GTEST_SKIP() << "skipped: " << no_oracle;
  const std::string counts = "26 records, 15 changed, 14 in their bodies\n";
  write("plain.warc", plain(site()));
  EXPECT_EQ(compared("plain.warc"), counts);
  write("packed.warc.gz", packed(site()));
  EXPECT_EQ(compared("packed.warc.gz", "copy.warc"), counts);
  write("whole.warc.gz", gzip_member(plain(site())));
  EXPECT_EQ(compared("whole.warc.gz"), counts);
  ASSERT_EQ(run("zstd -q plain.warc").status, 0);
  EXPECT_EQ(compared("plain.warc.zst"), counts);
}

/// A copy of a copy has the same blocks.
TEST_F(Archives, TwiceIsOnce) {
  write("a.warc.gz", packed(site()));
  ASSERT_EQ(run("absolve -q --warc-emit=response -o b.warc.gz a.warc.gz; [ $? -eq 3 ] || exit 1\n"
                "absolve -q --warc-emit=response -o c.warc.gz b.warc.gz; [ $? -eq 3 ] || exit 1\n"
                "absolve -q -o none.warc b.warc.gz; [ $? -eq 3 ]")
                .status,
            0);
  const auto block = [](const Record& record) { return record.text.substr(record.text.find("\r\n\r\n")); };
  const test::ArchiveRead once = test::read_archive(read("b.warc.gz"));
  const test::ArchiveRead twice = test::read_archive(read("c.warc.gz"));
  ASSERT_EQ(once.records.size() + 1, twice.records.size());
  for (std::size_t i = 0; i < once.records.size(); ++i) {
    EXPECT_EQ(block(once.records[i]), block(twice.records[i + 1])) << i;
  }
  EXPECT_EQ(test::read_archive(read("none.warc")).records.size(), 1U) << "no body has changed again";
}

const std::string both_modes = "for mode in response conversion; do\n";

/// However many records are planned at a time, and in whichever way the archive comes and goes.
TEST_F(Archives, AreTheSameForAnyNumberOfJobs) {
  std::vector<std::string> records;
  for (int i = 0; i < 6; ++i) std::ranges::copy(site(), std::back_inserter(records));
  write("a.warc.gz", packed(records));
  write("a.warc", plain(records));
  const test::ShellResult result = run(both_modes +
                                       "for a in a.warc.gz a.warc; do\n"
                                       "absolve -j 1 -q --warc-emit=$mode $a > one 2> told1; echo $?\n"
                                       "for j in 2 3 8; do absolve -j $j -q --warc-emit=$mode $a > more 2> told; echo "
                                       "$?; cmp one more; cmp told1 told; done\n"
                                       "absolve -j 8 --explain $a > one 2> told1; absolve -j 1 --explain $a > more 2> "
                                       "told; cmp one more; cmp told1 told\n"
                                       "absolve -j 4 -q --warc-emit=$mode -o o-$a $a 2> told; absolve -j 1 -q "
                                       "--warc-emit=$mode $a 2>told > more; cmp o-$a more\n"
                                       "done; done");
  EXPECT_EQ(result.out, test::repeated("3\n", 16));
  EXPECT_EQ(result.err, "");
}

/// Parts that are done apart, joined with cat, are the whole; whatever the bytes that they begin at.
TEST_F(Archives, PartsMakeUpTheWhole) {
  std::vector<std::string> records = site();
  records.erase(records.begin() + 4);  // the large one
  for (int i = 0; i < 2; ++i) std::ranges::copy(std::vector(records), std::back_inserter(records));
  const std::string archive = packed(records);
  write("a.warc.gz", archive);
  ASSERT_EQ(run(both_modes + "absolve -q --warc-emit=$mode a.warc.gz > whole-$mode; done 2> /dev/null").status, 3);
  test::Random random(14);
  for (int round = 0; round < 12; ++round) {
    std::vector<std::size_t> cuts = {0, archive.size() + random.below(2) * 1000};
    const std::size_t parts = 2 + random.below(19);
    while (cuts.size() <= parts) cuts.push_back(random.below(archive.size()));
    std::ranges::sort(cuts);
    std::string script = "rm -f parts-*\n" + both_modes;
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
      script += "absolve -q --warc-emit=$mode --range " + std::to_string(cuts[i]) + ":" + std::to_string(cuts[i + 1]) +
                " a.warc.gz >> parts-$mode 2> told || [ $? -eq 3 ] || cat told\n";
    }
    const test::ShellResult result = run(script + "cmp parts-$mode whole-$mode; done");
    EXPECT_EQ(result.out, "") << script;
    EXPECT_EQ(result.err, "") << script;
  }
}

}  // namespace
}  // namespace absolve
