// Rows of a table. Of the four states, only the second ignores what would end a field or a row:
//
//     start of a field --"--> in quotes --"--> after a quote --"--> in quotes
//            |                                      |
//            | other                                | other: broken
//            v                                      v
//         unquoted                               unquoted
//
// In all other states, a separator, a line end or the end of the text ends the field.

#include "rows.h"

#include <algorithm>

#include "../text/utf8.h"

namespace absolve::table {
namespace {

constexpr std::size_t npos = std::string_view::npos;

/// The end of a field that is not in quotes, or of the text after a closing quote.
std::size_t end_of_unquoted(std::string_view text, std::size_t at, char separator) noexcept {
  while (at < text.size() && text[at] != separator && text[at] != '\n') ++at;
  return at;
}

/// The quote that closes a field; npos if there is none.
std::size_t closing_quote(std::string_view text, std::size_t at) noexcept {
  for (at = text.find('"', at); at != npos && text.substr(at + 1).starts_with('"');) at = text.find('"', at + 2);
  return at;
}

/// Leaves out the CRs before a line end, or before the end of the text, where a LF may have been cut off.
std::size_t without_returns(std::string_view text, std::size_t begin, std::size_t end) noexcept {
  if (end < text.size() && text[end] != '\n') return end;
  while (end > begin && text[end - 1] == '\r') --end;
  return end;
}

}  // namespace

std::optional<SeparatorLine> separator_line(std::string_view text) noexcept {
  const std::size_t at = after_mark(text);
  constexpr std::string_view name = "sep=";
  const std::string_view line = text.substr(at, name.size() + 3);
  if (line.size() < name.size() + 2 || !has_beginning(line, name)) return std::nullopt;
  const char delimiter = line[name.size()];
  if (delimiter == '"' || delimiter == '\n' || delimiter == '\r') return std::nullopt;
  const std::string_view end = line.substr(name.size() + 1);
  if (!end.starts_with('\n') && !end.starts_with("\r\n")) return std::nullopt;
  return SeparatorLine{delimiter, at + name.size() + 1 + (end.front() == '\r' ? 2 : 1)};
}

std::size_t begin_of_rows(std::string_view text, Type type) noexcept {
  const auto line = type == Type::csv ? separator_line(text) : std::nullopt;
  const std::size_t begin = line ? line->next : after_mark(text);
  const std::size_t first = std::min(text.find_first_not_of("\r\n", begin), text.size());
  return std::max(begin, after_last(text.substr(0, first), '\n'));
}

void read_row(std::string_view text, std::size_t at, char separator, Row& row, std::size_t most) {
  row.fields.clear();
  row.count = row.filled = 0;
  row.begin = at;
  row.state = Row::State::good;
  const auto add = [&](const Field& field) {
    if (row.count++ < most) row.fields.push_back(field);
    if (field.is_quoted || field.begin < field.end) row.filled = row.count;
  };
  for (;;) {
    Field field{at, at};
    if (at < text.size() && text[at] == '"') {
      field.is_quoted = true;
      field.begin = at + 1;
      const std::size_t quote = closing_quote(text, field.begin);
      if (quote == npos) {
        row.state = Row::State::unclosed;
        field.end = row.end = row.next = text.size();
        return add(field);
      }
      field.end = quote;
      at = end_of_unquoted(text, quote + 1, separator);
      row.end = without_returns(text, quote + 1, at);
      if (row.end != quote + 1) row.state = Row::State::broken;
    } else {
      at = end_of_unquoted(text, at, separator);
      field.end = row.end = without_returns(text, field.begin, at);
      if (text.substr(field.begin, field.end - field.begin).find('\r') != npos) row.state = Row::State::broken;
    }
    add(field);
    if (at >= text.size() || text[at] == '\n') break;
    ++at;
  }
  row.next = std::min(at + 1, text.size());
}

std::string_view meaning_of(std::string_view text, const Field& field, std::string& scratch) {
  const std::string_view raw = text.substr(field.begin, field.end - field.begin);
  if (!field.is_quoted || raw.find('"') == npos) return raw;
  scratch.clear();
  for (std::size_t at = 0; at < raw.size(); ++at) {
    scratch += raw[at];
    if (raw[at] == '"') ++at;
  }
  return scratch;
}

bool stays_unquoted(std::string_view text, char separator) {
  const char special[] = {separator, '\r', '\n'};
  return !text.starts_with('"') && text.find_first_of(std::string_view(special, sizeof special)) == npos;
}

std::string written(std::string_view text, char separator, bool is_quoted) {
  const char special[] = {separator, '"', '\r', '\n'};
  if (!is_quoted && text.find_first_of(std::string_view(special, sizeof special)) == npos) return std::string(text);
  std::string field = "\"";
  for (const char c : text) {
    if (c == '"') field += c;
    field += c;
  }
  return field += '"';
}

std::size_t end_of_rows(std::string_view text, std::size_t at, char separator) {
  std::size_t end = npos;
  Row row;
  while (at < text.size()) {
    // Up to the first quote, each line is a row.
    const std::size_t quote = std::min(text.find('"', at), text.size());
    if (const std::size_t last = text.substr(at, quote - at).rfind('\n'); last != npos) end = at = at + last + 1;
    if (quote == text.size()) return end;
    read_row(text, at, separator, row, 0);
    const bool is_whole = row.state != Row::State::unclosed && row.next > row.end && text[row.next - 1] == '\n';
    if (!is_whole) return end;
    end = at = row.next;
  }
  return end;
}

}  // namespace absolve::table
