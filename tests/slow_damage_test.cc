#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "support/archive_test.h"
#include "support/archives.h"
#include "support/packed.h"
#include "support/repeated.h"

namespace absolve {
namespace {

namespace fs = std::filesystem;
using codec::Coding;
using namespace std::string_literals;
using namespace std::string_view_literals;

/// What is damaged: a small file, of which each bit is flipped in turn.
struct Kind {
  const char* ending;
  std::string bytes;
  bool goes_on;  // with the records behind one that is broken
};

constexpr std::size_t record_count = 3;

/// The last one is larger than the first look into a member goes.
std::string page(std::size_t number) {
  return "<base href=http://h/><a href=x" + std::to_string(number) + ">" +
         test::repeated("some text ", number == record_count ? 60 : 2);
}

std::vector<std::string> records_of_warc() {
  std::vector<std::string> records;
  for (std::size_t i = 1; i <= record_count; ++i) {
    records.push_back(test::warc_record("WARC-Type: resource\r\nContent-Type: text/html\r\n", page(i)));
  }
  return records;
}

std::vector<std::string> records_of_arc() {
  std::vector<std::string> records;
  for (std::size_t i = 1; i <= record_count; ++i) {
    const std::string block = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page(i);
    records.push_back("http://h/ 192.0.2.1 20260102030405 text/html " + std::to_string(block.size()) + "\n" + block +
                      "\n");
  }
  return records;
}

std::string joined(const std::vector<std::string>& records, std::string (*pack)(std::string_view)) {
  std::string all;
  for (const std::string& record : records) all += pack(record);
  return all;
}

std::string as_it_is(std::string_view text) { return std::string(text); }
std::string in_zstd(std::string_view text) { return test::packed(Coding::zstd, text); }

constexpr std::string_view dictionary = "WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\n"sv;
std::string with_dictionary(std::string_view text) { return test::packed_with_dictionary(text, dictionary); }

std::vector<Kind> kinds() {
  const std::vector<std::string> warc = records_of_warc();
  const std::vector<std::string> arc = records_of_arc();
  const std::string plain = joined(warc, as_it_is);
  const std::string head = "\x5D\x2A\x4D\x18"s + static_cast<char>(dictionary.size()) + "\0\0\0"s;
  return {
      {".warc", plain, false},
      {".warc.gz", joined(warc, gzip_member), true},
      {".whole.warc.gz", gzip_member(plain), false},
      {".warc.zst", joined(warc, in_zstd), true},
      {".whole.warc.zst", in_zstd(plain), false},
      {".dictionary.warc.zst", head + std::string(dictionary) + joined(warc, with_dictionary), false},
      {".skips.warc.zst",
       joined(warc, [](std::string_view text) { return "\x50\x2A\x4D\x18\0\0\0\0"s + in_zstd(text); }), false},
      {".arc", joined(arc, as_it_is), false},
      {".arc.gz", joined(arc, gzip_member), true},
      {".html.gz", gzip_member(page(1)), false},
      {".html.br", test::packed(Coding::brotli, page(1)), false},
      {".html.zst", in_zstd(page(1)), false},
  };
}

/// The references of each file, as --list --json prints them.
std::map<std::string, std::set<std::string>> references_in(const std::string& list) {
  const auto member = [](const std::string& line, const std::string& name) {
    const std::size_t at = line.find("\"" + name + "\":\"") + name.size() + 4;
    return line.substr(at, line.find('"', at) - at);
  };
  std::map<std::string, std::set<std::string>> references;
  std::istringstream lines(list);
  for (std::string line; std::getline(lines, line);) references[member(line, "file")].insert(member(line, "reference"));
  return references;
}

class SlowDamage : public test::ArchiveTest {
 protected:
  /// Runs a script that should end: with a status of the program's own. Returns what it prints.
  [[nodiscard]] std::string ends(const std::string& script) const {
    const test::ShellResult result =
        run("try() { timeout 300 absolve -q \"$@\" 2> told; status=$?; case $status in "
            "0|2|3) ;; *) echo \"$status: $*\" >&2; tail -n 3 told >&2;; esac; }\n" +
            script);
    EXPECT_EQ(result.err, "");
    return result.out;
  }
  /// The objects of a report, but for those of records.
  [[nodiscard]] std::size_t files_in(const std::string& report) const {
    std::istringstream lines(read(report));
    std::size_t files = 0;
    for (std::string line; std::getline(lines, line);) files += line.find("\"record\":") == std::string::npos ? 1 : 0;
    return files;
  }
};

/// One bit other than it was, wherever: all runs end, each file has its answer, and what is packed in members is read
/// but for the one that is broken, and the one behind it.
TEST_F(SlowDamage, EndsWhicheverBitIsFlipped) {
  constexpr std::size_t tells_packing = 4;  // so many bytes; without them it is no archive
  for (const Kind& kind : kinds()) {
    SCOPED_TRACE(kind.ending);
    ASSERT_EQ(run("rm -rf *; mkdir d").status, 0);
    std::size_t count = 0;
    for (std::size_t bit = 0; bit < 8 * kind.bytes.size(); ++bit, ++count) {
      std::string damaged = kind.bytes;
      damaged[bit / 8] = static_cast<char>(static_cast<unsigned char>(damaged[bit / 8]) ^ 1U << bit % 8);
      write("d/" + std::to_string(bit) + kind.ending, damaged);
    }
    const std::string type = kind.goes_on ? " --type=warc" : "";  // where it begins with what is broken, nothing tells
    const std::string list = ends("try -r --list --json" + type + " d");
    static_cast<void>(
        ends("try -r --output-dir o --report report.o d\n"
             "cp -r d e; try -r -i --report report.e e\n"
             "cp -r d f; try -r --warc-emit=response --output-dir g --report report.f f\n"
             "for i in 0 1 2; do try -r --list --json" +
             type + " --shard $i/3 d > list.$i; done"));
    for (const char* const report : {"report.o", "report.e", "report.f"}) EXPECT_EQ(files_in(report), count) << report;
    const std::string size = std::to_string(kind.bytes.size());
    if (std::string_view(kind.ending).ends_with("arc.gz")) {
      static_cast<void>(ends("for f in d/*; do try --list --range 1:" + size + " $f; try --range 100:200 $f; done"));
    }
    if (!kind.goes_on) continue;
    auto all = references_in(list);
    auto in_shards = references_in(read("list.0") + read("list.1") + read("list.2"));
    for (std::size_t bit = 8 * tells_packing; bit < 8 * kind.bytes.size(); ++bit) {
      const std::string name = "d/" + std::to_string(bit) + kind.ending;
      ASSERT_GE(all[name].size(), record_count - 1) << name;
      ASSERT_GE(in_shards[name].size(), record_count - 1) << name;
    }
  }
}

}  // namespace
}  // namespace absolve
