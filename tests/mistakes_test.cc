// Command lines that people mistype: where a word is wanted there is one, and else there is none.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>

#include "support/shell.h"
#include "support/table.h"

namespace absolve {
namespace {

/// The files that all of them find in their folder.
constexpr const char* files = R"sh(
echo '<a href=x><img src=y.png>' > page.html; printf '../c\nd/e\n' > urls.txt; printf 'base,href\nhttp://a/b,x\n' > pairs.csv
mkdir -p site/june; cp page.html site/june/x.html; echo 'var a = "x";' > lib.js; echo '{"a":"x"}' > data.json
printf 'PK\003\004%050d' 0 > a.zip; printf '%%PDF-1.4\nx' > x.pdf; : > empty.html; printf '\000\001\002\003binary' > binary.html
printf '\211PNG\r\n\032\n' > pic.png; printf 'From: a@b\nSubject: x\nContent-Type: text/html\n\n<a href=x>\n' > mail.txt
tar cf mail.tar mail.txt; printf '#EXTM3U\n#EXTINF:9,\nx.ts\n' > list.m3u8; echo '<MPD/>' > list.mpd; cp urls.txt refs.lst
)sh";

TEST(Mistakes, GetAWordWhereOneIsWanted) {
  const auto rows = test::read_table("mistakes.tsv", 3);
  ASSERT_GT(rows.size(), 80U);
  const test::TemporaryDirectory made;
  const test::ShellResult making = test::run_shell(files, made.path());
  ASSERT_EQ(making.status, 0) << making.err;
  for (const test::Row& row : rows) {
    const test::TemporaryDirectory place;
    std::filesystem::copy(made.path(), place.path(), std::filesystem::copy_options::recursive);
    const test::ShellResult result = test::run_shell(row.fields[0], place.path());
    EXPECT_EQ(std::to_string(result.status), row.fields[1]) << row.fields[0] << "\n" << result.err;
    EXPECT_TRUE(std::regex_search(result.err, std::regex(row.fields[2]))) << row.fields[0] << "\n" << result.err;
  }
}

/// Those that were collected from newcomers are among them, where their list is at hand. (At a terminal alone: none.)
TEST(Mistakes, AreAllThatWereCollected) {
  const std::string path = std::string(ABSOLVE_CORPUS) + "/../mistakes.tsv";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "skipped: there is no list at " << path;
  std::set<std::string> known = {"absolve"};
  for (const test::Row& row : test::read_table("mistakes.tsv", 3)) known.insert(row.fields[0]);
  std::ifstream list(path);
  std::string line;
  std::getline(list, line);  // its heading
  for (; std::getline(list, line);) {
    const std::string command = line.substr(0, line.find('\t'));
    EXPECT_TRUE(known.contains(command)) << command;
  }
}

}  // namespace
}  // namespace absolve
