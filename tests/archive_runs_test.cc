#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "absolve/rewriter.h"
#include "support/archive_test.h"
#include "support/archives.h"
#include "support/codings.h"
#include "support/repeated.h"

namespace absolve {
namespace {

std::string response(std::string_view url, std::string_view type, std::string_view body) {
  return test::warc_record(
      std::string("WARC-Type: response\r\nWARC-Target-URI: ").append(url).append("\r\n"),
      std::string("HTTP/1.1 200 OK\r\nContent-Type: ").append(type).append("\r\n\r\n").append(body));
}

/// What an archive becomes on its way through the program.
class ArchiveRuns : public test::ArchiveTest {
 protected:
  /// More than may be held at once: pages, which are planned, and pictures, which are handed over bit by bit.
  void write_large() const {
    test::Random random(2);
    std::string text(std::size_t{2} << 20, ' ');  // which no packing makes small
    for (char& c : text) c = static_cast<char>('a' + random.below(16));
    std::string archive;
    for (const bool is_page : {true, true, true, false, true, true, true, false}) {
      archive += response("http://h/", is_page ? "text/html" : "image/png", (is_page ? "<a href=x>" : "") + text);
    }
    write("large.warc", archive);
    write("large.warc.gz", gzip_member(archive));
  }

  /// Runs a script for each way to write what is large. A run that doesn't end has status 124.
  [[nodiscard]] test::ShellResult run_large(const std::string& script) const {
    return run(
        "run() { timeout 60 absolve -j 2 -q --warc-emit=$mode \"$@\"; }\n"
        "for mode in response conversion; do for archive in large.warc large.warc.gz; do\n" +
        script + "\ndone; done");
  }
};

constexpr std::size_t runs = 4;

/// Where nothing more can be written, nobody waits for a turn that never comes.
TEST_F(ArchiveRuns, EndWhereNothingMoreCanBeWritten) {
  write_large();
  const test::ShellResult result = run_large("run < $archive > /dev/full; echo $?");
  EXPECT_EQ(result.out, test::repeated("2\n", runs));
  EXPECT_EQ(result.err, test::repeated("absolve: standard output: cannot write: No space left on device\n", runs));
}

TEST_F(ArchiveRuns, EndQuietlyWhereNobodyReads) {
  write_large();
  const test::ShellResult result = run_large(
      "{ run $archive; echo $? >> statuses; } | head -c 100 > some\n"
      "{ trap '' PIPE; run $archive; echo $? >> statuses; } | head -c 100 > some");
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(read("statuses"), test::repeated("141\n2\n", runs));
}

/// A new file that there is no room for takes no place, and leaves nothing.
TEST_F(ArchiveRuns, EndWhereTheDiskIsFull) {
  write_large();
  const test::ShellResult mounted = run("unshare -m sh -c 'mkdir d && mount -t tmpfs -o size=1m none d'; rmdir d");
  if (mounted.status != 0) GTEST_SKIP() << "skipped: no file system can be mounted here: " << mounted.err;
  const test::ShellResult result =
      run("cat > script <<'END'\n"
          "mkdir -p d; mount -t tmpfs -o size=1m none d\n"
          "for mode in response conversion; do for archive in large.warc large.warc.gz; do\n"
          "timeout 60 absolve -j 2 -q --warc-emit=$mode -o d/c.warc $archive; echo $?; ls -A d; done; done\n"
          "END\n"
          "unshare -m sh script");
  EXPECT_EQ(result.out, test::repeated("2\n", runs));
  EXPECT_EQ(result.err, test::repeated("absolve: d/c.warc: cannot write: No space left on device\n", runs));
}

/// While one record is taken, many small ones are read ahead of it, and few large ones: memory is bounded by size.
TEST_F(ArchiveRuns, ReadAheadAsFarAsMemoryIsBounded) {
  const auto read_ahead = [&](std::size_t size, std::size_t records) {
    std::string archive;
    for (std::size_t i = 0; i < records; ++i) {
      archive += response("http://h/", "text/html", "<a href=x>" + std::string(size, ' '));
    }
    std::size_t given = 0;
    std::size_t given_before_one_is_shown = 0;
    std::size_t shown = 0;
    Rewriter rewriter({}, {.threads = 2});
    rewriter.run(
        [&](std::span<char> space) {
          const std::size_t read = std::min({space.size(), archive.size() - given, std::size_t{10'000}});
          std::copy_n(archive.begin() + static_cast<std::ptrdiff_t>(given), read, space.begin());
          given += read;
          return read;
        },
        nullptr, {.type = Type::warc}, {.unit = [&](const Unit& unit) {
          ++shown;
          // By then it plans in several threads.
          if (unit.place.record == records / 2) given_before_one_is_shown = given - unit.place.bytes;
        }});
    EXPECT_EQ(shown, records);
    return given_before_one_is_shown;
  };
  EXPECT_LE(read_ahead(std::size_t{1} << 19, 60), std::size_t{10} << 20)
      << "8 MiB for two threads, and what is at hand";
  EXPECT_LE(read_ahead(100, 6000), 33U * 300 + 10'000) << "16 records for each thread, and one that is shown";
}

/// What a report counts is what the views show.
TEST_F(ArchiveRuns, AreReportedAsTheyAreListed) {
  const std::string pages =
      response("http://h/", "text/html", "<a href=x><a href=http://h/><img srcset='a, b'><a href='%'><a href=''>") +
      response("http://h/a.css", "text/css", "a { background: url(x) }") +
      response("http://h/", "image/png", "<a href=x>") +
      response("", "text/html", "<a href=x><a href=http://h/><a href=#y>") + response("http://h/", "text/html", "<p>") +
      test::warc_record("WARC-Type: revisit\r\nWARC-Target-URI: http://h/\r\n", "");
  write("pages.warc", pages);
  write("pages.warc.gz", gzip_member(pages));
  write("whole.warc", response("http://h/", "text/html", "<a href=http://h/x>"));
  write("none.warc", response("http://h/", "image/png", "x"));
  write("cut.warc.gz", gzip_member(pages) + gzip_member(pages).substr(0, 100));
  write(
      "counts.py",
      "import collections, json, subprocess, sys\n"
      "def lines(*options):\n"
      "    text = subprocess.run(['absolve', '--json', *options], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)\n"
      "    return [json.loads(line) for line in text.stdout.splitlines()]\n"
      "for name in sys.argv[1:]:\n"
      "    options = ['--keep-fragments', name]\n"
      "    listed = lines('--list', *options)\n"
      "    actions = collections.Counter(link['action'] for link in listed)\n"
      "    reasons = collections.Counter(link['reason'] for link in listed if link['action'] == 'keep')\n"
      "    expected = {'links': len(listed), 'rewritten': actions['rewrite'], 'absolute': actions['absolute'],\n"
      "                'kept': actions['keep'], 'reasons': reasons, 'documents': len(lines('--explain', *options)),\n"
      "                'file': name}\n"
      "    made = subprocess.run(['absolve', '-q', '--report', 'r', '-o', 'o.warc', *options],\n"
      "                          stderr=subprocess.DEVNULL)\n"
      "    *records, report = [json.loads(line) for line in open('r')]\n"
      "    for key in ('links', 'rewritten', 'absolute', 'kept', 'documents'):\n"
      "        assert sum(record[key] for record in records) == report[key], (key, records)\n"
      "    links = collections.Counter(link['record_number'] for link in listed)\n"
      "    assert links == {one['record_number']: one['links'] for one in records if one['links']}, records\n"
      "    assert all('record' in record for record in records) and 'record' not in report\n"
      "    assert max([record['exit'] for record in records], default=0) <= report['exit']\n"
      "    found = {key: report[key] for key in expected}\n"
      "    assert found == expected, (found, expected)\n"
      "    assert report['exit'] == made.returncode, report\n"
      "    print(name, report['status'], report['exit'], report['links'], report['rewritten'], report['kept'])\n");
  const test::ShellResult result = test::run_shell_with("python3", "python3 counts.py *.warc*", place_.path());
  if (result.status == test::missing) GTEST_SKIP() << "skipped: there is no " << result.out;
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out,
            "cut.warc.gz changed 3 10 6 2\nnone.warc unchanged 0 0 0 0\npages.warc changed 0 10 6 2\n"
            "pages.warc.gz changed 0 10 6 2\nwhole.warc unchanged 0 1 0 0\n");
}

}  // namespace
}  // namespace absolve
