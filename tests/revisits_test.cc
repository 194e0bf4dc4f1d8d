#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "../src/archive/digest.h"
#include "../src/archive/originals.h"
#include "absolve/absolve.h"
#include "support/archive_test.h"
#include "support/archives.h"
#include "support/marked.h"
#include "support/packed.h"
#include "support/table.h"

namespace absolve {
namespace {

const ArchiveCopy a_copy{.name = "a.warc.gz", .options = "", .date = "2026-01-02T03:04:05Z"};

std::string without_line_ends(std::string record) {
  record.resize(record.size() - 4);
  return record;
}

/// The tables have records without what is the same in all.
std::string record_of(std::string_view fields, std::string_view block) {
  return without_line_ends(test::warc_record("WARC-Record-ID: <urn:a>\r\n" + std::string(fields), block));
}

/// A revisit follows what became of the records before it.
TEST(Revisits, BecomeWhatTheirTableSays) {
  for (const test::Row& row : test::read_table("records/revisits.tsv", 7)) {
    SCOPED_TRACE(row.where + ": " + row.fields[0]);
    Originals originals;
    if (!row.fields[2].empty()) {
      const test::Marked block(row.fields[2], "{{", "}}");
      const std::string record = record_of(row.fields[1], block.text());
      std::vector<Edit> edits = block.edits();
      for (Edit& edit : edits) edit.offset += record.size() - block.text().size();
      const auto original = original_of(record, response_record(record, edits, a_copy));
      ASSERT_TRUE(original);
      originals.add(*original);
    }
    const test::Marked of_revisit(row.fields[4], "{{", "}}");
    const std::string revisit = record_of("WARC-Type: revisit\r\n" + row.fields[3], of_revisit.text());
    std::vector<Edit> edits = of_revisit.edits();
    for (Edit& edit : edits) edit.offset += revisit.size() - of_revisit.text().size();
    EXPECT_FALSE(original_of(revisit, revisit));
    const RevisitCopy made = revisit_record(revisit, edits, originals, a_copy);
    constexpr const char* fates[] = {"same", "followed", "unknown"};
    EXPECT_EQ(fates[static_cast<std::size_t>(made.fate)], row.fields[5]);
    EXPECT_EQ(made.why.empty(), made.fate != RevisitCopy::Fate::unknown);
    if (made.fate != RevisitCopy::Fate::followed && row.fields[6].empty()) {
      EXPECT_EQ(made.text, response_record(revisit, {}, a_copy));
      continue;
    }
    const test::ArchiveRead read = test::read_archive(made.text);
    ASSERT_EQ(read.records.size(), 1U);
    EXPECT_EQ(read.records[0].line_ends, "\r\n\r\n");
    const std::string& text = read.records[0].text;
    const std::string block = text.substr(text.find("\r\n\r\n") + 4);
    EXPECT_EQ(block, row.fields[6]);
    EXPECT_NE(text.find("Content-Length: " + std::to_string(block.size()) + "\r\n\r\n"), std::string::npos);
    if (text.find("Block-Digest") != std::string::npos) {
      EXPECT_NE(text.find(test::block_digest(block)), std::string::npos) << text;
    }
    EXPECT_EQ(text.find("sha1:OLD") == std::string::npos, made.fate == RevisitCopy::Fate::followed) << text;
  }
}

/// What an archive brought that was not written in the end is none.
TEST(Revisits, StandForNothingThatWasNotWritten) {
  Originals originals;
  originals.add({"http://h/", "sha1:A", "sha1:B", 1});
  originals.keep();
  originals.add({"http://h/", "sha1:C", "sha1:D", 1});
  originals.add({"http://h/", "sha1:A", "sha1:E", 2});
  originals.add({"http://h/", "sha1:F", "sha1:F", 1});
  EXPECT_EQ(originals.change_of("http://h/", "sha1:C")->new_digest, "sha1:D");
  EXPECT_TRUE(originals.stays("sha1:F"));
  originals.forget();
  EXPECT_EQ(originals.change_of("http://h/", "sha1:A")->new_digest, "sha1:B");
  EXPECT_FALSE(originals.change_of("http://i/", "sha1:A"));
  EXPECT_FALSE(originals.change_of("http://h/", "sha1:C"));
  EXPECT_FALSE(originals.stays("sha1:F"));
}

std::string payload_digest(std::string_view bytes) {
  auto digest = warc::Digest::of("sha1").value();
  digest.add(bytes);
  return "WARC-Payload-Digest: sha1:" + warc::base32(digest.finish()) + "\r\n";
}

class RevisitRuns : public test::ArchiveTest {
 protected:
  std::string record(const std::string& type, const std::string& url, const std::string& more,
                     const std::string& block) {
    ++number_;
    return test::warc_record("WARC-Type: " + type + "\r\nWARC-Record-ID: <urn:x:" + std::to_string(number_) +
                                 ">\r\nWARC-Target-URI: " + url + "\r\nWARC-Date: 2026-01-02T03:04:" +
                                 std::to_string(10 + number_ % 50) + "Z\r\n" + more + test::block_digest(block),
                             block);
  }
  std::string revisit(const std::string& url, std::string_view payload, const std::string& header) {
    return record("revisit", url, payload_digest(payload), header);
  }

