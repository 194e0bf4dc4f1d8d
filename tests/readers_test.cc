#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "../src/html/scan_reader.h"
#include "../src/text/ascii.h"
#include "absolve/absolve.h"
#include "support/corpus.h"
#include "support/hexadecimal.h"
#include "support/plain_request.h"
#include "support/promises.h"
#include "support/readers.h"
#include "support/repeated.h"
#include "support/shell.h"
#include "support/table.h"
#include "support/torture.h"

namespace absolve {
namespace {

constexpr std::uint32_t torture_pages = test::fewer(20'000);

class RealPages : public test::OverCorpora {};

TEST_P(RealPages, ReadAlike) {
  const auto pages = test::pages_of(GetParam());
  std::size_t second_passes = 0;
  for (const auto& [name, page] : pages) {
    const test::Comparison comparison = test::compare_readers(page);
    EXPECT_EQ(comparison.mismatch, "") << name;
    second_passes += comparison.took_second_pass ? 1U : 0U;
  }
  if (GetParam() == test::Corpus::own) return;  // half of ours is there to be odd
  EXPECT_LT(second_passes * 50, pages.size()) << second_passes << " of " << pages.size();
}

INSTANTIATE_TEST_SUITE_P(Corpora, RealPages, test::each_corpus(), testing::PrintToStringParamName());

TEST(Readers, AgreeUnderTorture) {
  std::size_t pages_compared = 0;
  for (std::uint32_t seed = 0; seed < torture_pages; ++seed) {
    const std::string page = test::torture_page(seed);
    const test::Comparison comparison = test::compare_readers(page);
    if (comparison.took_second_pass) continue;  // such pages show how the standards differ
    ASSERT_EQ(comparison.mismatch, "") << "seed " << seed << ":\n" << page;
    pages_compared += comparison.compared > 0 ? 1U : 0U;
  }
  EXPECT_GT(pages_compared, torture_pages / 6) << "most pages say nothing";
}

TEST(Readers, AgreeOnTheTables) {
  for (const char* table : {"html/values.tsv", "html/base.tsv", "html/traps.tsv", "html/quoting.tsv",
                            "html/hostile.tsv", "html/readers.tsv", "html/removal.tsv"}) {
    for (const test::Row& row : test::read_table(table, 3)) {
      EXPECT_EQ(test::compare_readers(row.fields[1]).mismatch, "") << row.where;
    }
  }
}

/// A style element holds text in HTML, and markup in SVG or where it is dropped.
TEST(Readers, FollowTreeConstruction) {
  for (const test::Row& row : test::read_table("html/tree.tsv", 3)) {
    const bool frameset = row.fields[1] == "<frameset>";
    const std::string page = row.fields[0] + (frameset ? "" : "<svg>") + row.fields[1] + "<style><a href=x></style>";
    const bool markup = row.fields[2] == (frameset ? "taken" : "ignored");
    const Finding found = html::read_following_tree(page, test::plain_request());
    const auto is_href = [](const Value& value) { return value.format == Format::url; };
    const auto hrefs = static_cast<std::size_t>(std::ranges::count_if(found.values, is_href));
    EXPECT_EQ(hrefs, markup ? 1U : 0U) << row.where << ": " << page;
    const test::Comparison comparison = test::compare_readers(page);
    EXPECT_TRUE(comparison.took_second_pass || comparison.mismatch.empty()) << row.where << ": " << comparison.mismatch;
  }
}

TEST(Readers, EachKeepsThePromisesUnderTorture) {
  for (const bool removal : {false, true}) {
    const Given given = {
        {.url = "http://h/a/d.html", .type = Type::html},
        {.remove_base_elements = removal, .also = {.lazy = true, .social = true, .conditional = true}}};
    for (std::uint32_t seed = 10'000; seed < 10'000 + test::fewer(2'000); ++seed) {
      SCOPED_TRACE("seed " + std::to_string(seed));
      test::expect_promises(test::torture_page(seed), given);
      if (HasFailure()) return;
    }
  }
  for (const HtmlReader reader : {HtmlReader::automatic, HtmlReader::tree}) {
    const Given given = {{.url = "http://h/a/d.html", .type = Type::html}, {.html_reader = reader}};
    for (std::uint32_t seed = 0; seed < test::fewer(1'500); ++seed) {
      SCOPED_TRACE("seed " + std::to_string(seed));
      test::expect_promises(test::torture_page(seed), given);
      if (HasFailure()) return;
    }
  }
}

/// Where parse5 8.1 leaves today's standard.
bool parse5_is_no_measure(const std::string& page) {
  const auto has = [&](std::string_view word) { return find_ignoring_case(page, word) != std::string_view::npos; };
  return has("<select") || has("<![cdata[");  // old rules; a comment at integration points
}

TEST(Readers, AgreeWithParse5) {
  constexpr std::uint32_t pages = 10'000;
  const test::TemporaryDirectory directory;
  std::ofstream file(directory.path() + "/pages");
  for (std::uint32_t seed = 0; seed < pages; ++seed) file << test::in_hexadecimal(test::torture_page(seed)) << '\n';
  file.close();
  const std::string program = test::testdata("../tests/support/parse5.js");
  const auto ran =
      test::run_shell("command -v node > /dev/null || exit 77\nnode '" + program + "' < pages", directory.path());
  if (ran.status == 77) GTEST_SKIP() << "skipped: node or parse5 is missing (npm install -g parse5)";
  ASSERT_EQ(ran.status, 0) << ran.err;

  std::istringstream answers(ran.out);
  std::size_t compared = 0;
  for (std::uint32_t seed = 0; seed < pages; ++seed) {
    std::string line;
    ASSERT_TRUE(std::getline(answers, line)) << seed;
    const std::string page = test::torture_page(seed);
    if (parse5_is_no_measure(page)) continue;
    std::istringstream words(line);
    std::string base;
    words >> base;
    std::vector<test::SeenElement> elements;
    for (std::string word; words >> word;) {
      const std::size_t colon = word.find(':');
      elements.push_back({std::stoul(word.substr(0, colon)), word.substr(colon + 1)});
    }
    EXPECT_EQ(test::compare_with_elements(page, elements, base == "-" ? std::string::npos : std::stoul(base)), "")
        << "seed " << seed << ":\n"
        << page;
    if (HasFailure()) return;
    ++compared;
  }
  EXPECT_GT(compared, pages / 2);
}

}  // namespace
}  // namespace absolve
