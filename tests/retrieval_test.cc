#include "../src/cli/provenance/retrieval.h"
#include "../src/detect/types.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/xattr.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <thread>

#include "../src/cli/provenance/local_files.h"
#include "../src/cli/system/files.h"
#include "support/shell.h"
#include "support/table.h"
#include "support/working_folder.h"

namespace absolve::cli {
namespace {

std::string told(const Retrieval& retrieval, const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  const Provenance found = retrieval.of(path, file.get());
  std::string text;
  for (const Candidate& one : found.urls) {
    text.append(text.empty() ? "" : "|").append(name_of(one.from)).append(" ").append(one.value);
  }
  if (found.type == Type::css) text += "; css";
  if (!found.charset.empty()) text += "; " + found.charset;
  for (const std::string& notice : retrieval.notices_of_names()) text += "; " + notice;
  for (const auto& [where, what] : retrieval.notices()) text += "; " + where + ": " + what;
  return text;
}

TEST(Retrieval, IsAsTheTableSays) {
  for (const test::Row& row : test::read_table("inputs/retrieval.tsv", 5)) {
    const test::WorkingFolder place;
    const test::ShellResult made = test::run_shell(row.fields[1], place.path());
    ASSERT_EQ(made.status, 0) << row.where << made.err;
    std::string actual;
    try {
      const Settings settings = test::settings_of(row.fields[2]);
      actual = told(Retrieval(settings), row.fields[3]);
    } catch (const UsageError& error) {
      actual = std::string("usage: ") + error.what();
    }
    actual = test::replaced(actual, place.path(), "@");
    const std::string folder = place.path().substr(place.path().rfind('/') + 1);
    EXPECT_EQ(test::replaced(actual, "/" + folder + "/", "/@/"), row.fields[4]) << row.where << ": " << row.fields[0];
  }
}

/// Every row that is read is found, and there are no others.
TEST(UrlMap, IsReadAsTheTableSays) {
  for (const test::Row& row : test::read_table("inputs/maps.tsv", 4)) {
    const test::WorkingFolder place;
    std::filesystem::create_directory("maps");
    const std::string name = "maps/" + row.fields[1];
    std::ofstream(name, std::ios::binary) << row.fields[2];
    std::string actual;
    try {
      const UrlMap map({name}, false, Resolver::rfc1808, place.path());
      std::istringstream rows(row.fields[3]);
      for (std::string one; std::getline(rows, one, '|');) {
        const std::string path = one.substr(0, one.find('\t'));
        const std::string file = "maps/" + path;
        const auto found = map.find(FileNames(file, place.path()));
        if (!found) continue;
        const std::size_t type = static_cast<std::size_t>(found->type);
        actual.append(actual.empty() ? "" : "|").append(path).append("\t").append(found->url).append("\t");
        actual.append(found->type == Type::automatic ? "-" : type_names()[type]).append("\t");
        actual.append(found->charset.empty() ? "-" : found->charset);
      }
      for (const auto& notice : map.notices()) actual += " and " + notice.second;
    } catch (const UsageError& error) {
      actual = error.what();
    }
    EXPECT_EQ(test::replaced(actual, place.path(), "@"), row.fields[3]) << row.where << ": " << row.fields[0];
  }
}

/// Whatever stands in a map: it is read, or an error names its line.
TEST(UrlMap, HasAnAnswerToAnyBytes) {
  using namespace std::string_view_literals;
  constexpr auto pieces = std::to_array<std::string_view>({"\"",
                                                           "\"\"",
                                                           ",",
                                                           "\n",
                                                           "\r\n",
                                                           "\t",
                                                           "a",
                                                           "b/",
                                                           "../",
                                                           "http://h/",
                                                           "{",
                                                           "}",
                                                           "[",
                                                           "]",
                                                           ":",
                                                           "\"path\"",
                                                           "\"url\"",
                                                           "path",
                                                           "url",
                                                           "type",
                                                           "\\u00e9",
                                                           "\\ud83d",
                                                           "\\",
                                                           "1e",
                                                           "-",
                                                           "null",
                                                           "#",
                                                           " ",
                                                           "\0"sv,
                                                           "\xFF",
                                                           "\xEF\xBB\xBF",
                                                           "{\"path\":\"a\",\"url\":\"http://h/\"}\n",
                                                           "path\turl\n",
                                                           "\"a\",http://h/\n",
                                                           "c\thttp://h/c\n",
                                                           "d\thttp://h/d\n",
                                                           "e,http://h/e\n"});
  const test::WorkingFolder place;
  std::mt19937 random(1808);
  std::size_t read = 0;
  std::size_t refused = 0;
  for (int i = 0; i < 1000; ++i) {
    std::string text;
    for (std::size_t left = random() % 5; left > 0; --left) text += pieces[random() % pieces.size()];
    const std::string name = std::array{"m", "m.csv", "m.jsonl"}[random() % 3];
    std::ofstream(name, std::ios::binary) << text;
    try {
      const UrlMap map({name}, random() % 4 == 0, Resolver::rfc1808, place.path());
      read += map.empty() ? 0 : 1;
    } catch (const UsageError& error) {
      ++refused;
      EXPECT_TRUE(std::string_view(error.what()).starts_with(name + ":")) << error.what();
    }
  }
  EXPECT_GT(read, 20U);
  EXPECT_GT(refused, 200U);
}

/// What is nested is passed over without a stack that grows.
TEST(UrlMap, EndsWhereJsonIsDeep) {
  const test::WorkingFolder place;
  std::ofstream("m") << "{\"path\":\"a\",\"url\":\"http://h/\",\"x\":" << std::string(1'000'000, '[') << "\n";
  EXPECT_THROW(UrlMap({"m"}, false, Resolver::rfc1808, place.path()), UsageError);
}

TEST(LocalCopies, AreThoseOfTheTable) {
  for (const test::Row& row : test::read_table("inputs/local.tsv", 4)) {
    const test::WorkingFolder place;
    ASSERT_EQ(test::run_shell(row.fields[0], place.path()).status, 0) << row.where;
    EXPECT_EQ(leads_to_file(row.fields[1], row.fields[2]), row.fields[3] == "yes") << row.where;
  }
}

/// Those of --local-links=keep.
TEST(LocalCopies, BelowAFolderAreThoseOfTheTable) {
  for (const test::Row& row : test::read_table("inputs/local_below.tsv", 5)) {
    const test::WorkingFolder place;
    ASSERT_EQ(test::run_shell(row.fields[0], place.path()).status, 0) << row.where;
    const bool leads = leads_to_file_below(row.fields[2], row.fields[1].size(), row.fields[3]);
    EXPECT_EQ(leads, row.fields[4] == "yes") << row.where;
  }
}

bool has_attributes(const std::string& folder) { return ::setxattr(folder.c_str(), "user.absolve", "x", 1, 0) == 0; }

TEST(LocalCopies, HaveOtherNamesAsTheTableSays) {
  const test::WorkingFolder place;
  if (!has_attributes(place.path())) GTEST_SKIP() << "skipped: no extended attributes on this file system";
  std::filesystem::create_directories("m/d");
  for (const test::Row& row : test::read_table("inputs/renamed.tsv", 3)) {
    const std::string name = "m/" + row.fields[0];
    const std::string& url = row.fields[1];
    std::ofstream(name) << "x";
    if (!url.empty()) {
      ASSERT_EQ(::setxattr(name.c_str(), "user.xdg.origin.url", url.data(), url.size(), 0), 0);
    }
    EXPECT_EQ(leads_to_renamed_file("m/from", row.fields[0]), row.fields[2] == "yes") << row.where;
    std::filesystem::remove(name);
  }
}

TEST(LocalCopies, AreNotLookedForBehindLongPaths) {
  EXPECT_FALSE(leads_to_file_below("p", 0, std::string(1 << 20, 'a')));
  EXPECT_FALSE(leads_to_file("p", std::string(1 << 20, 'a')));
  EXPECT_FALSE(leads_to_file(std::string(1 << 20, 'a') + "/p", "q"));
}

/// Each file in the folder `made`, by name, with what is known of it.
std::string told_of_all(const Retrieval& retrieval, const std::string& made) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(made)) {
    if (entry.is_regular_file()) files.push_back(entry.path().string());
  }
  std::ranges::sort(files);
  std::string text;
  for (const std::string& file : files) text.append(file).append(": ").append(told(retrieval, file)).append("\n");
  return text;
}

