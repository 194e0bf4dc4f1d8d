#include "../src/cli/jobs/shards.h"
#include "../src/cli/outputs/archive_names.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include "support/archive_test.h"
#include "support/archives.h"
#include "support/codings.h"
#include "support/repeated.h"
#include "support/shell.h"
#include "support/table.h"

namespace absolve::cli {
namespace {

namespace fs = std::filesystem;

/// testdata/inputs/shards.tsv: what --shard says in an environment.
TEST(Shard, IsAsTheTableSays) {
  for (const test::Row& row : test::read_table("inputs/shards.tsv", 4)) {
    std::map<std::string, std::string> environment;
    std::istringstream words(row.fields[2]);
    for (std::string word; words >> word;) {
      environment[word.substr(0, word.find('='))] = word.substr(word.find('=') + 1);
    }
    const auto variable = [&](const char* name) {
      const auto found = environment.find(name);
      return found == environment.end() ? nullptr : found->second.c_str();
    };
    std::string actual;
    try {
      const Shard shard = shard_from(row.fields[1], variable);
      actual = std::to_string(shard.number) + "/" + std::to_string(shard.count);
    } catch (const UsageError& error) {
      actual = error.what();
    }
    EXPECT_EQ(actual, row.fields[3]) << row.where << ": " << row.fields[0];
  }
}

TEST(Shard, NamesPartsInTheirOrder) {
  EXPECT_EQ(part_infix({2, 4}), ".2-of-4");
  EXPECT_EQ(part_infix({2, 12}), ".02-of-12");
  EXPECT_EQ(part_infix({999'999, 1'000'000}), ".0999999-of-1000000");
  for (const std::uint64_t count : {1U, 9U, 10U, 11U, 100U, 101U, 1000U}) {
    for (std::uint64_t i = 1; i < count; ++i) EXPECT_LT(part_infix({i - 1, count}), part_infix({i, count}));
  }
}

/// All stretches meet end to end, from the first to the last byte, and none is longer than another by more than a byte.
TEST(Shard, StretchesMakeUpTheLine) {
  test::Random random(15);
  for (int round = 0; round < 2000; ++round) {
    const std::uint64_t count = 1 + random.below(random.one_in(2) ? 20 : 3000);
    const std::uint64_t length = random.below(std::size_t{1} << random.below(63));
    std::uint64_t end = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      const ShardRange stretch = byte_range_of({i, count}, length);
      ASSERT_EQ(stretch.begin, end);
      end = stretch.end;
      ASSERT_LE(end - stretch.begin, length / count + 1);
      ASSERT_GE(end - stretch.begin, length / count);
      if (stretch.begin == end) continue;
      ASSERT_EQ(shard_at(stretch.begin, length, count), i);
      ASSERT_EQ(shard_at(end - 1, length, count), i);
    }
    ASSERT_EQ(end, length);
  }
  // As long and as many as can be.
  constexpr std::uint64_t most = UINT64_MAX;
  EXPECT_EQ(byte_range_of({max_shards - 1, max_shards}, most).end, most);
  EXPECT_EQ(shard_at(most - 1, most, max_shards), max_shards - 1);
  EXPECT_EQ(shard_at(0, most, max_shards), 0U);
}

/// Each file begins in one shard, and each byte lies in one.
TEST(Shard, GivesEachFileToOne) {
  test::Random random(16);
  for (int round = 0; round < 300; ++round) {
    const std::uint64_t count = 1 + random.below(24);
    std::vector<std::uint64_t> lengths(random.below(30));
    for (std::uint64_t& length : lengths) length = 1 + random.below(random.one_in(4) ? 200 : 4);
    const std::uint64_t line = std::accumulate(lengths.begin(), lengths.end(), std::uint64_t{0});
    std::uint64_t begin = 0;
    for (const std::uint64_t length : lengths) {
      const ShardRange file{begin, begin + length};
      begin = file.end;
      std::uint64_t owners = 0;
      std::uint64_t bytes = 0;
      for (std::uint64_t i = 0; i < count; ++i) {
        const ShardRange own = byte_range_of({i, count}, line);
        owners += own.holds(file.begin) ? 1 : 0;
        const std::uint64_t from = std::max(own.begin, file.begin);
        const std::uint64_t to = std::max(from, std::min(own.end, file.end));
        EXPECT_EQ(own.meets(file), to > from);
        EXPECT_EQ(own.covers(file), to - from == length);
        bytes += to - from;
      }
      ASSERT_EQ(owners, 1U);
      ASSERT_EQ(bytes, length);
    }
  }
}

/// Pages and other files of many sizes, archives in members and others, messages, and what isn't read: below `in`.
class Shards : public test::ArchiveTest {
 protected:
  void SetUp() override {
    test::Random random(17);
    for (const char* folder : {"in/d/e", "in/archives", "in/box/cur", "in/box/new", "in/box/tmp", "in/z"}) {
      fs::create_directories(place_.path() + "/" + folder);
    }
    for (int i = 0; i < 40; ++i) {
      const std::string folder = i % 3 == 0 ? "in/d/e/" : "in/d/";
      write(folder + "p" + std::to_string(i) + ".html", "<a href=x>" + std::string(random.below(3000), 'p') + "\n");
    }
    for (int i = 0; i < 9; ++i) {
      write("in/box/cur/" + std::to_string(i) + ":2,S",
            "Content-Type: text/html\nContent-Base: http://h/\n\n" + test::repeated("<a href=x>\n", random.below(90)));
    }
    write("in/d/empty.html", "");
    write("in/d/style.css", "a { background: url(x.png) }");
    write("in/z/picture.png", "\x89PNG\r\n\x1A\n");
    std::error_code ignored;
    fs::create_symlink("style.css", place_.path() + "/in/d/link.css", ignored);
    write("in/archives/large.warc.gz", archive(random, 150));
    write("in/archives/small.warc.gz", archive(random, 3));
    write("in/archives/plain.warc", record(0, "<a href=x>") + record(1, "<a href=y>"));
    write("in/archives/one-member.warc.gz", gzip_member(record(0, "<a href=x>") + record(1, std::string(9999, 'x'))));
    write("in/archives/unpacked.warc.gz", record(0, std::string(9999, 'x')) + record(1, "<a href=x>"));
  }

  /// With what makes runs comparable; `each N ARGUMENTS` does all shards, and has `I` stand for the number of each.
  [[nodiscard]] test::ShellResult run_all(const std::string& script) const {
    return run("join() { sh " ABSOLVE_TESTDATA
               "/../tests/support/join_parts \"$@\"; }\n"
               "url='--url-prefix in=http://a.example/'\n"
               "each() { n=$1; shift; i=0; : > told; while [ $i -lt $n ]; do\n"
               "  absolve --shard $i/$n $(printf ' %s' \"$@\" | sed \"s/@/$i/g\") > out.$i 2>> told || echo \"shard "
               "$i of $n: $?\"\n"
               "  i=$((i+1)); done; }\n"
               "joined() { name=$1; i=0; while [ $i -lt $n ]; do cat $name.$i; rm $name.$i; i=$((i+1)); done; }\n" +
               script);
  }

 private:
  static std::string record(int number, const std::string& body) {
    return test::warc_record("WARC-Type: response\r\nWARC-Target-URI: http://h/" + std::to_string(number) +
                                 "\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-" +
                                 std::to_string(100'000'000'000 + number) + ">\r\nWARC-Date: 2026-01-02T03:04:05Z\r\n",
                             "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body);
  }

  static std::string archive(test::Random& random, int records) {
    std::string all;
    for (int i = 0; i < records; ++i) {
      std::string body = random.one_in(3) ? "nothing " : "<a href=x>";
      for (std::size_t left = random.below(random.one_in(20) ? 9000 : 90); left > 0; --left) {
        body += static_cast<char>('a' + random.below(26));
      }
      all += gzip_member(record(i, body));
    }
    return all;
  }
};

const std::string many = "1 2 3 7 16";

/// With --output-dir all write what one run writes, once parts are joined; so are reports, but for archives that are
/// cut. Of a full copy there are no parts.
TEST_F(Shards, WriteTheFilesOfOneRun) {
  for (const std::string emit : {"conversion", "response"}) {
    const test::ShellResult result =
        run_all("rm -rf one; args=\"-r -q $url --warc-emit=" + emit +
                " in\"\n"
                "absolve --report one.jsonl --output-dir one $args || echo one $?\n"
                "sed -i 's,\"one/,\"all/,' one.jsonl\n"
                "for n in " +
                many +
                "; do rm -rf all; each $n --report report.@ --output-dir all $args; cat told\n"
                "find all -name '*-of-*' | wc -l > parts\n"
                "[ $n -lt 16 ] || [ $(cat parts) " +
                (emit == "conversion" ? "-gt $((n/3))" : "-eq 0") +
                " ] || echo $(cat parts) parts\n"
                "join all $n; diff -r one all; joined report > all.jsonl\n"
                "grep -v 'archives/.*gz' one.jsonl > one.files; grep -v 'archives/.*gz' all.jsonl | cmp - one.files\n"
                "for one in one all; do sed 's/,\"status.*//' $one.jsonl | uniq > $one.names; grep '\"record\":' "
                "$one.jsonl | sed "
                "'s/\"record_number\":[0-9]*,//' > $one.records; done\n"
                "cmp one.names all.names; cmp one.records all.records; [ -s one.records ] "
                "|| echo no records\n"
                "find all -name '.absolve-new-*'; done; ls all/archives");
    const std::string infix = emit == "conversion" ? ".conversion" : "";
    EXPECT_EQ(result.out, "large" + infix + ".warc.gz\none-member" + infix + ".warc.gz\nplain" + infix +
                              (infix.empty() ? ".warc" : ".warc.gz") + "\nsmall" + infix + ".warc.gz\nunpacked" +
                              infix + ".warc.gz\n");
    EXPECT_EQ(result.err, "");
  }
}

/// What they print, joined, is what one run prints; so is what -o writes.
TEST_F(Shards, PrintWhatOneRunPrints) {
  const test::ShellResult result = run_all(
      "find in/d in/archives -type f | sort > list; find in/d -name '*.html' | sort > pages\n"
      "for args in '-q --files-from list' '-q --warc-emit=response --files-from list' \"$(echo -q $url "
      "in/archives/*.gz)\" "
      "'-q --list -u http://a/ -r in/d' '-q --list --json --files-from pages' '-q -r --explain in/box in/d' "
      "'-q --diff -u http://a/ --files-from pages' '-q --type uris -u http://a/ --files-from pages'; do\n"
      "absolve $args > one || echo one $?\n"
      "for n in " +
      many +
      "; do each $n $args; cat told; joined out | cmp - one; done\n"
      "each 3 -o written.@ $args; joined written | cmp - one; rm out.*; wc -c < one | sed 's/^[0-9]\\{3,\\}$/much/'\n"
      "done");
  EXPECT_EQ(result.out, test::repeated("much\n", 8));
  EXPECT_EQ(result.err, "");
}

/// Where they are: files, archives and messages, while others are rewritten and get other names and sizes.
TEST_F(Shards, RewriteWhatOneRunRewrites) {
  const test::ShellResult result = run_all(
      "cp -r in kept; absolve -r -q -i $url in || echo one $?; mv in one\n"
      "for n in " +
      many +
      "; do cp -r kept in; each $n -r -q -i $url in; cat told; diff -r one in; rm -rf in; done\n"
      "cp -r kept in; each 3 -r -q -i.orig $url in/d; diff -r one/d in/d | grep -v '^Only in in/d.*orig$'\n"
      "find in/d -name '*.orig' | wc -l; diff -r one/box kept/box | grep -c absolve1");
  EXPECT_EQ(result.out, "41\n9\n");
  EXPECT_EQ(result.err, "");
}

/// What is told at the end is of a shard's own files, and those of all add up.
TEST_F(Shards, CountTheirOwn) {
  const test::ShellResult result = run_all(
      "for args in '-n' '--output-dir o' '-i'; do each 7 $args -r --exclude archives in\n"
      "awk '/ links, /{ runs++; files += $1; changed += $3; skipped += $7 } END { print runs, files, changed, skipped "
      "}' told\n"
      "done; find . -name '*.absolve*'");
  EXPECT_EQ(result.out, test::repeated("7 53 9 2\n", 3)) << read("told");
}

TEST_F(Shards, MayHaveNothingToDo) {
  const test::ShellResult result = run_all(
      "mkdir none; each 3 -r --report r.@ --output-dir o none; sed 's/, 0.*//' told; cat r.* | wc -c; ls\n"
      "each 3 -o w.@ in/z/picture.png; wc -c < w.0; cat w.* | cmp - in/z/picture.png\n"
      "absolve -q --fail-fast --shard 0/3 none/x in/d/p1.html none/y; echo $?");
  EXPECT_EQ(result.out, "0 files\n0 files\n0 files\n0\nin\nnone\nout.0\nout.1\nout.2\nr.0\nr.1\nr.2\ntold\n8\n2\n");
}

/// An archive that is cut differs from what a map says of it: its parts can't be done as something else.
TEST_F(Shards, TellOfMapsThatContradict) {
  const test::ShellResult result =
      run("printf 'path\\turl\\ttype\\nin/archives/large.warc.gz\\thttp://h/\\thtml\\n' > map\n"
          "absolve -q --url-map map --shard 0/2 in/archives/large.warc.gz; echo $?");
  EXPECT_EQ(result.out, "2\n");
  EXPECT_EQ(result.err,
            "absolve: in/archives/large.warc.gz: is not an archive of gzip members, which --shard requires\n");
}

/// Several at once, as GNU parallel starts them: the folder that all write to is made while others look around.
TEST_F(Shards, WorkWithGnuParallel) {
  const test::ShellResult result = test::run_shell_with(
      "parallel",
      "export SOURCE_DATE_EPOCH=0 HOME=$PWD; url='--url-prefix in=http://a.example/'\n"
      "absolve -r -q $url --output-dir one in; cp -r in kept\n"
      "parallel absolve -r -q $url --output-dir in/new/all --shard {}/4 in ::: 0 1 2 3; echo $?\n"
      "mv in/new/all all; rmdir in/new; sh " ABSOLVE_TESTDATA
      "/../tests/support/join_parts all 4; diff -r one all\n"
      "parallel -k absolve -q $url --shard {}/4 in/archives/*.gz ::: 0 1 2 3 > all.gz; absolve -q $url "
      "in/archives/*.gz | cmp - all.gz\n"
      "parallel absolve -r -q -i $url --shard {}/4 in/d ::: 0 1 2 3; echo $?; diff -r one/d in/d | grep -v link.css\n"
      "find . -name '.absolve-new-*'",
      place_.path());
  if (result.status == test::missing) GTEST_SKIP() << "skipped: " << result.out << " is missing";
  EXPECT_EQ(result.out, "0\n0\n");
  EXPECT_EQ(result.err, "");
}

/// A stream of references and documents through a pipe: each of several programs answers lines of it, and the answers
/// come in their order.
TEST_F(Shards, StreamsWorkWithGnuParallel) {
  {
    std::ofstream lines(place_.path() + "/lines");
    for (int i = 0; i < 1234; ++i) {
      const std::string reference =
          "../" + std::to_string(i) + "?" + std::string(static_cast<std::size_t>(i) % 50, 'q');
      lines << "{\"id\":" << i;
      if (i % 3 == 0) lines << ",\"url\":\"http://a.example/b/c\",\"body\":\"<a href=" << reference << ">\"}\n";
      else lines << ",\"base\":\"http://a.example/b/c\",\"reference\":\"" << reference << "\"}\n";
    }
  }
  const test::ShellResult result = test::run_shell_with(
      "parallel",
      "export HOME=$PWD; absolve --type jsonl lines > one; parallel --pipe -k -N 100 absolve "
      "--type jsonl < lines > all; "
      "echo $?; cmp one all; wc -l < all; grep -c '\"links\":1' all; sed -n '1233s/.*\"url\"/\"url\"/p' all",
      place_.path());
  if (result.status == test::missing) GTEST_SKIP() << "skipped: " << result.out << " is missing";
  EXPECT_EQ(result.out, "0\n1234\n412\n\"url\":\"http://a.example/1232?" + std::string(32, 'q') + "\"}}\n");
  EXPECT_EQ(result.err, "");
}

}  // namespace
}  // namespace absolve::cli
