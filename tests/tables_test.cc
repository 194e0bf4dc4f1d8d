// Tables (types csv and tsv): what each row is answered, wherever the input is cut, and where a header names no
// columns.

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "../src/detect/divide.h"
#include "../src/table/columns.h"
#include "absolve/absolve.h"
#include "support/exact.h"
#include "support/given.h"
#include "support/in_pieces.h"
#include "support/shell.h"
#include "support/table.h"

namespace absolve {
namespace {

/// What a row asks for, such as `csv+reference-field=2`.
Given given_by(const test::Row& row) {
  std::vector<NamedOption> named;
  const std::string& asked = row.fields[1];
  std::size_t at = std::min(asked.find('+'), asked.size());
  named.push_back({"type", asked.substr(0, at)});
  while (at < asked.size()) {
    const std::size_t end = std::min(asked.find('+', at + 1), asked.size());
    const std::string one = asked.substr(at + 1, end - at - 1);
    named.push_back({one.substr(0, one.find('=')), one.substr(one.find('=') + 1)});
    at = end;
  }
  return *options_from(named);
}

/// A table that comes so many bytes at a time; one whose columns say nothing is left.
std::string answered(std::string_view table, const Given& given, std::size_t at_once) {
  try {
    return test::rewritten(table, given, at_once);
  } catch (const BadInput&) {
    return std::string(table);
  }
}

TEST(Tables, AreAnsweredAsTheTableSays) {
  for (const test::Row& row : test::read_table("tables/answers.tsv", 5)) {
    SCOPED_TRACE(row.where + " " + row.fields[0]);
    Given given = given_by(row);
    given.input.url = row.fields[2];
    for (const std::size_t seen : {std::size_t{1}, std::size_t{9}, row.fields[3].size() + 1}) {
      EXPECT_EQ(answered(row.fields[3], given, seen), row.fields[4]) << seen;
      EXPECT_EQ(answered(row.fields[4], given, seen), row.fields[4]) << "twice, " << seen;
    }
  }
}

/// Without a program that reads the first row and cuts it: a table of references alone is planned as any list.
TEST(Tables, OfReferencesArePlannedAsAWhole) {
  for (const test::Row& row : test::read_table("tables/answers.tsv", 5)) {
    SCOPED_TRACE(row.where + " " + row.fields[0]);
    Given given = given_by(row);
    given.input.url = row.fields[2];
    const auto columns = table_columns(row.fields[3], given.input.type, given.options);
    const bool has_documents = columns && columns->has_documents();
    const test::Exact text(row.fields[3]);
    const Plan planned = plan(text.view(), given);
    if (!has_documents) {
      EXPECT_EQ(planned.output(), row.fields[4]);
    } else if (row.fields[0].find("none") == std::string::npos) {
      EXPECT_EQ(planned.output(), row.fields[3]);
      EXPECT_TRUE(planned.failed());
    }
  }
}

/// Cut off anywhere, a table has as many line ends as before.
TEST(Tables, MayEndAnywhere) {
  for (const test::Row& row : test::read_table("tables/answers.tsv", 5)) {
    Given given = given_by(row);
    given.input.url = "http://a/";
    for (std::size_t size = 0; size < row.fields[3].size(); ++size) {
      const std::string table = row.fields[3].substr(0, size);
      const std::string result = answered(table, given, size);
      EXPECT_EQ(std::ranges::count(result, '\n'), std::ranges::count(table, '\n')) << row.where << ", " << size;
    }
  }
}

TEST(Tables, ErrorsInTheFirstRowAreSaid) {
  for (const test::Row& row : test::read_table("tables/errors.tsv", 4)) {
    const Given given = given_by(row);
    const auto columns = table_columns(row.fields[2], given.input.type, given.options);
    ASSERT_FALSE(columns) << row.where;
    EXPECT_EQ(columns.error().text, row.fields[3]) << row.where;
  }
}

/// In UTF-16, and compressed, rows can't be cut: references are answered all the same.
TEST(Tables, InUtf16AreReadAsAWhole) {
  const std::string utf8 = "reference\nx\n";
  std::string wide = "\xFF\xFE";
  for (const char c : utf8) wide.append(1, c).append(1, '\0');
  const Plan planned = plan(wide, {.url = "http://a/", .type = Type::csv});
  ASSERT_EQ(planned.links().size(), 1U);
  EXPECT_EQ(planned.links()[0].url(), "http://a/x");
  EXPECT_EQ(container_of(wide, {.type = Type::csv}, {}), Container::none);
}

TEST(Tables, NotesPointToTheFirstRowThatWasLeft) {
  const std::string table = "reference,n\nx,1\ny\nz\n\"u\"v,1\n\"w,1\n";
  const Plan planned = plan(table, {.url = "http://a/", .type = Type::csv});
  ASSERT_EQ(planned.notes().size(), 2U);
  EXPECT_EQ(planned.notes()[0].code, NoteCode::ragged_row);
  EXPECT_EQ(planned.notes()[0].count, 3U);
  EXPECT_EQ(planned.notes()[0].offset, table.find("y\n"));
  EXPECT_EQ(planned.notes()[1].code, NoteCode::unclosed_quote);
  EXPECT_EQ(planned.notes()[1].offset, table.find("\"w"));
}

/// Python's csv reads from the output the rows that it reads from the input, with the answers behind them.
TEST(Tables, AreReadAlikeByPython) {
  const test::ShellResult result = test::run_shell_with(
      "python3", "exec python3 " + test::testdata("../tests/support/tables_alike.py") + " --at-least 1000 absolve 60",
      ".");
  if (result.status == test::missing) GTEST_SKIP() << "skipped: " << result.out << " is missing";
  EXPECT_EQ(result.status, 0) << result.err;
  std::cout << result.out;
}

}  // namespace
}  // namespace absolve