/// A server on this machine, with a page, a page that it leads to, and one behind a redirect. What the script `client`
/// has saved from http://$host/ into `made`.
std::string saved_by(const std::string& client, const std::string& place) {
  std::ofstream(place + "/server.py") << R"(import http.server, os, sys
pages = {'/': '<a href="/a%20b?x=1&amp;y=2">q</a><a href="/old">o</a>', '/a%20b?x=1&y=2': 'query', '/d/new': 'new'}
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        moved = self.path == '/old'
        body = pages.get(self.path, '').encode()
        self.send_response(302 if moved else 200 if body else 404)
        if moved: self.send_header('Location', '/d/new')
        self.send_header('Content-Type', 'text/html')
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    do_HEAD = do_GET
    def log_message(self, *arguments): pass
server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
open('port.new', 'w').write(str(server.server_port))
os.rename('port.new', 'port')
server.serve_forever()
)";
  const std::string script =
      "python3 server.py & server=$!\n"
      "i=0; while [ ! -s port ] && [ $i -lt 100 ]; do sleep 0.1; i=$((i+1)); done\n"
      "host=127.0.0.1:$(cat port); mkdir made\n" +
      client + " > /dev/null 2>&1 < /dev/null\nstatus=$?\nkill $server\nexit $status\n";
  const test::ShellResult result = test::run_shell(script, place);
  EXPECT_EQ(result.status, 0) << result.err;
  return "http://127.0.0.1:" + test::read_file(place + "/port") + "/";
}

