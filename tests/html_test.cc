#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>

#include "../src/markup/lazy.h"
#include "../src/markup/meta.h"
#include "../src/markup/url_attributes.h"
#include "../src/plan/finders.h"
#include "absolve/absolve.h"
#include "support/exact.h"
#include "support/list.h"
#include "support/promises.h"
#include "support/table.h"

namespace absolve {
namespace {

const Given at_h = {{.url = "http://h/a/d.html", .type = Type::html}};

class Pages : public testing::TestWithParam<const char*> {};

TEST_P(Pages, BecomeWhatTheTableSays) {
  for (const test::Row& row : test::read_table(GetParam(), 3)) {
    SCOPED_TRACE(row.where + " " + row.fields[0]);
    EXPECT_EQ(test::expect_promises(row.fields[1], at_h), row.fields[2]);
  }
}

INSTANTIATE_TEST_SUITE_P(Html, Pages,
                         testing::Values("html/values.tsv", "html/base.tsv", "html/traps.tsv", "html/quoting.tsv",
                                         "html/hostile.tsv", "html/readers.tsv"));

/// With "+lazy" what --also lazy asks for, and so on.
Given with(std::string_view asked_for) {
  Given given = at_h;
  const auto has = [&](std::string_view name) { return asked_for.find(name) != std::string_view::npos; };
  given.options.also = {.lazy = has("+lazy"),
                        .conditional = has("+conditional"),
                        .ld_json = has("+ld-json"),
                        .rdfa = has("+rdfa"),
                        .amp = has("+amp"),
                        .custom = has("+custom")};
  return given;
}

class PlacesIn : public testing::TestWithParam<const char*> {};

TEST_P(PlacesIn, BecomeWhatTheTableSays) {
  for (const test::Row& row : test::read_table(GetParam(), 5)) {
    for (const HtmlReader reader : {HtmlReader::automatic, HtmlReader::tree}) {
      SCOPED_TRACE(row.where + " " + row.fields[0] + " reader " + std::to_string(static_cast<int>(reader)));
      Given given = with(row.fields[1]);
      given.options.html_reader = reader;
      EXPECT_EQ(test::expect_promises(row.fields[2], given), row.fields[3]);
      EXPECT_EQ(test::list_of(plan(row.fields[2], given)), row.fields[4]);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Html, PlacesIn, testing::Values("html/attributes.tsv", "html/meta.tsv", "html/places.tsv"));

TEST(Places, AreReadWhereTheyAreAskedFor) {
  for (const char* table : {"html/attributes.tsv", "html/meta.tsv"}) {
    for (const test::Row& row : test::read_table(table, 5)) {
      const bool is_opt_in = !row.fields[1].empty();
      EXPECT_EQ(test::list_of(plan(row.fields[2], at_h)), is_opt_in ? "" : row.fields[4]) << row.where;
    }
  }
}

/// The values of attributes that may hold a text, too.
TEST(Values, ReadAsPathsAsTheTableSays) {
  for (const test::Row& row : test::read_table("html/paths.tsv", 2)) {
    const test::Exact value(row.fields[0]);
    EXPECT_EQ(markup::reads_as_path(value.view()), row.fields[1] == "path") << row.where << ": " << row.fields[0];
  }
}

TEST(MetaRows, HaveACaseEach) {
  std::set<std::string_view> rows;
  for (const markup::MetaRow& row : markup::meta_rows()) rows.insert(row.name);
  const std::vector<test::Row> table = test::read_table("html/meta.tsv", 5);
  std::set<std::string_view> cases;
  for (const test::Row& row : table) cases.insert(row.fields[0]);
  EXPECT_EQ(rows, cases);
}

TEST(UrlAttributes, EachRowHasACase) {
  constexpr std::array<std::string_view, 3> spaces = {"html", "svg", "mathml"};
  std::set<std::string> rows;
  const auto add = [&](const markup::UrlAttribute& row) {
    rows.insert(std::string(spaces[static_cast<std::size_t>(row.space)]) + " " + std::string(row.rule.element) + " " +
                std::string(row.rule.attribute));
  };
  std::ranges::for_each(markup::url_attributes(), add);
  std::ranges::for_each(markup::wildcard_attributes(), add);
  std::set<std::string> cases;
  for (const test::Row& row : test::read_table("html/attributes.tsv", 5)) cases.insert(row.fields[0]);
  EXPECT_EQ(rows, cases);
}

TEST(UrlAttributes, AreFoundInAnyCase) {
  for (const markup::UrlAttribute& row : markup::url_attributes()) {
    std::string name(row.rule.attribute);
    for (char& c : name) c = static_cast<char>(std::toupper(c));
    const auto rows = markup::rows_of(name);
    ASSERT_FALSE(rows.empty()) << name;
    EXPECT_EQ(markup::find_row(rows, row.space, row.rule.element), &row);
  }
  for (const char* other : {"class", "id", "hrf", "hreff", "srcse", "=", "xlink-href"}) {
    EXPECT_TRUE(markup::rows_of(other).empty()) << other;
  }
}

/// What the finder of a format sees in a value.
TEST(Values, HoldReferencesAsTheirSyntaxSays) {
  const std::map<std::string, Format> formats = {{"srcset", Format::srcset}, {"tokens", Format::tokens},
                                                 {"commas", Format::commas}, {"semicolons", Format::semicolons},
                                                 {"task", Format::task},     {"refresh", Format::refresh}};
  const Given given;
  for (const char* table : {"html/srcset.tsv", "html/lists.tsv", "html/refresh.tsv"}) {
    for (const test::Row& row : test::read_table(table, 3)) {
      const test::Exact value(row.fields[1]);
      std::string found;
      for (const Value& one : finder_of(formats.at(row.fields[0]))
                                  .find(value.view(), {.input = given.input, .options = given.options})
                                  .values) {
        const std::string_view reference = value.view().substr(one.begin, one.end - one.begin);
        found.append(found.empty() ? "" : "|").append(reference.empty() ? "[]" : reference);
      }
      EXPECT_EQ(found, row.fields[2]) << row.where << ": " << row.fields[1];
    }
  }
}

TEST(Notes, SayWhatWasLeft) {
  const std::string page =
      "<base href='data:,'><a href=x><a href='.\n./x'><img srcset='a 2x' src=''><p style='background:url(x)'><a ping=a>"
      "<object codebase='data:,' data=x></object><style>@import "
      "'x'</style><style>p{}</style><svg><style>p{fill:url(x)}";
  const Plan with_base = plan(page, at_h);
  std::string text;
  for (const Note& note : with_base.notes()) text += note.text + "\n";
  EXPECT_EQ(text,
            "the base element's URL 'data:,' can't be a base: its scheme doesn't support relative references\n"
            "1 reference left unchanged: empty: it refers to nothing; resolved, it would refer to the document itself\n"
            "1 reference left unchanged: control characters make the meaning unclear\n"
            "1 codebase can't be a base; ignored\n");
  const Plan without = plan(page, {.type = Type::html});
  EXPECT_TRUE(without.base_missing());
  EXPECT_TRUE(without.edits().empty());
}

TEST(Notes, StandAtTheirPlace) {
  const std::string page = "<p>\n<a href='.\n./x'>";
  const Plan result = plan(page, at_h);
  ASSERT_EQ(result.notes().size(), 1U);
  LineCounter lines(result);
  const Position position = lines.at(*result.notes()[0].offset);
  EXPECT_EQ(position.line, 2U);
  EXPECT_EQ(position.column, 10U);
}

/// The first of them has the note; references to it are resolved as if it were not there.
TEST(Notes, TellTheFirstUnsuitableCodebase) {
  const std::string page =
      "<object codebase=c/ data=1></object>\n<object data=2 codebase='data:,'></object>\n<object codebase=mailto:x "
      "data=3>";
  const Plan result = plan(page, at_h);
  ASSERT_EQ(result.notes().size(), 1U);
  EXPECT_EQ(result.notes()[0].text, "2 codebases can't be a base; ignored");
  EXPECT_EQ(result.notes()[0].offset, page.find("data:,"));
  std::string urls;
  for (const Link& link : result.links()) urls += link.url().value_or("-") + " " + result.base(link)->url() + "|";
  EXPECT_EQ(urls,
            "http://h/a/c/ http://h/a/d.html|http://h/a/c/1 http://h/a/c/|http://h/a/2 http://h/a/d.html|data:, "
            "http://h/a/d.html|mailto:x http://h/a/d.html|http://h/a/3 http://h/a/d.html|");
}

TEST(Links, LieWhereTheySay) {
  const std::string page = "<a href=' ../x&amp;y '><a href=z><a href>";
  const Plan result = plan(page, at_h);
  ASSERT_EQ(result.links().size(), 3U);
  const Link& first = result.links()[0];
  EXPECT_EQ(page.substr(first.offset, first.length), "../x&amp;y");
  EXPECT_EQ(first.reference, "../x&y");
  EXPECT_EQ(first.url(), "http://h/x&y");
  EXPECT_EQ(result.base_from(first.scope), BaseFrom::retrieval);
  EXPECT_EQ(page.substr(result.links()[1].offset, result.links()[1].length), "z");
  EXPECT_EQ(result.links()[2].offset, page.size() - 1);
  EXPECT_EQ(result.links()[2].length, 0U);
}

template <class T>
concept plannable = requires(T source) {
  plan(static_cast<T&&>(source));
};
static_assert(plannable<std::string&> && plannable<std::string_view>);
static_assert(plannable<std::string>, "the plan owns it");
static_assert(!plannable<const std::string>, "a plan of such a temporary would dangle");

TEST(BaseElements, CanBeRemoved) {
  Given given = at_h;
  given.options.remove_base_elements = true;
  for (const test::Row& row : test::read_table("html/removal.tsv", 3)) {
    SCOPED_TRACE(row.where + " " + row.fields[0]);
    EXPECT_EQ(test::expect_promises(row.fields[1], given), row.fields[2]);
  }
}

/// The base ends the doctype as XML reads it, but no longer when it is absolute, and in quotation marks for the
/// apostrophe.
TEST(BaseElements, AreComparedWithWhatASecondRunReads) {
  const Given given = {{.url = "http://h/'/", .type = Type::html}, {.remove_base_elements = true}};
  EXPECT_EQ(test::expect_promises("<!DOCTYPE[><base href=]><s>", given), "<!DOCTYPE[><s>");
}

TEST(BaseElements, StayWhereReferencesNeedThem) {
  const std::string page = "<base href=x/><a href=y>";
  EXPECT_EQ(test::expect_promises(page, {.type = Type::html}, {.remove_base_elements = true}), page);
  const std::string fragment = "<base href=http://x/><a href=#t>";
  EXPECT_EQ(test::expect_promises(fragment, {.type = Type::html},
                                  {.fragments = Fragments::keep, .remove_base_elements = true}),
            fragment);
}

/// Both RFCs see a path where browsers see a host, and neither is followed in silence.
TEST(BaseElements, AreReadAsBrowsersDoWhereSlashesAreMisread) {
  const std::string page = "<base href=///b/c/><a href=p></a><a href=///k/x></a>";
  for (const Resolver resolver : {Resolver::rfc1808, Resolver::rfc3986}) {
    const Given given = {{.url = "https://h/", .type = Type::html}, {.resolver = resolver}};
    EXPECT_EQ(test::expect_promises(page, given), "<base href=///b/c/><a href=https://b/c/p></a><a href=///k/x></a>");
    const Plan plan = absolve::plan(page, given);
    EXPECT_EQ(test::list_of(plan),
              "base href ///b/c/ keep slashes; a href p -> https://b/c/p; a href ///k/x keep slashes");
    ASSERT_EQ(plan.notes().size(), 1U);
    EXPECT_EQ(plan.notes()[0].severity, Note::Severity::notice);
  }
}

/// In browsers a base without hierarchy counts, and nothing resolves against it.
TEST(BaseElements, CountAsInBrowsers) {
  Given given = at_h;
  given.options.resolver = Resolver::whatwg;
  Given removing = given;
  removing.options.remove_base_elements = true;
  for (const test::Row& row : test::read_table("html/whatwg.tsv", 5)) {
    SCOPED_TRACE(row.where + " " + row.fields[0]);
    const std::string& page = row.fields[1];
    const std::string& after = row.fields[2] == "same" ? page : row.fields[2];
    EXPECT_EQ(test::expect_promises(page, given), after);
    EXPECT_EQ(test::list_of(plan(page, given)), row.fields[3]);
    EXPECT_EQ(test::expect_promises(page, removing), row.fields[4] == "same" ? after : row.fields[4]);
  }
}

TEST(Fragments, CanBeKept) {
  Given given = at_h;
  given.options.fragments = Fragments::keep;
  const std::string page = "<a href='#f'><a href='x#f'>";
  EXPECT_EQ(plan(page, given).output(), "<a href='#f'><a href='http://h/a/x#f'>");
}

}  // namespace
}  // namespace absolve
