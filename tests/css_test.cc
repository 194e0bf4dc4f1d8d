#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "../src/codec/css.h"
#include "../src/css/finder.h"
#include "../src/css/line_breaks.h"
#include "../src/css/tokens.h"
#include "../src/css/urls.h"
#include "../src/text/byte_sets.h"
#include "absolve/absolve.h"
#include "support/codings.h"
#include "support/css_tokens.h"
#include "support/exact.h"
#include "support/longest_line.h"
#include "support/plain_request.h"
#include "support/promises.h"
#include "support/repeated.h"
#include "support/table.h"

namespace absolve::css {
namespace {

std::string drawn(std::string_view sheet) {
  std::string text;
  UrlScanner scanner(sheet);
  std::size_t end = 0;
  while (const auto url = scanner.next()) {
    EXPECT_GE(url->begin, end);
    EXPECT_GE(url->end, url->begin);
    end = url->end;
    constexpr std::string_view forms = "-\"'";
    text.append(text.empty() ? "" : " ").append(1, forms[static_cast<std::size_t>(url->form)]);
    text.append(sheet.substr(url->begin, url->end - url->begin));
  }
  return text;
}

TEST(Css, UrlsAreWhereTheTableSays) {
  for (const test::Row& row : test::read_table("css/urls.tsv", 2)) {
    EXPECT_EQ(drawn(test::Exact(row.fields[0]).view()), row.fields[1]) << row.where << ": " << row.fields[0];
  }
}

/// Wherever a sheet is cut, what came before stands as it stood.
TEST(Css, CutSheetsEnd) {
  for (const test::Row& row : test::read_table("css/urls.tsv", 2)) {
    for (std::size_t size = 0; size < row.fields[0].size(); ++size) {
      static_cast<void>(drawn(test::Exact(row.fields[0].substr(0, size)).view()));
    }
  }
}

std::string random_sheet(test::Random& random) {
  using namespace std::string_view_literals;
  std::string sheet;
  for (std::size_t i = random.below(24); i > 0; --i) {
    sheet += random.any({"a",
                         "x",
                         "5",
                         "-",
                         "--",
                         "e",
                         "url(",
                         "URL(",
                         "u\\72l(",
                         "\\75 rl(",
                         "ur\\l",
                         "src(",
                         "image-set(",
                         ")",
                         "(",
                         "[",
                         "]",
                         "{",
                         "}",
                         ";",
                         "'",
                         "\"",
                         "'x'",
                         "\"x\"",
                         " ",
                         "\n",
                         "\r\n",
                         "\x0C",
                         "/*",
                         "*/",
                         "/**/",
                         "/",
                         "\\",
                         "\\\n",
                         "\\\r\n",
                         "@import ",
                         "@import",
                         "@",
                         "#",
                         "<!--",
                         "-->",
                         "+",
                         ".",
                         "%",
                         "\0"sv,
                         "\xC3\xA9",
                         "\\)",
                         "\\'",
                         "\x01",
                         ",",
                         "@im\\70ort",
                         "@namespace",
                         "@namespace ",
                         "url(x)",
                         "url('",
                         "src(\"",
                         "-webkit-image-set(",
                         "a-rather-long-name-without-anything-in-it",
                         "!",
                         "<",
                         "\\2"});
  }
  return sheet;
}

/// Jumping finds what reading each token finds.
TEST(Css, UrlsAreThoseOfAllTokens) {
  std::size_t found = 0;
  for (unsigned seed = 0; seed < test::fewer(100'000); ++seed) {
    test::Random random(seed);
    const test::Exact sheet(random_sheet(random));
    std::vector<Url> urls;
    UrlScanner scanner(sheet.view());
    while (const auto url = scanner.next()) urls.push_back(*url);
    const std::vector<Url> expected = test::urls_by_tokens(sheet.view());
    ASSERT_TRUE(std::ranges::equal(
        urls, expected,
        [](const Url& a, const Url& b) { return a.begin == b.begin && a.end == b.end && a.form == b.form; }))
        << seed << ": " << testing::PrintToString(sheet.view()) << " " << urls.size() << " " << expected.size();
    found += urls.size();
  }
  EXPECT_GT(found, test::fewer(20'000));
}

/// In texts with one byte that may be of the set.
template <class Set>
void expect_seen(std::string_view set) {
  for (std::size_t size = 1; size < 40; ++size) {
    for (std::size_t at = 0; at < size; ++at) {
      for (unsigned byte = 0; byte < 256; ++byte) {
        std::string text(size, 'x');
        text[at] = static_cast<char>(byte);
        const test::Exact exact(text);
        const bool is_in_set = set.find(text[at]) != std::string_view::npos;
        ASSERT_EQ(Set::has(text[at]), is_in_set) << byte;
        ASSERT_EQ(find_in_set<Set>(exact.view(), 0), is_in_set ? at : size) << size << " " << byte;
        ASSERT_EQ(find_in_set<Set>(exact.view(), at), is_in_set ? at : size) << size << " " << byte;
        ASSERT_EQ(find_in_set<Set>(exact.view(), at + 1), size) << size << " " << byte;
        ASSERT_EQ(has_none_of<Set>(exact.view()), !is_in_set) << size << " " << byte;
      }
    }
  }
}

/// Sixteen bytes at once say what each of them says.
TEST(Css, StopsAreSeenWhereverTheyStand) {
  expect_seen<UrlStops>("\"'(/@\\");
  expect_seen<BracketStops>("\"'(/@\\)[]{};");
  expect_seen<StringStops>("\"'\\\n\r\f");
  std::string controls_and_space;
  for (char c = 0; c <= ' '; ++c) controls_and_space += c;
  expect_seen<UnquotedStops>(controls_and_space + "\x7F\"\\'()");
}

TEST(Css, EscapesAreDecoded) {
  for (const test::Row& row : test::read_table("css/escapes.tsv", 2)) {
    EXPECT_EQ(codec::decode_css(test::Exact(row.fields[0]).view()), row.fields[1]) << row.where;
  }
}

/// The table gives each sheet its own URL; it stands in a style element.
TEST(Css, SheetsBecomeWhatTheTableSays) {
  for (const test::Row& row : test::read_table("css/sheets.tsv", 4)) {
    SCOPED_TRACE(row.where + " " + row.fields[0]);
    const std::string& after = row.fields[3] == "same" ? row.fields[2] : row.fields[3];
    const Given given = {{.url = row.fields[1], .type = Type::html}};
    EXPECT_EQ(test::expect_promises("<style>" + row.fields[2] + "</style>", given), "<style>" + after + "</style>");
  }
}

TEST(Css, PagesBecomeWhatTheTableSays) {
  for (const test::Row& row : test::read_table("css/pages.tsv", 3)) {
    SCOPED_TRACE(row.where + " " + row.fields[0]);
    const std::string& after = row.fields[2] == "same" ? row.fields[1] : row.fields[2];
    EXPECT_EQ(test::expect_promises(row.fields[1], {.url = "http://h/a/d.html", .type = Type::html}), after);
  }
}

TEST(Css, LinesMayBeBrokenWhereTheTableSays) {
  for (const test::Row& row : test::read_table("css/line_breaks.tsv", 2)) {
    const test::Exact sheet(row.fields[0]);
    const Finding finding = find(sheet.view(), test::plain_request());
    std::string drawn;
    std::size_t before = 0;
    for (const std::size_t at : break_opportunities(sheet.view(), finding)) {
      EXPECT_GE(at, before) << row.where;
      drawn.append(row.fields[0], before, at - before).append(1, '^');
      before = at;
    }
    drawn.append(row.fields[0], before);
    EXPECT_EQ(drawn, row.fields[1]) << row.where;
    std::ranges::replace(drawn, '^', '\n');
    EXPECT_EQ(find(drawn, test::plain_request()).values.size(), finding.values.size()) << row.where;
  }
}

/// In mail without a transfer encoding, lines stay as short as mail wants them.
TEST(Css, LinesOfMailAreBroken) {
  const std::string sheet = "p { background: url(x) no-repeat; border-image: url('y') 30 round }";
  const std::string head = "Content-Transfer-Encoding: 8bit\nContent-Type: ";
  const Given given = {{.url = "http://h/" + std::string(600, 'a') + "/", .type = Type::mime}};
  for (const std::string& message :
       {head + "text/css\n\n" + sheet + "\n", head + "text/html\n\n<style>" + sheet + "</style>\n",
        head + "text/html\n\n<p><style>\n" + sheet + "\n</style><a\nhref=x>\n"}) {
    const std::string output = test::expect_promises(message, given);
    EXPECT_NE(output.find("(http://h/aaa"), std::string::npos);
    EXPECT_NE(output.find("'http://h/aaa"), std::string::npos);
    EXPECT_LE(test::longest_line(output), 998U) << output;
  }
}

TEST(Css, CharsetsAreDeclaredAsTheTableSays) {
  for (const test::Row& row : test::read_table("css/charsets.tsv", 2)) {
    EXPECT_EQ(declared_charset(test::Exact(row.fields[0]).view()).label, row.fields[1]) << row.where;
  }
  const std::string long_name(1013, 'x');
  EXPECT_EQ(declared_charset("@charset \"" + long_name + "\";").label, "") << "it ends behind what is looked at";
  EXPECT_EQ(declared_charset("@charset \"" + long_name.substr(1) + "\";").label, long_name.substr(1));
}

/// Brackets cost no more than a byte each, and nothing is read twice.
TEST(Css, HoldsWithoutEnd) {
  struct Sheet {
    std::string text;
    std::size_t urls;
  };
  const std::size_t many = 1'000'000;
  for (const Sheet& sheet : std::initializer_list<Sheet>{
           {test::repeated("{", many) + "a:url(x)", 1},
           {test::repeated("(", many) + "url(x)", 1},
           {test::repeated("[({", many) + test::repeated("})]", many) + "url(x)", 1},
           {"image-set(" + test::repeated("{", many) + "'x'" + test::repeated("}", many) + "'y')", 1},
           {"image-set(" + test::repeated("(", many) + "'x'" + test::repeated(")", many) + "'y')", 1},
           {test::repeated("image-set(", many) + "'x'", 1},
           {"@namespace " + test::repeated("[", many) + "url(x)", 0},
           {test::repeated("@namespace ", many) + "url(x);url(y)", 1},
           {test::repeated("@import ", many) + "'x'", 1},
           {test::repeated("@import/**/", many) + "'x'", 1},
           {test::repeated("@import/*", many) + "'x'", 0},
           {test::repeated("src(/**/", many) + "'x'", 1},
           {test::repeated("src( ", many) + "'x'", 1},
           {test::repeated("url( ", many) + "'x'", 0},
           {test::repeated("url('", many), many / 2},
           {test::repeated("url(\\", many), 0},
           {test::repeated("a\\", many) + "url(x)", 0},
           {test::repeated("\\75rl", many) + "(x)", 0},
           {test::repeated("rl(", many), 0},
           {std::string(many, 'u') + "rl(x)", 0},
           {test::repeated("<!--", many) + "url(x)", 1},
           {test::repeated("/", many) + "url(x)", 1},
           {test::repeated("/*", many) + "url(x)", 0},
           {test::repeated("/**/", many) + "url(x)", 1},
           {test::repeated("'\n", many) + "url(x)", 1},
       }) {
    UrlScanner scanner(sheet.text);
    std::size_t urls = 0;
    while (scanner.next()) ++urls;
    EXPECT_EQ(urls, sheet.urls) << sheet.text.substr(0, 30);
  }
}

}  // namespace
}  // namespace absolve::css