  /// An archive with originals in all codings and revisits of them, and one with revisits of the first alone.
  void write_archives() {
    using codec::Coding;
    const std::string page = "<!doctype html><p><a href=\"x\">x</a>\n";
    const std::string zipped = test::packed(Coding::gzip, page);
    const struct {
      std::string fields;
      std::string body;
      std::string payload;
    } originals[] = {
        {"Content-Length: " + std::to_string(page.size()) + "\r\nETag: \"e\"\r\nContent-MD5: m\r\n", page, page},
        {"Content-Encoding: gzip\r\nContent-Length: " + std::to_string(zipped.size()) + "\r\n", zipped, zipped},
        {"Transfer-Encoding: chunked\r\n", test::packed(Coding::chunked, page), page},
        {"Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n", test::packed(Coding::chunked, zipped), zipped},
        {"Content-Encoding: br\r\n", test::packed(Coding::brotli, page), test::packed(Coding::brotli, page)},
        {"", "<p>no link\n", "<p>no link\n"},
    };
    std::string before;
    std::string behind;
    std::string others;
    for (const auto& [fields, body, payload] : originals) {
      const std::string url = "http://h/" + std::to_string(number_) + "/";
      const std::string header = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + fields + "\r\n";
      before += record("response", url, payload_digest(payload), header + body);
      behind += revisit(url, payload, header);
      behind += revisit(url, payload, "");
      others += revisit(url, payload, header);
    }
    const std::string image = "\x89PNG\r\n\x1A\n";
    before += record("response", "http://h/i", payload_digest(image),
                     "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n" + image);
    others += revisit("http://other/i", image, "");
    others += revisit("http://h/n", "nowhere", "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n");
    write("a.warc", before + behind);
    write("b.warc.gz", gzip_member(others));
    std::string none = revisit("http://h/1", "nowhere", "");
    none += revisit("http://other/", page, "");
    write("none.warc", none);
  }

