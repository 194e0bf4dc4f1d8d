#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "../src/xml/vocabularies.h"
#include "absolve/absolve.h"
#include "support/list.h"
#include "support/promises.h"
#include "support/table.h"

namespace absolve {
namespace {

const Given at_h = {{.url = "http://h/a/d.xml", .type = Type::xml}};

Given with(Resolver resolver) {
  Given given = at_h;
  given.options.resolver = resolver;
  return given;
}

Given with(FeedBase feed_base) {
  Given given = at_h;
  given.options.feed_base = feed_base;
  return given;
}

void expect_rows(const std::string& table, const Given& given) {
  for (const test::Row& row : test::read_table(table, 4)) {
    SCOPED_TRACE(row.where + " " + row.fields[0]);
    const std::string& before = row.fields[1];
    EXPECT_EQ(test::expect_promises(before, given), row.fields[2] == "same" ? before : row.fields[2]);
    EXPECT_EQ(test::list_of(plan(before, given)), row.fields[3]);
  }
}

class Xml : public testing::TestWithParam<const char*> {};

TEST_P(Xml, BecomesWhatTheTableSays) { expect_rows(GetParam(), at_h); }

INSTANTIATE_TEST_SUITE_P(Documents, Xml,
                         testing::Values("xml/places.tsv", "xml/names.tsv", "xml/bases.tsv", "xml/ill_formed.tsv",
                                         "xml/entities.tsv"));

/// Below a base that says what charset was read: its letter is written as it is, or as octets of UTF-8.
TEST(XmlProlog, IsReadAsTheTableSays) {
  expect_rows("xml/prolog.tsv", {{.url = "http://h/\xC3\xA9/", .type = Type::xml}});
}

/// Without a base element, the rest must read as before.
TEST(XmlBases, CanBeRemoved) {
  Given given = at_h;
  given.options.remove_base_elements = true;
  expect_rows("xml/removal.tsv", given);
}

/// Browsers have dropped xml:base; other readers of XML follow it.
TEST(XmlBases, CountForNothingWhereBrowsersKnowNone) { expect_rows("xml/whatwg.tsv", with(Resolver::whatwg)); }

TEST(XmlFeedBase, IsTheLinkOfTheEntry) { expect_rows("xml/feed_base.tsv", with(FeedBase::entry)); }

TEST(XmlFeedBase, IsTheLinkThatTheEntryChooses) { expect_rows("xml/entries.tsv", with(FeedBase::entry)); }

/// Names that several vocabularies share are told apart by the first word of the case: `docs` of RSS and of OPML.
const std::map<xml::Vocabulary, std::string> words = {{xml::Vocabulary::atom, "Atom"},
                                                      {xml::Vocabulary::rss, "RSS"},
                                                      {xml::Vocabulary::opml, "OPML"},
                                                      {xml::Vocabulary::sitemap, "sitemap"},
                                                      {xml::Vocabulary::docbook, "DocBook"},
                                                      {xml::Vocabulary::opensearch, "OpenSearch"},
                                                      {xml::Vocabulary::browserconfig, "browserconfig"}};

/// Every row of the table of places stands in the list of a case of its own vocabulary.
TEST(XmlPlaces, EachHasACase) {
  std::set<std::string> seen;
  for (const test::Row& row : test::read_table("xml/places.tsv", 4)) {
    const std::string& name = row.fields[0];
    const std::string word = name.substr(0, name.find_first_of(" ,"));
    const auto see = [&](const std::string& place) { seen.insert({place, word + ": " + place}); };
    const Plan result = plan(row.fields[1], at_h);
    for (const Link& link : result.links()) {
      see(std::string(link.element).append(" ").append(link.attribute));
      for (const std::string& place : result.within(link)) see(place + " ");
    }
  }
  for (const xml::Place& place : xml::places()) {
    if (place.holds == xml::Holds::id || place.holds == xml::Holds::entry) continue;
    const bool has_prefix = place.rule.element.find(':') != std::string_view::npos;
    if (place.rule.element.ends_with('*')) {  // any of its vocabulary
      const std::string_view beginning = place.rule.element.substr(0, place.rule.element.size() - 1);
      EXPECT_TRUE(std::ranges::any_of(seen,
                                      [&](const std::string& one) {
                                        return one.starts_with(beginning) &&
                                               one.ends_with(std::string(" ").append(place.rule.attribute));
                                      }))
          << place.rule.element << " " << place.rule.attribute;
      continue;
    }
    const std::string name = std::string(place.rule.element).append(" ").append(place.rule.attribute);
    const std::string key = has_prefix ? name : words.at(place.vocabulary) + ": " + name;
    EXPECT_TRUE(seen.contains(key)) << key;
  }
}

/// The first strings of the rows of a table in the source: it has no other reader than the functions beside it.
std::vector<std::string> names_in(const std::string& source, const std::string& table) {
  const std::size_t begin = source.find("constexpr auto " + table + " =");
  const std::string rows = source.substr(begin, source.find("});", begin) - begin);
  const std::regex row(R"re(\{"([^"]*)")re");
  std::vector<std::string> names;
  for (std::sregex_iterator at(rows.begin(), rows.end(), row), end; at != end; ++at) names.push_back((*at)[1]);
  return names;
}

/// So does every name by which a vocabulary is known. Parts of messages alone have a media type.
TEST(XmlNames, EachHasACase) {
  std::set<std::string> cases;
  for (const test::Row& row : test::read_table("xml/names.tsv", 4)) cases.insert(row.fields[0]);
  for (const test::Row& row : test::read_table("mime/messages.tsv", 5)) cases.insert(row.fields[0]);
  const std::string source = test::read_file(test::testdata("../src/xml/vocabularies.cc"));
  const std::map<std::string, std::string> tables = {{"namespaces", "namespace "},
                                                     {"prefixes", "prefix "},
                                                     {"roots", "root "},
                                                     {"types", "unknown root in a part of type "}};
  for (const auto& [table, what] : tables) {
    const std::vector<std::string> names = names_in(source, table);
    EXPECT_FALSE(names.empty()) << table;
    for (const std::string& name : names) EXPECT_TRUE(cases.contains(what + name)) << what << name;
  }
}

}  // namespace
}  // namespace absolve
