#include <gtest/gtest.h>

#include <string>

#include "support/shell.h"
#include "support/table.h"

namespace absolve {
namespace {

/// What a machine has installed, and files of other kinds that hold mail and pages: rewritten where they lie, nothing
/// changes that is no page, style sheet, feed, SVG or message.
TEST(SlowKinds, AreLeftAsTheyAre) {
  const test::TemporaryDirectory place;
  const std::string script = "python3 " + test::testdata("../tests/support/containers.py") + " ";
  const test::ShellResult made = test::run_shell_with(
      "python3", "mkdir d; cp -r --no-preserve=mode /usr/share d/share; " + script + "make d/made && cp -r d before",
      place.path());
  if (made.status == test::missing) GTEST_SKIP() << "skipped: there is no " << made.out;
  ASSERT_EQ(made.status, 0) << made.err;
  const test::ShellResult run = test::run_shell("absolve -q -r -i --fsync=none -u http://h.example/ d", place.path());
  EXPECT_TRUE(run.status == 0 || run.status == 3) << run.err;
  const test::ShellResult compared = test::run_shell(script + "compare before d", place.path());
  EXPECT_EQ(compared.status, 0) << compared.out << compared.err;
  // Named, they are as safe; but text under a name that says nothing is read.
  const test::ShellResult named = test::run_shell(
      "absolve -q -i -u http://h.example/ d/made/*[!0]; echo $?; diff -r before/made d/made", place.path());
  EXPECT_EQ(named.out, "3\n") << named.err;
}

}  // namespace
}  // namespace absolve
