#include <gtest/gtest.h>

#include <cstdio>

#include "support/reports.h"
#include "support/shell.h"
#include "support/table.h"

namespace absolve {
namespace {

/// Pages of --report-html in Chromium: tests/support/report_page.py says what must hold.
TEST(SlowReports, ServePeopleInChromium) {
  const test::TemporaryDirectory place;
  test::write_html_report(place.path() + "/usual.html", test::usual_outcomes());
  test::write_html_report(place.path() + "/hostile.html", test::hostile_outcomes());
  test::write_html_report(place.path() + "/large.html", {}, 50'000);
  test::write_html_report(place.path() + "/archive.html", {test::usual_outcomes()[0], test::archive_outcome(450)});
  const test::ShellResult result =
      test::run_shell_with("chromium python3",
                           "exec python3 " + test::testdata("../tests/support/report_page.py") +
                               " usual.html hostile.html large.html archive.html",
                           place.path());
  if (result.status == test::missing) GTEST_SKIP() << "skipped: missing is " << result.out;
  std::fputs(result.out.c_str(), stdout);
  EXPECT_EQ(result.status, 0) << result.out << result.err;
}

}  // namespace
}  // namespace absolve