bool is_missing(const std::string& tool) {
  return test::run_shell("command -v python3 && command -v " + tool, ".").status != 0;
}

/// The final URL, or, as curl knows no better, the one that was asked for.
TEST(Retrieval, FindsWhatDownloadersWroteIntoAttributes) {
  struct Tool {
    std::string name;
    std::string command;
    std::string page;
  };
  const std::vector<Tool> tools = {{"wget", "wget -q --xattr -O made/page http://$host/old", "d/new"},
                                   {"wget2", "wget2 -q --xattr -O made/page http://$host/old", "d/new"},
                                   {"curl", "curl -sL --xattr -o made/page http://$host/old", "old"}};
  std::size_t tried = 0;
  for (const Tool& tool : tools) {
    const test::WorkingFolder place;
    if (!has_attributes(place.path())) GTEST_SKIP() << "skipped: no extended attributes on this file system";
    if (is_missing(tool.name)) continue;
    ++tried;
    const std::string root = saved_by(tool.command, place.path());
    const Settings settings = test::settings_of("");
    EXPECT_EQ(told(Retrieval(settings), "made/page"), "xattr " + root + tool.page) << tool.name;
    const Settings without = test::settings_of("--no-marks");
    EXPECT_EQ(told(Retrieval(without), "made/page"), "") << tool.name;
  }
  if (tried == 0) GTEST_SKIP() << "skipped: no wget, wget2, curl or python3";
}

