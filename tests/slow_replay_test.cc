#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "support/shell.h"
#include "support/table.h"

namespace absolve {
namespace {

/// A site out of an archive, and out of a copy of it, in Chromium: tests/support/replay.py says what must hold.
TEST(SlowReplay, ACopyShowsWhatTheArchiveDoes) {
  const test::TemporaryDirectory place;
  const test::ShellResult result = test::run_shell_with(
      "chromium python3", "exec python3 " + test::testdata("../tests/support/replay.py") + " absolve", place.path());
  if (result.status == test::missing) GTEST_SKIP() << "skipped: missing is " << result.out;
  std::fputs(result.out.c_str(), stdout);
  EXPECT_EQ(result.status, 0) << result.out << result.err;
}

/// Three hundred pages with odd bases and references, in all kinds of archives: tests/support/replay_sites.py.
TEST(SlowReplay, OddSitesLeadWhereTheyDid) {
  const test::TemporaryDirectory place;
  const test::ShellResult result = test::run_shell_with(
      "chromium python3 zstd", "exec python3 " + test::testdata("../tests/support/replay_sites.py") + " absolve 300",
      place.path());
  if (result.status == test::missing) GTEST_SKIP() << "skipped: missing is " << result.out;
  std::fputs(result.out.c_str(), stdout);
  EXPECT_EQ(result.status, 0) << result.out << result.err;
}

}  // namespace
}  // namespace absolve
