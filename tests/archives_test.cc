#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "absolve/absolve.h"
#include "support/archive_test.h"
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
      .append(">\r\nWARC-Date: 2026-01-02T03:04:05Z\r\n")
      .append(url.empty() ? "" : "WARC-Target-URI: ")
      .append(url)
      .append(url.empty() ? "" : "\r\n");
}

std::string record(std::string_view type, std::string_view url, int number, std::string_view block,
                   std::string_view more = "") {
  return test::warc_record(fields_of(type, url, number).append(more).append(test::block_digest(block)), block);
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

class Archives : public test::ArchiveTest {
 protected:
  [[nodiscard]] bool has(const std::string& program) const { return run("command -v " + program).status == 0; }
  [[nodiscard]] std::string support(const std::string& name) const {
    return test::testdata("../tests/support/" + name);
  }

  /// Both modes of an archive, to `copy.warc.gz` and `conversions.warc.gz`, or by the name that is given to the copy;
  /// then other programs say whether they are right. Returns what they have counted.
  [[nodiscard]] std::string compared(const std::string& archive, const std::string& copy = "copy.warc.gz") const {
    const test::ShellResult made =
        run("absolve -q --warc-emit=response -o " + copy + " " + archive + " 2> told\n" +
            "one=$?; absolve -q -o conversions.warc.gz " + archive +
            " 2> told2; two=$?; grep -v 'that it refers to' told > told1\n"
            "{ [ $two -eq $one ] || ! cmp -s told told1; } && cmp told1 told2 && gzip -dc conversions.warc.gz > "
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
      if (warcio.status == test::missing || warcio.status == no_such_command) continue;
      EXPECT_EQ(warcio.out, python.out) << of << ": " << warcio.err;
    }
    return result.out;
  }

  static constexpr const char* no_oracle = "there is no python3, no brotli or no zstd";
  static constexpr int no_such_command = 127;
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
      EXPECT_NE(result.err.find("is an ARC archive, which can only be read"), std::string::npos) << result.err;
      const int status = run("absolve -q --type warc -o c.warc " + path).status;
      EXPECT_TRUE(status == 0 || status == 3) << status;
      EXPECT_EQ(run("python3 " + support("records_right.py") + " c.warc").status, 0);
    }
  }
  EXPECT_GT(count, 0U);
}

