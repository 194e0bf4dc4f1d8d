#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <string>

#include "support/shell.h"
#include "support/table.h"

namespace absolve {
namespace {

const std::string package = test::testdata("../build/wasm/npm");

/// A program of tests/wasm over the package that the preset wasm makes; they need node, and some of them npm.
class Wasm : public testing::TestWithParam<const char*> {};

TEST_P(Wasm, Does) {
  if (!std::filesystem::exists(package + "/absolve.wasm")) {
    GTEST_SKIP() << "skipped: missing is build/wasm/npm (cmake --preset wasm && cmake --build --preset wasm)";
  }
  const test::TemporaryDirectory place;
  const std::string program = test::testdata("../tests/wasm/") + GetParam();
  const std::string script = "program=" + program +
                             "\ncase $program in *.mjs) run=node ;; *.py) run=python3 ;; *) run=sh ;; esac\n"
                             "exec $run $program $(command -v absolve) " +
                             package + " " + test::testdata("") + " " ABSOLVE_CORPUS;
  const test::ShellResult result = test::run_shell_with("node npm python3", script, place.path());
  if (result.status == test::missing) GTEST_SKIP() << "skipped: missing is " << result.out;
  std::fputs(result.out.c_str(), stdout);
  EXPECT_EQ(result.status, 0) << result.out << result.err;
}

INSTANTIATE_TEST_SUITE_P(Programs, Wasm,
                         testing::Values("alike.mjs", "browser.py", "interface.mjs", "memory.mjs", "playground.mjs",
                                         "playground_page.py", "installed"),
                         [](const auto& one) {
                           const std::string name = one.param;
                           return name.substr(0, name.find('.'));
                         });

}  // namespace
}  // namespace absolve
