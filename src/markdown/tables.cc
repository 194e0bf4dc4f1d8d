#include "tables.h"

#include "scanners.h"

namespace absolve::markdown {
namespace {

Cell without_white_space(std::string_view row, std::size_t begin, std::size_t end) noexcept {
  begin = after_white_space(row.substr(0, end), begin);
  while (end > begin && after_white_space(row.substr(0, end), end - 1) == end) --end;
  return {begin, end};
}

}  // namespace

std::size_t after_cell(std::string_view row, std::size_t at) noexcept {
  for (at = row.find('|', at); at != none; at = row.find('|', at + 1)) {
    if (at == 0 || row[at - 1] != '\\') return at;
  }
  return row.size();
}

std::vector<Cell> cells_of(std::string_view row) {
  std::vector<Cell> cells;
  std::size_t at = row.starts_with('|') ? 1 : 0;
  for (at = after_white_space(row, at); at < row.size(); at = after_white_space(row, at)) {
    const std::size_t end = after_cell(row, at);
    cells.push_back(without_white_space(row, at, end));
    if (end == row.size()) break;
    at = end + 1;
  }
  return cells;
}

std::size_t delimited_columns(std::string_view line) noexcept {
  std::size_t count = 0;
  std::size_t at = line.starts_with('|') ? 1 : 0;
  for (;;) {
    at = after_white_space(line, at);
    if (at == line.size()) return count;
    if (line[at] == ':') ++at;
    const std::size_t hyphens = at;
    while (at < line.size() && line[at] == '-') ++at;
    if (at == hyphens) return 0;
    if (at < line.size() && line[at] == ':') ++at;
    ++count;
    at = after_white_space(line, at);
    if (at == line.size()) return count;
    if (line[at++] != '|') return 0;
  }
}

}  // namespace absolve::markdown
