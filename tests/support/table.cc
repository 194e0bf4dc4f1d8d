#include "table.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace absolve::test {
namespace {

std::string unescape(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      result += text[i];
      continue;
    }
    switch (text[++i]) {
      case 'n': result += '\n'; break;
      case 'r': result += '\r'; break;
      case 't': result += '\t'; break;
      case '0': result += '\0'; break;
      case '\\': result += '\\'; break;
      case 'x':
        result += static_cast<char>(std::stoi(std::string(text.substr(i + 1, 2)), nullptr, 16));
        i += 2;
        break;
      default: ADD_FAILURE() << "unknown escape in: " << text;
    }
  }
  return result;
}

}  // namespace

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
  std::string result;
  for (std::size_t next = 0; (next = text.find(from)) != std::string_view::npos;
       text.remove_prefix(next + from.size())) {
    result.append(text.substr(0, next)).append(to);
  }
  return result.append(text);
}

std::string testdata(const std::string& name) { return std::string(ABSOLVE_TESTDATA) + "/" + name; }

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

std::vector<Row> read_table(const std::string& name, std::size_t columns) {
  std::vector<Row> rows;
  std::istringstream lines(read_file(testdata(name)));
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.empty() || line.front() == '#') continue;
    Row row{name + ":" + std::to_string(number), {}};
    std::istringstream cells(line + "\t");
    for (std::string cell; std::getline(cells, cell, '\t');) row.fields.push_back(unescape(cell));
    EXPECT_EQ(row.fields.size(), columns) << row.where;
    if (row.fields.size() == columns) rows.push_back(std::move(row));
  }
  EXPECT_FALSE(rows.empty()) << name;
  return rows;
}

}  // namespace absolve::test
