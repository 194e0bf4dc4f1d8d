#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <regex>
#include <string>

#include "support/shell.h"
#include "support/table.h"

namespace absolve {
namespace {

namespace fs = std::filesystem;

/// Pages in Chromium, and in it what is made of them by a resolver at another address: tests/support/chromium.py. At
/// least `enough` references must have been rewritten, lest nothing was compared at all.
void expect_pages_to_lead_alike(const std::string& resolver, const std::string& pages, long enough) {
  const test::TemporaryDirectory place;
  const test::ShellResult result =
      test::run_shell_with("chromium python3",
                           "exec python3 " + test::testdata("../tests/support/chromium.py") + " --resolver " +
                               resolver + " absolve " + test::testdata("chromium/deviations.tsv") + " " + pages,
                           place.path());
  if (result.status == test::missing) GTEST_SKIP() << "skipped: missing is " << result.out;
  std::fputs(result.out.c_str(), stdout);
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  std::smatch match;
  ASSERT_TRUE(std::regex_search(result.out, match, std::regex("([0-9]+) of them rewritten"))) << result.out;
  EXPECT_GE(std::stol(match[1]), enough);
}

TEST(SlowChromium, DoesWhatTablesSayOfIt) {
  const test::TemporaryDirectory place;
  const test::ShellResult result =
      test::run_shell_with("chromium python3",
                           "exec python3 " + test::testdata("../tests/support/chromium_facts.py") + " " +
                               test::testdata("html/declarations.tsv") + " " + test::testdata("css/sheets.tsv"),
                           place.path());
  if (result.status == test::missing) GTEST_SKIP() << "skipped: missing is " << result.out;
  std::fputs(result.out.c_str(), stdout);
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  EXPECT_NE(result.out.find("37 rows tried"), std::string::npos) << result.out;
}

std::string own_pages() { return test::testdata("chromium") + "/*.html "; }

TEST(SlowChromium, OwnPagesLeadToTheSameUrls) { expect_pages_to_lead_alike("rfc1808", own_pages(), 500); }

TEST(SlowChromium, OwnPagesLeadToTheSameUrlsAsBrowsersResolve) {
  expect_pages_to_lead_alike("whatwg", own_pages() + test::testdata("chromium/whatwg") + "/*.html", 3000);
}

class SlowRealPages : public testing::TestWithParam<const char*> {};

TEST_P(SlowRealPages, LeadChromiumToTheSameUrls) {
  const std::string pages = ABSOLVE_CORPUS "/html";
  if (!fs::is_directory(pages)) GTEST_SKIP() << "skipped: " << pages << " is missing";
  expect_pages_to_lead_alike(GetParam(), pages + "/*.html", 4000);
}

INSTANTIATE_TEST_SUITE_P(All, SlowRealPages, testing::Values("rfc1808", "whatwg"));

TEST(SlowChromium, RandomPagesLeadToTheSameUrls) { expect_pages_to_lead_alike("whatwg", "--random 0 500", 6000); }

}  // namespace
}  // namespace absolve