 private:
  int number_ = 0;
};

/// What was replayed before is replayed afterwards, with its links made absolute.
TEST_F(RevisitRuns, AreReplayedAsBefore) {
  write_archives();
  const test::ShellResult made =
      run("absolve -q -j 2 --warc-emit=response --output-dir o a.warc b.warc.gz; echo $?\n"
          "absolve -q --warc-emit=response -o none o/a.warc none.warc; echo $?");
  EXPECT_EQ(made.out, "0\n3\n") << made.err;
  EXPECT_NE(made.err.find("none.warc: record 1 (<urn:x:28>, http://h/1): the record that it refers to was not found "
                          "before it with the same URL; "
                          "copied with its payload digest unchanged"),
            std::string::npos)
      << made.err;
  EXPECT_NE(made.err.find(", http://other/)"), std::string::npos) << made.err;
  const std::string script = test::testdata("../tests/support/revisits_right.py");
  const test::ShellResult result =
      run("command -v brotli > commands || exit 77; python3 " + script + " a.warc b.warc.gz -- o/a.warc o/b.warc.gz");
  if (result.status == test::missing) GTEST_SKIP() << "skipped: there is no brotli";
  EXPECT_EQ(result.out, "20 revisits, 15 followed, 1 lost\n") << result.err;
}

/// However many records are done at a time, in place and beside, and again.
TEST_F(RevisitRuns, AreTheSameForAnyNumberOfJobs) {
  write_archives();
  const test::ShellResult result = run(
      "absolve -q -j 1 --warc-emit=response --output-dir one a.warc b.warc.gz none.warc 2> told; echo $?\n"
      "for j in 2 5; do absolve -q -j $j --warc-emit=response --output-dir $j a.warc b.warc.gz none.warc 2> told$j; "
      "echo $?\n"
      "diff -r one $j; cmp told told$j; done\n"
      "absolve -q -n --warc-emit=response --output-dir n a.warc b.warc.gz none.warc 2> toldn > names; echo $?; cmp "
      "told toldn\n"
      "mkdir i; cp *.warc* i; cd i; absolve -q -i a.warc b.warc.gz; echo $?; cmp a.warc ../one/a.warc; cmp b.warc.gz "
      "../one/b.warc.gz\n"
      "cp a.warc b.warc.gz ..; absolve -q -i a.warc b.warc.gz; echo $?; cmp a.warc ../a.warc; cmp b.warc.gz "
      "../b.warc.gz");
  EXPECT_EQ(result.out, "3\n3\n3\n3\n0\n0\n");
  EXPECT_EQ(result.err, "");
}

/// Originals count that stand before, in what was written: not behind, not in an archive that failed, not in that of
/// another shard, and no view but the copy speaks of it.
TEST_F(RevisitRuns, KnowWhatStandsBeforeAlone) {
  write_archives();
  write("cut.warc.gz", gzip_member(read("a.warc")).append("\x1F\x8B\x08"));
  const std::string unknown = "grep -c 'it refers to was not found'";
  const test::ShellResult result =
      run("absolve -q --warc-emit=response --output-dir o b.warc.gz a.warc 2>&1 | " + unknown +
          "; absolve -q --warc-emit=response --output-dir o2 cut.warc.gz b.warc.gz 2>&1 | " + unknown +
          "; absolve -q --warc-emit=response --output-dir o3 --shard 0/1 a.warc b.warc.gz 2>&1 | " + unknown +
          "; absolve -q --warc-emit=response --range 0:10000 b.warc.gz 2>&1 > r | " + unknown +
          "; for view in --list --check --explain; do absolve $view b.warc.gz 2>&1 > v | wc -l; done; absolve "
          "--warc-emit=conversion b.warc.gz 2>&1 > v | wc -l");
  EXPECT_EQ(result.out, "7\n7\n7\n7\n0\n0\n0\n0\n") << result.err;
}

/// An archive that could not take its place holds the records that it held: nothing is led to others.
TEST_F(RevisitRuns, KnowNothingOfWhatCouldNotBePutInPlace) {
  write_archives();
  write("a.warc.orig", "x");
  const test::ShellResult result =
      run("cp a.warc before; absolve -q --warc-emit=response -i.orig a.warc b.warc.gz > told 2>&1; echo $?\n"
          "grep -c 'cannot keep the original' told; grep -c 'it refers to was not found' told; cmp a.warc before\n"
          "mkdir -p o/a.warc; absolve -q --warc-emit=response --output-dir o a.warc b.warc.gz > told 2>&1; echo $?\n"
          "grep -c 'not a regular file' told; grep -c 'it refers to was not found' told");
  EXPECT_EQ(result.out, "2\n1\n7\n2\n1\n7\n") << result.err << read("told");
}

}  // namespace
}  // namespace absolve
