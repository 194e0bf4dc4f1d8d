#include "starved.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "../../src/archive/archive.h"
#include "archives.h"
#include "shell.h"
#include "table.h"

namespace absolve::test {
namespace {

namespace fs = std::filesystem;

using Files = std::map<std::string, std::string>;  // contents by path

const std::string page = "<!doctype html>\n<a href=x>\n";
const std::string box = "From a@h Mon Jun  3 10:00:00 1996\nContent-Type: text/html\n\n<a href=x>\n\n";

Files inputs() {
  const std::string record =
      warc_record("WARC-Type: response\r\nWARC-Target-URI: http://h/\r\nWARC-Block-Digest: sha256:AAAA\r\n",
                  "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page);
  return {{"d/1.html", page},
          {"d/2.warc.gz", gzip_member(record) + gzip_member(record)},
          {"d/3.html", page},
          {"d/4.mbox", box},
          {"d/5.html.gz", gzip_member(page)},
          {"d/6.css", "@import 'x';\n"}};
}

struct Scenario {
  const char* name;
  const char* command;
  const char* outputs;  // the folder where they are
  bool in_place;
};

constexpr Scenario scenarios[] = {
    {"to a folder", "absolve -q -j1 -u http://h/ --warc-emit=response --report r --output-dir o d/*", "o", false},
    {"in place", "absolve -q -j2 -u http://h/ --fsync=full --report r -i.orig d/*", "d", true},
};

Files files_in(const std::string& folder) {
  Files files;
  if (!fs::exists(folder)) return files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    files[entry.path().filename().string()] = read_file(entry.path().string());
  }
  return files;
}

void make_inputs(const std::string& place) {
  for (const char* const folder : {"/d", "/o"}) fs::remove_all(place + folder);
  fs::remove(place + "/r");
  fs::create_directory(place + "/d");
  for (const auto& [name, bytes] : inputs()) std::ofstream(place + "/" + name, std::ios::binary) << bytes;
}

/// Whether each input that a report speaks of failed, by name.
using Reported = std::map<std::string, bool>;

Reported read_report(const std::string& path) {
  Reported reported;
  std::ifstream lines(path);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t at = line.find("d/") + 2;
    reported[line.substr(at, line.find('"', at) - at)] = line.find("\"status\":\"failed\"") != std::string::npos;
  }
  return reported;
}

class Starvation {
 public:
  explicit Starvation(const Scenario& scenario) : scenario_(scenario) {
    make_inputs(place_.path());
    const ShellResult result = run("ABSOLVE_COUNT_CALLS=calls");
    EXPECT_EQ(result.status, 0) << result.err;
    expected_ = outputs();
    std::ifstream(place_.path() + "/calls") >> calls_;
    EXPECT_EQ(read_report(place_.path() + "/r").size(), inputs().size());
  }

  [[nodiscard]] long calls() const noexcept { return calls_; }

  void fail(long call, bool goes_on) {
    SCOPED_TRACE(std::string(scenario_.name) + ": call " + std::to_string(call) +
                 (goes_on ? " and those after it" : ""));
    make_inputs(place_.path());
    const ShellResult result =
        run("ABSOLVE_FAILING_CALL=" + std::to_string(call) + (goes_on ? " ABSOLVE_FAILING_FURTHER=1" : ""));
    EXPECT_TRUE(result.status == 0 || result.status == 2) << result.status << ": " << result.err;
    const bool is_told = result.err.starts_with("absolve: ");
    EXPECT_EQ(is_told, result.status == 2) << result.err;
    const Files now = outputs();
    const Reported reported = read_report(place_.path() + "/r");
    std::size_t failed = 0;
    for (const auto& [name, bytes] : expected_) {
      const auto found = now.find(name);
      const bool is_done = found != now.end() && found->second == bytes;
      if (is_done || name.ends_with(".orig")) continue;
      ++failed;
      if (scenario_.in_place) {
        EXPECT_EQ(found->second, inputs().at("d/" + name)) << name << " is neither old nor new";
      } else {
        EXPECT_EQ(found, now.end()) << name << " is not whole";
      }
      if (reported.empty()) continue;
      EXPECT_TRUE(reported.at(name)) << name << ": " << result.err;
    }
    EXPECT_TRUE(failed == 0 || result.status == 2);
    if (!reported.empty()) {
      EXPECT_EQ(reported.size(), inputs().size()) << result.err;
      EXPECT_TRUE(goes_on || failed <= 1) << failed << " failed: " << result.err;
    } else {
      EXPECT_TRUE(failed == expected_.size() || result.err.find("r: ") != std::string::npos ||
                  result.err.find("absolve: out of memory") != std::string::npos)
          << result.err;
    }
  }

 private:
  [[nodiscard]] ShellResult run(const std::string& environment) const {
    return run_shell(
        "export SOURCE_DATE_EPOCH=0\n" + environment + " LD_PRELOAD='" ABSOLVE_FAILING_MALLOC "' " + scenario_.command,
        place_.path());
  }
  [[nodiscard]] Files outputs() const { return files_in(place_.path() + "/" + scenario_.outputs); }

  const Scenario& scenario_;
  TemporaryDirectory place_;
  Files expected_;
  long calls_ = 0;
};

}  // namespace

void starve(std::size_t max_runs) {
  for (const Scenario& scenario : scenarios) {
    Starvation starvation(scenario);
    const long all = starvation.calls();
    ASSERT_GT(all, 500);
    const long step = 2 * all / static_cast<long>(max_runs) + 1;
    for (const bool goes_on : {false, true}) {
      for (long call = 1; call <= all && !testing::Test::HasFailure(); call += step) starvation.fail(call, goes_on);
    }
  }
}

}  // namespace absolve::test