TEST_F(Archives, OfAllKindsOfRecordsAreRewrittenLikeFiles) {
  if (!has("python3 && command -v brotli && command -v zstd")) GTEST_SKIP() << "skipped: " << no_oracle;
  const std::string counts = "26 records, 16 changed, 14 in their bodies\n";
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
  for (unsigned round = 0; round < test::fewer(12); ++round) {
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

/// What becomes of files in a folder: the status of each, and what it has told.
std::string told_of(const std::string& report, const std::string& name) {
  const std::size_t at = report.rfind("\"file\":\"" + name + "\"");  // behind its records
  EXPECT_NE(at, std::string::npos) << name;
  return report.substr(at, report.find('\n', at) - at);
}

/// Whether a record of a full copy was made of one that had an ID.
bool is_new(const Record& record) { return record.text.find("\r\nWARC-Previous-Record-ID: ") != std::string::npos; }

/// What is cut short says so, wherever that is. Of what isn't packed all that is there is copied; of what is, nothing
/// takes a place, as nobody knows what is missing.
TEST_F(Archives, MayBeCutAnywhere) {
  const std::vector<std::string> records = {
      record("warcinfo", "", 1, "software: a\r\n"),
      record("resource", "http://h/", 2, "<a href=x>", "Content-Type: text/html\r\n"),
      response("http://h/2", 3, "Content-Type: text/html\r\n", "<a href=y>")};
  struct Way {
    const char* name;
    std::string (*member)(std::string_view record);
    std::size_t mark;  // so many bytes tell that it is packed
    const char* statuses;
  };
  const Way ways[] = {
      {"as it is", [](std::string_view record) { return std::string(record); }, SIZE_MAX, "3\n3\n3\n1\n3\n3\n"},
      {"gzip", gzip_member, 3, "2\n2\n3\n1\n3\n3\n"},
      {"zstd", [](std::string_view record) { return test::packed(codec::Coding::zstd, record); }, 4,
       "2\n2\n3\n1\n3\n3\n"},
  };
  for (const Way& way : ways) {
    SCOPED_TRACE(way.name);
    const bool is_packed = way.mark != SIZE_MAX;
    const std::size_t step = ABSOLVE_SANITIZED != 0 ? 5
                             : is_packed            ? 2
                                                    : 1;  // in packed data, each place is like the next
    const bool is_only_read = std::string_view(way.name) == "zstd";
    std::string whole;
    std::vector<std::size_t> ends = {0};
    for (const std::string& one : records) ends.push_back(whole.append(way.member(one)).size());
    fs::remove_all(place_.path() + "/d");
    fs::create_directory(place_.path() + "/d");
    for (std::size_t size = whole.size(); size > 0; size -= std::min(size, step)) {
      write("d/" + std::to_string(size) + ".warc", whole.substr(0, size));
    }
    const test::ShellResult result =
        run("rm -rf copies conversions\n"
            "absolve -r -q --type warc --warc-emit=response --fsync none --output-dir copies --report copies.jsonl d "
            "2> told; echo $?\n"
            "absolve -q --type warc --warc-emit=response --report shown.jsonl d/* > shown 2> told; echo $?\n"
            "absolve -r -q --type warc --fsync none --output-dir conversions --report conversions.jsonl d 2> told; "
            "echo $?\n"
            "absolve -r --type warc --check --json d > check 2> told; echo $?\n"
            "absolve -r --type warc --list d > list 2> told; echo $?\n"
            "absolve -r --type warc --explain d > explain 2> told; echo $?");
    EXPECT_EQ(result.out, way.statuses) << result.err;
    const std::string copies = read("copies.jsonl");
    const std::string shown = read("shown.jsonl");
    const std::string conversions = read("conversions.jsonl");
    std::size_t whole_records = 0;  // of all
    for (std::size_t size = whole.size(); size > 0; size -= std::min(size, step)) {
      const std::string name = "d/" + std::to_string(size) + ".warc";
      const std::string copy = told_of(copies, name);
      const auto end = std::ranges::lower_bound(ends, size);
      const bool is_whole = *end == size || (!is_packed && *end - size <= 4);  // without line ends behind it
      const bool is_told = size >= way.mark;
      const std::string status = is_whole ? "\"exit\":0," : is_told ? "\"exit\":2," : "\"exit\":3,";
      EXPECT_NE(told_of(shown, name).find(status), std::string::npos) << told_of(shown, name);
      EXPECT_NE(told_of(conversions, name).find(is_whole ? "\"exit\":0," : "\"exit\":3,"), std::string::npos)
          << told_of(conversions, name);
      const std::string conversion = "conversions/" + std::to_string(size) + ".conversion.warc.gz";
      const bool is_converted = fs::exists(place_.path() + "/" + conversion);
      const auto written = is_converted ? test::read_archive(read(conversion)) : test::ArchiveRead();
      const auto before = static_cast<std::size_t>(end - ends.begin()) - (is_whole ? 0 : 1);
      EXPECT_TRUE(!is_converted || written.records.size() > 1) << size;
      EXPECT_LE(written.records.size(), before + 1) << size;  // of a record that is whole the trailer may be cut
      EXPECT_GE(written.records.size(), before < 2 ? 0 : before) << size;  // the first of them holds nothing
      whole_records += before;
      const bool is_copied = fs::exists(place_.path() + "/copies/" + std::to_string(size) + ".warc");
      if (is_only_read && is_told) {
        EXPECT_FALSE(is_copied) << size;
        EXPECT_TRUE(!is_whole || copy.find("is compressed with zstd, which can only be read") != std::string::npos)
            << copy;
        continue;
      }
      EXPECT_NE(copy.find(status), std::string::npos) << copy;
      EXPECT_EQ(copy.find("\"notes\":[],\"error\":null") != std::string::npos, is_whole) << copy;
      EXPECT_EQ(is_copied, is_whole || !is_told) << size;
    }
    const test::ArchiveRead all = test::read_archive(read("shown"));
    EXPECT_EQ(all.trouble, "");
    EXPECT_GE(static_cast<std::size_t>(std::ranges::count_if(all.records, is_new)), whole_records);
  }
}

/// A record that lies about its length, or is odd in another way, is told and copied as it is; those around it are
/// done.
TEST_F(Archives, AreReadAroundWhatIsBroken) {
  const std::string block = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=x>";
  const std::string good = response("http://h/", 1, "Content-Type: text/html\r\n", "<a href=x>");
  const std::string start = "WARC/1.0\r\n" + fields_of("response", "http://h/", 2);
  const auto with_length = [&](const std::string& field) { return start + field + "\r\n" + block + "\r\n\r\n"; };
  std::vector<std::string> broken;
  for (const char* length : {"0", "1", "53", "59", "1000000", "9223372036854775807", "9223372036854775808",
                             "18446744073709551615", "18446744073709551616", "-1", "+55", "0x37", "a", "", "54 54"}) {
    broken.push_back(with_length("Content-Length: "s + length + "\r\n"));
  }
  broken.push_back(with_length(""));
  broken.push_back("WARC/1.0\r\n\r\n" + block + "\r\n\r\n");
  broken.push_back("rubbish\r\n\r\n");
  broken.push_back(start + "X: " + test::repeated("x", 10 << 20) + "\r\nContent-Length: 54\r\n\r\n" + block +
                   "\r\n\r\n");
  broken.push_back(start + test::repeated("X: y\r\n", 1 << 20) + "Content-Length: 54\r\n\r\n" + block + "\r\n\r\n");
  fs::create_directory(place_.path() + "/d");
  for (std::size_t i = 0; i < broken.size(); ++i) {
    write("d/" + std::to_string(i), good + broken[i] + good);
    write("d/packed" + std::to_string(i), gzip_member(good) + gzip_member(broken[i]) + gzip_member(good));
  }
  const test::ShellResult result =
      run("absolve -r -q --type warc --warc-emit=response --output-dir o --report r.jsonl d 2> told");
  EXPECT_EQ(result.status, 3);
  for (std::size_t i = 0; i < 2 * broken.size(); ++i) {
    const std::string name = (i % 2 == 0 ? "" : "packed") + std::to_string(i / 2);
    SCOPED_TRACE(name + broken[i / 2].substr(0, 300));
    EXPECT_NE(told_of(read("r.jsonl"), "d/" + name).find("\"exit\":3,"), std::string::npos)
        << told_of(read("r.jsonl"), "d/" + name);
    std::string copy = test::read_archive(read("o/" + name)).all();
    const std::string rewritten = "<a href=http://h/x>\r\n\r\n";
    EXPECT_TRUE(copy.ends_with(rewritten));
    EXPECT_NE(copy.find(rewritten), copy.rfind(rewritten));
    std::string_view kept = broken[i / 2];  // but for its IDs, where these can be read
    kept = kept.substr(0, kept.find_last_not_of("\r\n") + 1);
    if (kept.starts_with(start)) kept.remove_prefix(start.size());
    EXPECT_NE(copy.find(kept), std::string::npos) << copy.substr(0, 3000);
  }
}

/// Whatever is in the URL of a record, no line of a new one begins in it.
TEST_F(Archives, UrlsMakeNoLines) {
  const std::vector<std::string> urls = {"http://h/\rX-Injected: 1",
                                         "http://h/\0X"s,
                                         "http://h/a\r\n b",
                                         "http://h/\n\tX-Injected: 1",
                                         "http://h/" + test::repeated("a", 100'000),
                                         "\xFF\xFE",
                                         "<>",
                                         "http://h/ a b"};
  std::string archive;
  for (const std::string& url : urls) {
    const std::string fields = "WARC-Record-ID: <urn:a>\r\nContent-Type: text/html\r\nWARC-Target-URI: " + url + "\r\n";
    archive += test::warc_record("WARC-Type: response\r\n" + fields,
                                 "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nLocation: y\r\n\r\n<a href=x>");
    archive += test::warc_record("WARC-Type: resource\r\n" + fields, "<a href=x>");
  }
  write("a.warc", archive);
  const test::ShellResult result = run(both_modes +
                                       "absolve -q --warc-emit=$mode a.warc > $mode 2> told; echo $?\n"
                                       "absolve -q --warc-emit=$mode $mode > again 2> told; echo $?; python3 " +
                                       support("records_right.py") + " $mode > told || echo wrong; done\n");
  EXPECT_EQ(result.out, test::repeated("0\n", 4)) << result.err;
  for (const std::string mode : {"response", "conversion"}) {
    EXPECT_EQ(read(mode).find("\nX-Injected"), std::string::npos);
    EXPECT_EQ(read(mode).find("\r\r"), std::string::npos);
  }
}

}  // namespace
}  // namespace absolve
