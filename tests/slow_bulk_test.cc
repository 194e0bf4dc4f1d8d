#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <thread>

#include "absolve/absolve.h"
#include "support/shell.h"
#include "support/table.h"

namespace absolve {
namespace {

namespace fs = std::filesystem;

constexpr int folders = 250;
const std::string origin = "http://a.example/";

std::string page(int number) {
  std::string text = "<!doctype html>\n<title>" + std::to_string(number) + "</title>\n";
  if (number % 10 == 9) text += "<base href=\"/other/" + std::to_string(number) + "/\">\n";
  for (int i = 0; i < 3 + number % 40; ++i) {
    text.append("<p><a href=\"../d")
        .append(std::to_string((number + i) % folders))
        .append("/p")
        .append(std::to_string(i));
    text.append(".html?a=1&amp;b=2#x\">to another</a> and <img src=").append(std::to_string(i)).append(".png>\n");
  }
  return text;
}

/// `d7/p257.html`.
std::string name_of(int number) {
  return "d" + std::to_string(number % folders) + "/p" + std::to_string(number) + ".html";
}

void make_tree(const std::string& place, int files) {
  for (int i = 0; i < folders; ++i) fs::create_directories(place + "/d" + std::to_string(i));
  for (int i = 0; i < files; ++i) std::ofstream(place + "/" + name_of(i), std::ios::binary) << page(i);
}

std::string rewritten(int number, const std::string& prefix) {
  const std::string text = page(number);
  return plan(text, {.url = prefix + name_of(number), .type = Type::html}).output();
}

/// Runs a command, and says how much memory it had at most, in KiB.
struct Measured {
  int status;
  long memory;
};

Measured measure(const std::string& command, const std::string& place) {
  const pid_t child = ::fork();
  if (child == 0) {
    const std::string script = "cd '" + place + "' && PATH='" ABSOLVE_BIN_DIR "':$PATH exec " + command;
    ::execl("/bin/sh", "sh", "-c", script.c_str(), static_cast<char*>(nullptr));
    ::_exit(127);
  }
  int status = 0;
  rusage usage{};
  ::wait4(child, &status, 0, &usage);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128, usage.ru_maxrss};
}

/// Every output is what the library makes of that file, whatever the number of threads, in memory that hardly grows.
TEST(SlowBulk, FiftyThousandPages) {
  constexpr int files = 50'000;
  const test::TemporaryDirectory place;
  make_tree(place.path() + "/s", files);
  make_tree(place.path() + "/few", files / 10);
  const std::string given = " --fsync=none -j 2 -q --report r --url-prefix ";
  const Measured few = measure("absolve -r --output-dir o1" + given + "few=" + origin + " few", place.path());
  const Measured all = measure("absolve -r --output-dir o" + given + "s=" + origin + " s", place.path());
  EXPECT_EQ(few.status, 0);
  ASSERT_EQ(all.status, 0);
  // A list of the files is kept, and nothing of what is in them.
  EXPECT_LT(all.memory - few.memory, 24 * 1024) << few.memory << " KiB, " << all.memory << " KiB";
  for (int i = 0; i < files; ++i) {
    ASSERT_EQ(test::read_file(place.path() + "/o/" + name_of(i)), rewritten(i, origin)) << name_of(i);
  }
  std::ifstream report(place.path() + "/r");
  int lines = 0;
  for (std::string line; std::getline(report, line); ++lines) {
    ASSERT_NE(line.find("\"status\":\"changed\""), std::string::npos) << line;
  }
  EXPECT_EQ(lines, files);
  for (int i = 0; i < files; i += files / 200) {
    const test::ShellResult single =
        test::run_shell("absolve --url " + origin + name_of(i) + " s/" + name_of(i), place.path());
    ASSERT_EQ(single.out, test::read_file(place.path() + "/o/" + name_of(i)));
  }

  const Measured in_place = measure("absolve -ri" + given + "s=" + origin + " s", place.path());
  EXPECT_EQ(in_place.status, 0);
  EXPECT_EQ(test::run_shell("diff -r s o", place.path()).out, "");
}

/// How a run over a folder is killed, and what may stand there then.
struct Killed {
  const char* command;
  const char* outputs;  // where new files appear
};

/// Each file is wholly old or wholly new, whenever a run is killed, and the next one leaves nothing else.
TEST(SlowBulk, IsWholeWheneverItIsKilled) {
  constexpr int files = 400;
  constexpr int kills = 300;
  const std::vector<Killed> runs = {
      {"absolve -qri -j 2 --url-prefix s=http://a.example/ s", "s"},
      {"absolve -qri.orig -j 2 --url-prefix s=http://a.example/ s", "s"},
      {"absolve -qr -j 2 --output-dir o --url-prefix s=http://a.example/ s", "o"},
      {"absolve -qri -j 3 --fsync=none --url-prefix s=http://a.example/ s", "s"},
  };
  std::map<std::string, int> numbers;
  for (int i = 0; i < files; ++i) numbers[name_of(i)] = i;
  std::mt19937 random(13);
  int killed = 0;
  int partly = 0;
  for (int kill = 0; kill < kills; ++kill) {
    const Killed& run = runs[static_cast<std::size_t>(kill) % runs.size()];
    const test::TemporaryDirectory place;
    make_tree(place.path() + "/s", files);
    const pid_t child = ::fork();
    if (child == 0) {
      const std::string script =
          "cd '" + place.path() + "' && PATH='" ABSOLVE_BIN_DIR "':$PATH exec " + std::string(run.command);
      ::execl("/bin/sh", "sh", "-c", script.c_str(), static_cast<char*>(nullptr));
      ::_exit(127);
    }
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 70'000));
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    killed += WIFSIGNALED(status) ? 1 : 0;

    int changed = 0;
    const auto look = [&] {
      changed = 0;
      for (const auto& entry : fs::recursive_directory_iterator(place.path() + "/" + run.outputs)) {
        if (!entry.is_regular_file()) continue;
        std::string name = fs::relative(entry.path(), place.path() + "/" + run.outputs).string();
        if (name.find(".absolve-new-") != std::string::npos) continue;
        if (name.ends_with(".orig")) name.resize(name.size() - 5);
        ASSERT_TRUE(numbers.contains(name)) << name;
        const std::string bytes = test::read_file(entry.path().string());
        const bool is_new = bytes == rewritten(numbers[name], origin);
        EXPECT_TRUE(is_new || bytes == page(numbers[name])) << name;
        changed += is_new ? 1 : 0;
      }
    };
    if (fs::exists(place.path() + "/" + run.outputs)) look();
    partly += changed > 0 && changed < files ? 1 : 0;
    const test::ShellResult next = test::run_shell(run.command, place.path());
    EXPECT_EQ(next.status, 0) << next.err;
    look();
    EXPECT_EQ(changed, files);
    EXPECT_EQ(test::run_shell("find . -name '.absolve-new-*'", place.path()).out, "");
    if (HasFailure()) return;
  }
  EXPECT_GT(killed, kills / 3);
  EXPECT_GT(partly, 20);
}

/// On a disk that is too small some files fail; each is told, and in the report, and all are whole.
TEST(SlowBulk, SurvivesAFullDisk) {
  const test::TemporaryDirectory place;
  make_tree(place.path() + "/s", 500);
  std::ofstream(place.path() + "/big.html", std::ios::binary) << [] {
    std::string text;
    for (int i = 0; i < 40'000; ++i) text += "<a href=x>\n";
    return text;
  }();
  const test::ShellResult result = test::run_shell(
      "unshare -rm sh -c '\n"
      "mkdir m && mount -t tmpfs -o size=6m none m || { echo skip; exit; }\n"
      "mkdir m/s; cp -r s/d1 s/d2 s/d3 m/s; cp big.html m/s; cp big.html m/s/big2.html\n"
      "head -c 100M /dev/zero > m/filler 2> /dev/null; truncate -s -60K m/filler\n"
      "cp -r m/s before; absolve -rqi -j 2 --report report --url-prefix m/s=http://a.example/ m/s; echo status $?\n"
      "cp -r m/s after; ls -A m/s; rm m/filler; absolve -rqi --url-prefix m/s=http://a.example/ m/s; echo status $?\n"
      "cp -r m/s last\n"
      "'",
      place.path());
  if (result.out == "skip\n") GTEST_SKIP() << "skipped: nothing can be mounted here";
  EXPECT_EQ(result.out, "status 2\nbig.html\nbig2.html\nd1\nd2\nd3\nstatus 0\n") << result.err;
  EXPECT_NE(result.err.find("absolve: m/s/big.html: cannot write: No space left on device\n"), std::string::npos)
      << result.err;
  EXPECT_EQ(test::read_file(place.path() + "/after/big.html"), test::read_file(place.path() + "/big.html"));
  const std::string report = test::read_file(place.path() + "/report");
  EXPECT_NE(report.find("{\"file\":\"m/s/big.html\",\"status\":\"failed\""), std::string::npos) << report;
  int changed = 0;
  for (int i : {1, 251, 2, 252, 3, 253}) {
    const std::string now = test::read_file(place.path() + "/after/" + name_of(i));
    EXPECT_TRUE(now == page(i) || now == rewritten(i, origin)) << name_of(i);
    changed += now == page(i) ? 0 : 1;
    EXPECT_EQ(test::read_file(place.path() + "/last/" + name_of(i)), rewritten(i, origin));
  }
  EXPECT_GT(changed, 0) << "there is room for the small ones";
}

TEST(SlowBulk, LeavesFoldersThatCannotBeWritten) {
  if (::geteuid() != 0) GTEST_SKIP() << "skipped: only root can be somebody else";
  const test::TemporaryDirectory place;
  make_tree(place.path() + "/s", 500);
  const test::ShellResult result = test::run_shell(
      "chmod 755 .; chown -R 65534:65534 s; chmod 555 s/d1; chmod 000 s/d2; touch r; chown 65534:65534 r; chmod 777 .\n"
      "setpriv --reuid 65534 --regid 65534 --clear-groups absolve -ri -j 2 --report r --url-prefix s=http://a.example/ "
      "s; echo $?\n"
      "chmod 755 s/d1 s/d2; grep -c failed r",
      place.path());
  EXPECT_EQ(result.out, "2\n3\n") << result.err;
  EXPECT_EQ(test::read_file(place.path() + "/s/" + name_of(1)), page(1));
  EXPECT_EQ(test::read_file(place.path() + "/s/" + name_of(2)), page(2));
  EXPECT_EQ(test::read_file(place.path() + "/s/" + name_of(3)), rewritten(3, origin));
  EXPECT_NE(result.err.find("absolve: s/d1/p1.html: cannot create a file in s/d1/: Permission denied\n"),
            std::string::npos)
      << result.err;
  EXPECT_NE(result.err.find("499 files, 496 changed, 0 unchanged, 0 skipped, 3 failed"), std::string::npos)
      << result.err;
}

}  // namespace
}  // namespace absolve
