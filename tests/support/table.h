#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace absolve::test {

/// One line of a table: fields between tabs, with the escapes \n \r \t \0 \\ and \xHH. Lines that start with `#`
/// and empty lines are no rows.
struct Row {
  std::string where;  // file:line, for messages
  std::vector<std::string> fields;
};

/// Reads testdata/`name`. A table without rows, or with a row of other than `columns` fields, is a failed test.
[[nodiscard]] std::vector<Row> read_table(const std::string& name, std::size_t columns);

[[nodiscard]] std::string read_file(const std::string& path);

/// Text with each `from` replaced.
[[nodiscard]] std::string replaced(std::string_view text, std::string_view from, std::string_view to);

[[nodiscard]] std::string testdata(const std::string& name);

}  // namespace absolve::test
