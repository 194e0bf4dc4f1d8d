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

/// What wabac.js answers out of a WACZ, before and after: forms, redirects and their revisits, two captures in a
/// second.
TEST(SlowReplay, WabacAnswersOutOfTheNewWaczAsBefore) {
  const test::TemporaryDirectory place;
  const std::string support = test::testdata("../tests/support/");
  const test::ShellResult result = test::run_shell_with(
      "node python3",
      "answers() { node " + support + "wabac_answers.js requests $1; }\n" + "wacz() { python3 " + support +
          "wacz.py \"$@\"; }\n" +
          "wacz make replayed old.wacz && cp old.wacz new.wacz && wacz requests > requests && absolve -q -i new.wacz "
          "|| exit 1\n"
          "answers old.wacz > before || exit; answers new.wacz > after || exit\n"
          "sed -i 's|http://a.example/b/c|c|; s|\"location\":\"http://a.example/b/|\"location\":\"/b/|' after\n"
          "diff before after && grep -c '\"status\":[234]' after",
      place.path());
  constexpr int not_installed = 77;
  if (result.status == test::missing) GTEST_SKIP() << "skipped: missing is " << result.out;
  if (result.status == not_installed) GTEST_SKIP() << "skipped: " << result.err;
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  EXPECT_EQ(result.out, "11\n");
}

}  // namespace
}  // namespace absolve
