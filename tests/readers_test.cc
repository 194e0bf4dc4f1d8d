#include <gtest/gtest.h>

#include "absolve/absolve.h"
#include "support/corpus.h"
#include "support/promises.h"
#include "support/readers.h"
#include "support/table.h"
#include "support/torture.h"

namespace absolve {
namespace {

constexpr std::uint32_t torture_pages = 20'000;

class RealPages : public test::OverCorpora {};

TEST_P(RealPages, ReadAlike) {
  const auto pages = test::pages_of(GetParam());
  std::size_t handed_over = 0;
  for (const auto& [name, page] : pages) {
    const test::Comparison comparison = test::compare_readers(page);
    EXPECT_EQ(comparison.mismatch, "") << name;
    handed_over += comparison.handed_over ? 1U : 0U;
  }
  if (GetParam() == test::Corpus::own) return;  // half of ours is there to be odd
  EXPECT_LT(handed_over * 50, pages.size()) << handed_over << " of " << pages.size();
}

INSTANTIATE_TEST_SUITE_P(Corpora, RealPages, test::each_corpus(), testing::PrintToStringParamName());

TEST(Readers, AgreeUnderTorture) {
  std::size_t pages_compared = 0;
  for (std::uint32_t seed = 0; seed < torture_pages; ++seed) {
    const std::string page = test::torture_page(seed);
    const test::Comparison comparison = test::compare_readers(page);
    ASSERT_EQ(comparison.mismatch, "") << "seed " << seed << ":\n" << page;
    pages_compared += comparison.compared > 0 ? 1U : 0U;
  }
  EXPECT_GT(pages_compared, torture_pages / 4) << "most pages say nothing";
}

TEST(Readers, AgreeOnTheTables) {
  for (const char* table : {"html/values.tsv", "html/base.tsv", "html/traps.tsv", "html/quoting.tsv",
                            "html/hostile.tsv", "html/readers.tsv", "html/removal.tsv"}) {
    for (const test::Row& row : test::read_table(table, 3)) {
      EXPECT_EQ(test::compare_readers(row.fields[1]).mismatch, "") << row.where;
    }
  }
}

TEST(Readers, EachKeepsThePromisesUnderTorture) {
  for (const bool removal : {false, true}) {
    const Options options = {.type = Type::html, .retrieval_url = "http://h/a/d.html", .remove_base_elements = removal};
    for (std::uint32_t seed = 10'000; seed < 12'000; ++seed) {
      SCOPED_TRACE("seed " + std::to_string(seed));
      test::expect_promises(test::torture_page(seed), options);
      if (HasFailure()) return;
    }
  }
  for (const HtmlReader reader : {HtmlReader::automatic, HtmlReader::scan, HtmlReader::tree}) {
    const Options options = {.type = Type::html, .retrieval_url = "http://h/a/d.html", .html_reader = reader};
    for (std::uint32_t seed = 0; seed < 1'500; ++seed) {
      SCOPED_TRACE("seed " + std::to_string(seed));
      test::expect_promises(test::torture_page(seed), options);
      if (HasFailure()) return;
    }
  }
}

}  // namespace
}  // namespace absolve
