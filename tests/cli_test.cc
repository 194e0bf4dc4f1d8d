#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <vector>

#include "support/shell.h"
#include "support/table.h"

namespace absolve {
namespace {

namespace fs = std::filesystem;

/// With ABSOLVE_UPDATE in the environment, expectations are written instead of compared.
bool updating() { return std::getenv("ABSOLVE_UPDATE") != nullptr; }

/// A variable that somebody has left in the environment turns no run green.
void fail_as_nothing_was_compared() { ADD_FAILURE() << "what is expected was written: look at it, and run again"; }

/// Summaries of runs, but for the time that they took.
std::string without_time(const std::string& printed) {
  return std::regex_replace(printed, std::regex("( links?), [0-9.]+ s\n"), "$1, 0.0 s\n");
}

void expect_file(const fs::path& file, const std::string& actual) {
  if (updating()) {
    if (actual.empty()) {
      fs::remove(file);
    } else {
      std::ofstream(file, std::ios::binary) << actual;
    }
    return fail_as_nothing_was_compared();
  }
  const std::string expected = fs::exists(file) ? test::read_file(file.string()) : "";
  EXPECT_EQ(actual, expected) << file;
}

std::vector<std::string> cases() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(test::testdata("cli")))
    names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  return names;
}

/// testdata/cli holds a folder a case: `cmd` is run in a copy of the folder; stdout, stderr and exit say what is
/// expected (no file: nothing, and 0). Where there is a script `needs`, and it fails, the case is skipped.
class Cli : public testing::TestWithParam<std::string> {};

TEST_P(Cli, DoesAsItsFolderSays) {
  const fs::path folder = test::testdata("cli/" + GetParam());
  const test::TemporaryDirectory place;
  fs::copy(folder, place.path(), fs::copy_options::recursive);
  for (const char* own : {"cmd", "needs", "stdout", "stderr", "exit"}) fs::remove(fs::path(place.path()) / own);
  const std::string needs = fs::exists(folder / "needs") ? test::read_file((folder / "needs").string()) : "";
  const bool has_all = needs.empty() || test::run_shell(needs, place.path()).status == 0;
  if (!has_all) GTEST_SKIP() << "skipped: this fails here: " << needs;
  const test::ShellResult result = test::run_shell(test::read_file((folder / "cmd").string()), place.path());
  expect_file(folder / "stdout", result.out);
  expect_file(folder / "stderr", without_time(result.err));
  expect_file(folder / "exit", result.status == 0 ? "" : std::to_string(result.status) + "\n");
}

INSTANTIATE_TEST_SUITE_P(All, Cli, testing::ValuesIn(cases()), [](const auto& each) {
  std::string name = each.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

/// The blocks of a document that show commands: each line that starts with `$ ` is run, in order, in a copy of
/// testdata/readme, and what it prints is what stands below it, but for the time that a run took.
class Shown : public testing::TestWithParam<std::string> {};

TEST_P(Shown, IsRealOutput) {
  const std::string path = std::string(ABSOLVE_TESTDATA) + "/../" + GetParam();
  const test::TemporaryDirectory place;
  fs::copy(test::testdata("readme"), place.path(), fs::copy_options::recursive);
  std::istringstream lines(test::read_file(path));
  std::string updated;
  std::string shown;
  std::string printed;
  std::size_t commands = 0;
  bool inside = false;
  const auto compare = [&] {
    EXPECT_TRUE(updating() || printed == shown) << "printed:\n" << printed << "shown:\n" << shown;
    updated += updating() ? printed : shown;
    printed.clear();
    shown.clear();
  };
  for (std::string line; std::getline(lines, line);) {
    const bool fence = line.starts_with("```");
    if (inside && (fence || line.starts_with("$ "))) compare();
    if (fence) inside = !inside && line == "```console";
    if (inside && line.starts_with("$ ")) {
      const test::ShellResult result = test::run_shell("exec 2>&1\n" + line.substr(2), place.path());
      printed = without_time(result.out);
      ++commands;
    }
    if (inside && !fence && !line.starts_with("$ ")) {
      shown += line + "\n";
    } else {
      updated += line + "\n";
    }
  }
  if (updating()) {
    std::ofstream(path, std::ios::binary) << updated;
    fail_as_nothing_was_compared();
  }
  EXPECT_GE(commands, 12U);
}

INSTANTIATE_TEST_SUITE_P(Documents, Shown, testing::Values("README.md", "doc/recipes.md"),
                         [](const auto& each) { return std::to_string(each.index); });

}  // namespace
}  // namespace absolve
