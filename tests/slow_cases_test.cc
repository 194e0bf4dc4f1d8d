#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "support/shell.h"

namespace absolve {
namespace {

/// The areas of which all cases come right.
class Cases : public testing::TestWithParam<std::string> {};

/// Situations that users reported, each with its input, its command and what must come of it: where they are at hand.
TEST_P(Cases, ComeRight) {
  const std::string script = std::string(ABSOLVE_CORPUS) + "/../cases/run";
  if (!std::filesystem::exists(script)) GTEST_SKIP() << "skipped: there are no cases at " << script;
  const test::TemporaryDirectory place;
  const test::ShellResult run =
      test::run_shell_with("bash python3",
                           "cd '" + std::string(ABSOLVE_CORPUS) +
                               "/../cases' && bash ./run \"$(command -v absolve)\" $(grep -l '\"area\": \"" +
                               GetParam() + "\"' */meta.json | xargs -n 1 dirname)",
                           place.path());
  if (run.status == test::missing) GTEST_SKIP() << "skipped: there is no " << run.out;
  EXPECT_EQ(run.status, 0) << run.out << run.err;
  EXPECT_NE(run.out.find("ok "), std::string::npos) << "no case is of this area";
}

INSTANTIATE_TEST_SUITE_P(Areas, Cases,
                         testing::Values("detect", "archive", "index", "har", "mail", "css", "lazy", "placeholder",
                                         "local", "playlist"),
                         [](const auto& each) { return each.param; });

}  // namespace
}  // namespace absolve
