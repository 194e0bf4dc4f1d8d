#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "../src/url/scopes.h"
#include "absolve/absolve.h"
#include "support/notes.h"
#include "support/promises.h"
#include "support/repeated.h"
#include "support/table.h"

namespace absolve {
namespace {

using test::notes_of;

using test::repeated;

/// All that offers a base to a document, the innermost first: `retrieval http://h/ overridden; xattr x ignored`.
std::string layers_of(const Plan& plan) {
  std::string text;
  if (plan.documents().empty()) return text;
  for (const Layer& layer : plan.layers(plan.documents().front().scope)) {
    text.append(text.empty() ? "" : "; ").append(name_of(layer.candidate->from)).append(" ");
    text.append(layer.candidate->value).append(" ").append(name_of(layer.status));
  }
  return text;
}

std::string in_utf16(std::string_view text) {
  std::string wide = "\xFF\xFE";
  for (const char c : text) wide.append(1, c).append(1, '\0');
  return wide;
}

BaseFrom from_named(std::string_view name) {
  for (auto from = BaseFrom::base_element; from != BaseFrom::none;
       from = static_cast<BaseFrom>(static_cast<int>(from) + 1)) {
    if (name_of(from) == name) return from;
  }
  ADD_FAILURE() << "no base comes from " << name;
  return BaseFrom::none;
}

/// Options as the tables write them: words between white space. `from=url`: somebody says so; `header=name`.
Given given_by(const std::string& words) {
  const std::map<std::string, Type> types = {{"html", Type::html}, {"css", Type::css},   {"uris", Type::uris},
                                             {"xml", Type::xml},   {"mime", Type::mime}, {"mbox", Type::mbox},
                                             {"http", Type::http}, {"warc", Type::warc}};
  Given given;
  std::istringstream stream(words);
  for (std::string word; stream >> word;) {
    const std::size_t equals = word.find('=');
    const std::string value = equals == std::string::npos ? "" : word.substr(equals + 1);
    if (types.contains(word)) given.input.type = types.at(word);
    else if (word == "no-marks") given.options.marks = false;
    else if (word == "headers") given.options.headers = true;
    else if (word == "continues") given.input.continues = true;
    else if (word == "remove") given.options.remove_base_elements = true;
    else if (word == "whatwg") given.options.resolver = Resolver::whatwg;
    else if (word == "keep") given.options.local_links = LocalLinks::keep;
    else if (word == "copies")
      given.input.is_local_copy = [](std::string_view path) { return path.ends_with(".copy"); };
    else if (word == "renamed")
      given.input.is_renamed_copy = [](std::string_view path) { return path.ends_with(".html.copy"); };
    else if (equals == std::string::npos) ADD_FAILURE() << "no option is called " << word;
    else if (word.starts_with("url=")) given.input.url = value;
    else if (word.starts_with("header=")) given.options.url_headers.push_back(value);
    else given.input.retrieved_from.push_back({from_named(word.substr(0, equals)), value, {}, {}, {}});
  }
  return given;
}

/// Which URL a page, or a message, says or is said to have been retrieved from.
TEST(Retrieved, IsFoundAsTheTablesSay) {
  for (const char* const table : {"retrieved/marks.tsv", "retrieved/order.tsv", "retrieved/headers.tsv"}) {
    for (const test::Row& row : test::read_table(table, 5)) {
      SCOPED_TRACE(row.where + ": " + row.fields[0]);
      const Given given = given_by(row.fields[1]);
      test::expect_promises(row.fields[2], given);
      const Plan plan = absolve::plan(row.fields[2], given);
      EXPECT_EQ(layers_of(plan), row.fields[3]);
      EXPECT_EQ(notes_of(plan), row.fields[4]);
    }
  }
}

/// A page in UTF-16 says the same as one in UTF-8, in the place where it says so.
TEST(Retrieved, MarksAreFoundInPagesOfUtf16) {
  for (const test::Row& row : test::read_table("retrieved/marks.tsv", 5)) {
    SCOPED_TRACE(row.where + ": " + row.fields[0]);
    if (std::ranges::any_of(row.fields[2], [](char c) { return static_cast<unsigned char>(c) >= 0x80; })) continue;
    const Given given = given_by(row.fields[1]);
    const std::string wide = in_utf16(row.fields[2]);
    test::expect_promises(wide, given);
    const Plan narrow_plan = plan(row.fields[2], given);
    const Plan wide_plan = plan(wide, given);
    if (wide_plan.documents().empty()) continue;  // http: its header is bytes
    EXPECT_EQ(layers_of(wide_plan), row.fields[3]);
    const auto narrow = narrow_plan.layers(narrow_plan.documents().front().scope);
    const auto layers = wide_plan.layers(wide_plan.documents().front().scope);
    ASSERT_EQ(layers.size(), narrow.size());
    for (std::size_t i = 0; i < layers.size(); ++i) {
      const auto& offset = narrow[i].candidate->offset;
      if (offset) {
        EXPECT_EQ(layers[i].candidate->offset, 2 + 2 * *offset);
      }
    }
  }
}

TEST(Retrieved, MarksStandNearTheBeginning) {
  const std::string mark = "<!-- saved from url=(0009)http://m/ --><a href=x>";
  const auto base_of = [](const std::string& page) {
    const Plan plan = absolve::plan(page, {.type = Type::html});
    const Base* const base = plan.base(plan.documents().front().scope);
    return base == nullptr ? std::string() : base->url();
  };
  EXPECT_EQ(base_of(std::string(65'000, ' ') + mark), "http://m/");
  EXPECT_EQ(base_of(std::string(66'000, ' ') + mark), "");
  EXPECT_EQ(base_of("<style>" + std::string(66'000, ' ') + "</style>" + mark), "");
}

/// Browsers use a base element although nothing can be resolved against it: a link leads nowhere then, and to no copy.
TEST(Retrieved, NoCopyIsBehindABaseElementThatGivesNone) {
  const Plan plan = absolve::plan("<base href=mailto:b><img src=c.copy>", given_by("keep whatwg copies url=http://u/"));
  ASSERT_EQ(plan.links().size(), 2U);
  EXPECT_EQ(plan.links()[1].reason, Reason::no_base);
}

/// Which references stay since they lead to copies: those to names that end with `.copy`.
TEST(Retrieved, CopiesBesideStayAsTheTableSays) {
  for (const test::Row& row : test::read_table("retrieved/copies.tsv", 4)) {
    SCOPED_TRACE(row.where + ": " + row.fields[0]);
    const Given given = given_by(row.fields[1] + " copies");
    const std::string& source = row.fields[2];
    EXPECT_EQ(test::expect_promises(source, given), row.fields[3] == "same" ? source : row.fields[3]);
    const Plan plan = absolve::plan(source, given);
    for (const Link& link : plan.links()) {
      const bool is_kept_copy = link.action == Action::keep && link.reason != Reason::base_removed;
      if (is_kept_copy) {
        EXPECT_EQ(link.reason, Reason::local_copy) << link.reference;
      }
    }
  }
}

TEST(Retrieved, EachPathIsAskedForOnce) {
  std::map<std::string, int, std::less<>> asked;
  Given given = given_by("xattr=http://x/");
  given.input.is_local_copy = [&](std::string_view path) { return ++asked[std::string(path)] > 5; };
  const std::string page =
      "<a href=a?b><a href='a#c'><a href=%61><img src=d/e%20f><a href=/g><a href=//h/i><a href=?j>"
      "<a href=#k><a href=mailto:l><a href=''><p style='background: url(d/e%20f)'><a href=m%00n>"
      "<iframe srcdoc='<a href=a>'></iframe><a href='\\o'>";
  const Plan plan = absolve::plan(page, given);
  EXPECT_EQ(asked, (std::map<std::string, int, std::less<>>{{"a", 1}, {"d/e f", 1}}));
  given.input.retrieved_from = {{BaseFrom::url_map, "http://x/", {}, {}, {}}};
  asked.clear();
  static_cast<void>(absolve::plan(page, given));
  EXPECT_TRUE(asked.empty()) << "nobody has saved it";
}

/// The hint of a page without a base, and of no other.
TEST(Retrieved, HintsAreAsTheTableSays) {
  for (const test::Row& row : test::read_table("retrieved/hints.tsv", 4)) {
    SCOPED_TRACE(row.where + ": " + row.fields[0]);
    EXPECT_EQ(notes_of(plan(row.fields[2], given_by(row.fields[1]))), row.fields[3]);
  }
}

TEST(Retrieved, WhatIsHostileIsBounded) {
  const std::string ten_million(10'000'000, 'x');
  const std::string mark = "<!-- saved from url=(0009)http://m/ -->";
  const struct {
    const char* what;
    std::string source;
    std::size_t layers;
  } rows[] = {
      {"a long comment", "<!-- saved from url=(0009)" + ten_million + " --><a href=x>", 0},
      {"a long comment that nothing closes", "<!-- Page saved with SingleFile\n url: " + ten_million, 0},
      {"a million marks", repeated(mark, 1'000'000) + "<a href=x>", 16},
      {"a million mirrors", repeated("<!-- Mirrored from a/b by HTTrack -->", 1'000'000), 16},
      {"a long length", "<!-- saved from url=(" + std::string(60'000, '9') + ")http://m/ --><a href=x>", 1},
      {"many openings", repeated("<!-", 3'000'000), 0},
      {"many attributes", "<html " + repeated("data-scrapbook-source=http://m/ ", 300'000) + "><a href=x>", 0},
      {"many links", repeated("<link rel=icon href=x>", 300'000), 0},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.what);
    const Plan plan = absolve::plan(row.source, {.type = Type::html});
    EXPECT_EQ(scopes_of(plan).size(), row.layers);
    EXPECT_LE(plan.notes().size(), 20U);
  }
}

}  // namespace
}  // namespace absolve
