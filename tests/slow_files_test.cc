#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "support/shell.h"
#include "support/table.h"
#include "support/zips.h"

namespace absolve {
namespace {

namespace fs = std::filesystem;

using Files = std::map<std::string, std::string>;  // contents by path

const std::string page = "<!doctype html>\n<a href=x>\n";
const std::string new_page = "<!doctype html>\n<a href=http://h/x>\n";
const std::string new_page_in_e = "<!doctype html>\n<a href=http://h/e/x>\n";  // in the folder e of http://h/
const std::string message = "Content-Type: text/html\n\n<a href=x>\n";
const std::string new_message = "Content-Type: text/html\n\n<a href=http://h/x>\n";
const std::string box = "From a@h Mon Jun  3 10:00:00 1996\n" + message + "\n";
const std::string new_box = "From a@h Mon Jun  3 10:00:00 1996\n" + new_message + "\n";

const std::string picture("\x89PNG\r\n\x1A\n\0\0", 10);

/// A book whose only page has such a link.
std::string book_with(const std::string& link) {
  return test::book({{"OEBPS/text/ch1.xhtml",
                      "<html xmlns=\"http://www.w3.org/1999/xhtml\"><a href=\"" + link + "\">out</a></html>"}});
}

struct Scenario {
  const char* name;
  const char* command;
  Files before;
  Files after;
};

const std::vector<Scenario>& scenarios() {
  static const std::vector<Scenario> all = {
      {"in place", "absolve -qu http://h/ --report r -i p", {{"p", page}}, {{"p", new_page}}},
      {"with a backup",
       "absolve -qu http://h/ --report r -i.orig p",
       {{"p", page}},
       {{"p", new_page}, {"p.orig", page}}},
      {"a new file", "absolve -qu http://h/ -o o p", {{"p", page}}, {{"p", page}, {"o", new_page}}},
      {"another file", "absolve -qu http://h/ -o o p", {{"p", page}, {"o", "old"}}, {{"p", page}, {"o", new_page}}},
      {"onto itself", "absolve -qu http://h/ -o p p", {{"p", page}}, {{"p", new_page}}},
      {"a mailbox", "absolve -qu http://h/ --report r -i box", {{"box", box}}, {{"box", new_box}}},
      {"a book",
       "absolve -qu http://h/s/ --report r -i b.epub",
       {{"b.epub", book_with("../../x")}},
       {{"b.epub", book_with("http://h/x")}}},
      {"a Maildir",
       "mkdir -p M/cur M/new M/tmp; absolve -qu http://h/ --report r -i M",
       {{"M/cur/1.a,S=36,W=39:2,S", message}},
       {{"M/cur/1.a+absolve1,S=45,W=48:2,S", new_message}}},
      {"a folder",
       "absolve -qr -j1 --report r -u http://h/ -i d",
       {{"d/e/p", page}, {"d/p", page}, {"d/x.png", picture}},
       {{"d/e/p", new_page_in_e}, {"d/p", new_page}, {"d/x.png", picture}}},
      {"a folder with backups",
       "absolve -qr -j1 --fsync=full --report r -u http://h/ -i.orig d --include p",
       {{"d/e/p", page}, {"d/p", page}},
       {{"d/e/p", new_page_in_e}, {"d/e/p.orig", page}, {"d/p", new_page}, {"d/p.orig", page}}},
      {"an output folder",
       "absolve -qr -j1 --report r -u http://h/ --output-dir o --preserve-mtime d",
       {{"d/e/p", page}, {"d/p", page}, {"d/x.png", picture}, {"o/p", "old"}},
       {{"d/e/p", page},
        {"d/p", page},
        {"d/x.png", picture},
        {"o/e/p", new_page_in_e},
        {"o/p", new_page},
        {"o/x.png", picture}}},
      {"what changes, to an output folder",
       "absolve -qr -j1 --fsync=none --report r -u http://h/ --output-dir o --only-changed d",
       {{"d/p", page}, {"d/x.png", picture}},
       {{"d/p", page}, {"d/x.png", picture}, {"o/p", new_page}}},
  };
  return all;
}

Files files_in(const std::string& place) {
  Files result;
  for (const auto& entry : fs::recursive_directory_iterator(place)) {
    if (!entry.is_regular_file()) continue;
    result[fs::relative(entry.path(), place).string()] = test::read_file(entry.path().string());
  }
  return result;
}

/// What stands under its name for a moment alone, and the report.
bool is_passing(const std::string& name) {
  return name.find(".absolve-new-") != std::string::npos || name.find(".absolve-old-") != std::string::npos ||
         name.ends_with(".lock") || name == "r";
}

/// The files that a report says have failed, as it names them.
std::vector<std::string> failed_in(const std::string& report) {
  std::vector<std::string> names;
  std::istringstream lines(report);
  for (std::string line; std::getline(lines, line);) {
    constexpr std::string_view before = "{\"file\":\"";
    const bool is_one = line.starts_with(before) && line.find("\"status\":\"failed\"") != std::string::npos;
    if (is_one) names.push_back(line.substr(before.size(), line.find('"', before.size()) - before.size()));
  }
  return names;
}

/// Whether a report says that the input fails from which a file is made: `o/e/p` is made from `d/e/p`, and a message of
/// a Maildir gets another name.
bool reports_failure(const std::string& report, const std::string& file) {
  const std::string name = "/" + file.substr(file.find('/') + 1);
  const auto failed = failed_in(report);
  return std::ranges::any_of(failed, [&](const std::string& one) {
    return one == file || one.ends_with(name) || one == "d" || one == "d/e" || one.starts_with("M");
  });
}

int times(const std::string& words, const std::string& told) {
  int count = 0;
  for (std::size_t at = 0; (at = told.find(words, at)) != std::string::npos; at += words.size()) ++count;
  return count;
}

/// What is reported as failed is the old file, byte for byte, or there is still none; and it is told once.
void expect_failed_are_as_before(const Scenario& scenario, const Files& now, const std::string& told) {
  const auto report = now.find("r");
  if (report == now.end()) return;
  const bool is_elsewhere = std::string_view(scenario.command).find("--output-dir") != std::string_view::npos;
  for (const std::string& name : failed_in(report->second)) {
    const std::size_t slash = std::min(name.find('/'), name.size());
    const std::string file = is_elsewhere ? "o" + name.substr(slash) : name;
    const auto before = scenario.before.find(file);
    const auto found = now.find(file);
    const bool is_as_before =
        before == scenario.before.end() ? found == now.end() : found != now.end() && found->second == before->second;
    EXPECT_TRUE(is_as_before) << file << " is reported as failed, and is new\n" << told;
    EXPECT_EQ(times("absolve: " + name + ": ", told) + times("absolve: " + name + "/", told), 1) << told;  // a member
  }
}

void make(const Scenario& scenario, const std::string& place) {
  for (const auto& [name, bytes] : scenario.before) {
    const std::string path = place + "/" + name;
    fs::create_directories(fs::path(path).parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
  }
}

test::ShellResult run_traced(const Scenario& scenario, const std::string& place, const std::string& options) {
  std::string command = scenario.command;
  command.insert(command.find("absolve"), "exec strace -qq " + options + " ");
  return test::run_shell(command, place);
}

/// How many calls of a name there are in all of a run, and before main starts by looking at its descriptors.
struct Count {
  int all = 0;
  int before_main = 0;
};

std::map<std::string, Count> count_calls(const Scenario& scenario) {
  const test::TemporaryDirectory place;
  const test::TemporaryDirectory elsewhere;
  make(scenario, place.path());
  static_cast<void>(run_traced(scenario, place.path(), "-o " + elsewhere.path() + "/trace"));
  std::ifstream trace(elsewhere.path() + "/trace");
  std::map<std::string, Count> result;
  bool in_main = false;
  for (std::string line; std::getline(trace, line);) {
    in_main = in_main || line.starts_with("fcntl(0, F_GETFD)");
    Count& count = result[line.substr(0, line.find('('))];
    ++count.all;
    count.before_main += in_main ? 0 : 1;
  }
  return result;
}

/// Does something to one system call of a run after the other, and looks whether every file is wholly as before or
/// wholly as after, whether the exit status tells, and whether the next run puts all right.
/// Where it is asked to end, it cleans up.
void do_to_each_call(const std::string& injection, const std::vector<std::string>& calls, bool cleans_up = false) {
  if (test::run_shell("strace -qq -o /dev/null true", "/").status != 0) GTEST_SKIP() << "skipped: strace is missing";
  std::size_t done = 0;
  for (const Scenario& scenario : scenarios()) {
    std::map<std::string, Count> counts = count_calls(scenario);
    for (const std::string& call : calls) {
      for (int n = counts[call].before_main + 1; n <= counts[call].all; ++n, ++done) {
        SCOPED_TRACE(std::string(scenario.name) + ": " + call + " " + std::to_string(n));
        const test::TemporaryDirectory place;
        make(scenario, place.path());
        const test::ShellResult result =
            run_traced(scenario, place.path(),
                       std::string("-o /dev/null -e trace=").append(call).append(" -e inject=") + call + ":" +
                           injection + ":when=" + std::to_string(n));
        const int status = result.status;

        const Files now = files_in(place.path());
        for (const auto& [name, bytes] : now) {
          if (is_passing(name)) {
            EXPECT_TRUE(!cleans_up || name == "r") << name;
            continue;
          }
          const auto before = scenario.before.find(name);
          const auto after = scenario.after.find(name);
          const bool whole = (before != scenario.before.end() && before->second == bytes) ||
                             (after != scenario.after.end() && after->second == bytes);
          EXPECT_TRUE(whole) << name << ": " << bytes;
        }
        expect_failed_are_as_before(scenario, now, result.err);
        for (const auto& [name, bytes] : scenario.before) {
          EXPECT_TRUE(now.contains(name) || now.contains(scenario.after.rbegin()->first)) << name << " is gone";
        }
        const auto report = now.find("r");
        for (const auto& [name, bytes] : scenario.after) {
          const bool is_done = now.contains(name) && now.at(name) == bytes;
          EXPECT_TRUE(is_done || status != 0) << name;
          if (!is_done && report != now.end() && !cleans_up && !name.ends_with(".orig")) {
            EXPECT_TRUE(reports_failure(report->second, name)) << name << "\n" << report->second;
          }
        }

        const test::ShellResult next = test::run_shell(scenario.command, place.path());
        EXPECT_EQ(next.status, 0) << next.err;
        Files last = files_in(place.path());
        last.erase("r");
        EXPECT_EQ(last, scenario.after);
        if (testing::Test::HasFailure()) return;
      }
    }
  }
  EXPECT_GT(done, 40U);
}

const std::vector<std::string> calls = {
    "openat",     "read",       "pread64", "newfstatat", "fstat", "lseek",     "write",     "writev",         "fchown",
    "llistxattr", "flistxattr", "fchmod",  "fsync",      "link",  "linkat",    "renameat",  "unlink",         "access",
    "flock",      "getdents64", "fcntl",   "utimensat",  "mkdir", "lgetxattr", "fsetxattr", "sync_file_range"};

TEST(SlowFiles, AreWholeWhicheverSystemCallFails) { do_to_each_call("error=EIO", calls); }

TEST(SlowFiles, AreWholeWhicheverSystemCallSaysThatTheDiskIsFull) {
  do_to_each_call("error=ENOSPC", {"openat", "writev", "write", "fsync", "link", "linkat", "renameat"});
}

TEST(SlowFiles, AreWholeAndAloneWhereverASignalEndsARun) { do_to_each_call("signal=TERM", calls, true); }

/// A lock, and a name for a moment, in a place where files can be named but not removed.
TEST(SlowFiles, TellOfWhatCannotBeRemoved) {
  const test::TemporaryDirectory place;
  std::ofstream(place.path() + "/box", std::ios::binary) << box;
  std::ofstream(place.path() + "/p", std::ios::binary) << page;
  const test::ShellResult result = test::run_shell_with("strace", R"sh(
strace -qq -o /dev/null -e trace=unlink -e inject=unlink:error=EPERM:when=1 absolve -qu http://h/ -i box; echo $?; ls
strace -qq -o /dev/null -e trace=renameat,unlink -e inject=renameat:error=EIO -e inject=unlink:error=EPERM absolve -qu http://h/ -i p 2>&1 | sed 's/-new-....../-new-/'; ls -A | sed 's/-new-....../-new-/'
mkdir d; mv p d
strace -qq -o /dev/null -e trace=renameat,unlink -e inject=renameat:error=EIO -e inject=unlink:error=EPERM absolve -rqu http://h/ -i d 2>&1 | sed "s/-new-....../-new-/; s|$PWD|@|"
)sh",
                                                        place.path());
  if (result.status == test::missing) GTEST_SKIP() << "skipped: " << result.out << " is missing";
  EXPECT_EQ(result.out,
            "0\nbox\nbox.lock\np\nabsolve: ./.absolve-new-: cannot remove: Operation not permitted\n"
            "absolve: p: cannot put the new file in place: Input/output error\n.absolve-new-\nbox\nbox.lock\np\n"
            "absolve: @/d/.absolve-new-: cannot remove: Operation not permitted\n"
            "absolve: d/p: cannot put the new file in place: Input/output error\n");
  EXPECT_EQ(result.err, "absolve: box.lock: cannot remove: Operation not permitted\n");
}

/// Where the kernel can't open all of a path at once without following links, or isn't let, it is done step by step.
TEST(SlowFiles, AreNotReachedThroughLinksByOlderKernels) {
  const test::TemporaryDirectory place;
  const test::ShellResult result = test::run_shell_with("strace", R"sh(
run() { strace -f -qq -o trace -e trace=openat2 -e inject=openat2:error=$error absolve -j1 -r -u http://h/ "$@"; echo "exit $?"; }
swap() { mv $1 $1.old; ln -s "$PWD/victim" $1; }
mkfifo pipe
for error in ENOSYS EPERM; do
  rm -rf d o victim; mkdir -p d/e/f o/e/f victim; echo '<a href=x>' | tee d/a.html d/e/f/b.html > victim/b.html; cp -r victim before
  run -i d --files-from pipe & exec 3> pipe; swap d/e/f; exec 3>&-; wait; cat d/a.html
  rm d/e/f; mv d/e/f.old d/e/f
  run --output-dir o d --url-map pipe & exec 3> pipe; swap o/e/f; printf 'none\thttp://h/\n' >&3; exec 3>&-; wait; find o -type f; diff -r before victim
  grep -q $error trace || echo not asked for; rm -rf before o; run -q --output-dir o d; find o -type f | sort
done 2>&1 | sed 's/, [0-9.]* s$//'
)sh",
                                                        place.path());
  if (result.status == test::missing) GTEST_SKIP() << "skipped: " << result.out << " is missing";
  const std::string why = ": its folder is no longer a folder, or is a symbolic link: ";
  const std::string one = "absolve: d/e/f/b.html" + why +
                          "d/e/f/\n2 files, 1 changed, 0 unchanged, 0 skipped, 1 failed, 1 link\nexit 2\n"
                          "<a href=http://h/x>\nabsolve: d/e/f/b.html" +
                          why +
                          "o/e/f/\nabsolve: pipe: 1 file in it is not an input\n"
                          "2 files, 0 changed, 1 unchanged, 0 skipped, 1 failed, 1 link\nexit 2\no/a.html\n"
                          "exit 0\no/a.html\no/e/f/b.html\n";
  EXPECT_EQ(result.out, one + one);
  EXPECT_EQ(result.err, "");
}

TEST(SlowFiles, AreWholeWhereverARunIsKilled) { do_to_each_call("signal=KILL", calls); }

}  // namespace
}  // namespace absolve
