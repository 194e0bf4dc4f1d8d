#include <gtest/gtest.h>

#include <set>
#include <string>

#include "../src/xml/vocabularies.h"
#include "absolve/absolve.h"
#include "support/list.h"
#include "support/promises.h"
#include "support/table.h"

namespace absolve {
namespace {

const Options at_h = {.type = Type::xml, .retrieval_url = "http://h/a/d.xml"};

Options with(FeedBase feed_base) {
  Options options = at_h;
  options.feed_base = feed_base;
  return options;
}

void expect_rows(const std::string& table, const Options& options) {
  for (const test::Row& row : test::read_table(table, 4)) {
    SCOPED_TRACE(row.where + " " + row.fields[0]);
    const std::string& before = row.fields[1];
    EXPECT_EQ(test::expect_promises(before, options), row.fields[2] == "same" ? before : row.fields[2]);
    EXPECT_EQ(test::list_of(plan(before, options)), row.fields[3]);
  }
}

class Xml : public testing::TestWithParam<const char*> {};

TEST_P(Xml, BecomesWhatTheTableSays) { expect_rows(GetParam(), at_h); }

INSTANTIATE_TEST_SUITE_P(Documents, Xml,
                         testing::Values("xml/places.tsv", "xml/bases.tsv", "xml/ill_formed.tsv", "xml/entities.tsv"));

TEST(XmlFeedBase, IsTheLinkOfTheEntry) { expect_rows("xml/feed_base.tsv", with(FeedBase::entry)); }

/// Every row of THE table of places stands in the list of a case.
TEST(XmlPlaces, EachHasACase) {
  std::set<std::string> seen;
  for (const test::Row& row : test::read_table("xml/places.tsv", 4)) {
    const Plan result = plan(row.fields[1], at_h);
    for (const Link& link : result.links()) {
      seen.insert(std::string(link.element).append(" ").append(link.attribute));
      for (const std::string& place : result.within(link)) seen.insert(place + " ");
    }
  }
  for (const xml::Place& place : xml::places()) {
    if (place.holds == xml::Holds::id) continue;
    const std::string name = std::string(place.rule.element).append(" ").append(place.rule.attribute);
    EXPECT_TRUE(seen.contains(name)) << name;
  }
}

}  // namespace
}  // namespace absolve
