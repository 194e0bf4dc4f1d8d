#include <gtest/gtest.h>

#include <string>

#include "../src/codec/css.h"
#include "../src/css/urls.h"
#include "absolve/absolve.h"
#include "support/exact.h"
#include "support/promises.h"
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
    const Options options = {.type = Type::html, .retrieval_url = row.fields[1]};
    EXPECT_EQ(test::expect_promises("<style>" + row.fields[2] + "</style>", options), "<style>" + after + "</style>");
  }
}

TEST(Css, PagesBecomeWhatTheTableSays) {
  for (const test::Row& row : test::read_table("css/pages.tsv", 3)) {
    SCOPED_TRACE(row.where + " " + row.fields[0]);
    const std::string& after = row.fields[2] == "same" ? row.fields[1] : row.fields[2];
    EXPECT_EQ(test::expect_promises(row.fields[1], {.type = Type::html, .retrieval_url = "http://h/a/d.html"}), after);
  }
}

}  // namespace
}  // namespace absolve::css