TEST(Retrieval, FindsWhatHttrackLogged) {
  const test::WorkingFolder place;
  if (is_missing("httrack")) GTEST_SKIP() << "skipped: no httrack or python3";
  const std::string root = saved_by("timeout 60 httrack http://$host/ -O made -q -s0", place.path());
  std::filesystem::rename("made", "moved");
  const Settings settings = test::settings_of("");
  const std::string all = told_of_all(Retrieval(settings), "moved");
  const auto count = [&](const std::string& text) {
    std::size_t n = 0;
    for (std::size_t at = all.find(text); at != std::string::npos; at = all.find(text, at + 1)) ++n;
    return n;
  };
  EXPECT_EQ(count(": httrack " + root + "\n"), 1U) << all;
  EXPECT_EQ(count(": httrack " + root + "a%20b?x=1&y=2\n"), 1U) << all;
  EXPECT_EQ(count(": httrack " + root + "d/new\n"), 1U) << all;
  EXPECT_NE(all.find("moved/index.html: \n"), std::string::npos) << all;  // HTTrack's own
}

/// In folders named after hosts, names of files are those that wget makes of URLs.
TEST(Retrieval, ReadsTheNamesThatWgetGives) {
  const test::WorkingFolder place;
  if (is_missing("wget")) GTEST_SKIP() << "skipped: no wget or python3";
  const std::string root = saved_by("wget -q -r -P made http://$host/", place.path());
  const Settings settings = test::settings_of("--url-prefix made/*=http://*/ --url-names wget --no-marks");
  const std::string all = told_of_all(Retrieval(settings), "made");
  EXPECT_NE(all.find("a b?x=1&y=2: url-prefix " + root + "a%20b?x=1&y=2\n"), std::string::npos) << all;
  EXPECT_NE(all.find("index.html: url-prefix " + root + "index.html\n"), std::string::npos) << all;
}

TEST(Retrieval, BoundsAttributes) {
  const test::WorkingFolder place;
  if (!has_attributes(place.path())) GTEST_SKIP() << "skipped: no extended attributes on this file system";
  std::ofstream("p") << "x";
  const Settings settings = test::settings_of("");
  const Retrieval retrieval(settings);
  const auto set = [](const std::string& value) {
    return ::setxattr("p", "user.xdg.origin.url", value.data(), value.size(), 0) == 0;
  };
  ASSERT_TRUE(set(std::string("http://h/\0x", 11)));
  EXPECT_EQ(told(retrieval, "p"), "xattr http://h/");
  ASSERT_TRUE(set(""));
  EXPECT_EQ(told(retrieval, "p"), "");
}

/// Whoever asks first reads the log; no two threads may.
TEST(Retrieval, AnswersThreads) {
  const test::WorkingFolder place;
  std::filesystem::create_directory("hts-cache");
  std::ofstream log("hts-cache/new.txt");
  std::ofstream map("map");
  constexpr int files = 400;
  for (int i = 0; i < files; ++i) {
    const std::string folder = "d" + std::to_string(i % 20);
    const std::string name = folder + "/" + std::to_string(i);
    std::filesystem::create_directory(folder);
    std::ofstream(std::string(name)) << "x";
    log << "\t\t\t\t\t\t\thttp://h/" << i << "\tm/" << name << "\n";
    map << name << "\thttp://i/" << i << "\n";
  }
  log.close();
  map.close();
  const Settings settings = test::settings_of("--url-map map");
  const Retrieval retrieval(settings);
  std::atomic<int> wrong = 0;
  const auto ask_all = [&] {
    for (int i = 0; i < files; ++i) {
      const std::string name = "d" + std::to_string(i % 20) + "/" + std::to_string(i);
      const auto urls = retrieval.of(name, -1).urls;
      const bool is_right = urls.size() == 2 && urls[0].value == "http://i/" + std::to_string(i) &&
                            urls[1].value == "http://h/" + std::to_string(i);
      wrong += is_right ? 0 : 1;
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back(ask_all);
  for (std::thread& one : threads) one.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_TRUE(retrieval.notices().empty());
}

}  // namespace
}  // namespace absolve::cli
