#include "columns.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "../text/lines.h"
#include "../text/nearest.h"
#include "../text/numbers.h"
#include "absolve/options.h"
#include "rows.h"

namespace absolve::inline detail {
namespace {

/// A column that is read, and the option that sets its name; "" if there is none.
struct ReadColumn {
  std::string_view option;
  std::string FieldNames::*name;
  std::size_t TableColumns::*column;
};

constexpr auto read_columns = std::to_array<ReadColumn>({
    {"reference-field", &FieldNames::reference, &TableColumns::reference},
    {"base-field", &FieldNames::base, &TableColumns::base},
    {"url-field", &FieldNames::url, &TableColumns::url},
    {"body-field", &FieldNames::body, &TableColumns::body},
});

constexpr std::string_view other_delimiter = "; --delimiter says what separates its columns";
constexpr std::string_view advice = " (--reference-field and --body-field name the column that contains them)";

/// The number of a column, from 1; nullopt if it is a name.
std::optional<std::size_t> number_of(std::string_view name) {
  const auto number = read_number<std::size_t>(name);
  return number && *number > 0 ? number : std::nullopt;
}

/// The columns for which the user has set another name.
std::vector<ReadColumn> named_columns(const FieldNames& fields) {
  const FieldNames usual;
  std::vector<ReadColumn> named;
  for (const ReadColumn& one : read_columns) {
    if (fields.*one.name != usual.*one.name) named.push_back(one);
  }
  return named;
}

Expected<TableColumns> numbered(const std::vector<ReadColumn>& named, char delimiter, std::size_t count,
                                const FieldNames& fields) {
  TableColumns columns{.count = count, .delimiter = delimiter, .has_header = false};
  for (const ReadColumn& one : named) {
    const std::size_t number = *number_of(fields.*one.name);
    if (number > count) {
      return Error{std::string(one.option) + ": its rows have no column " + std::to_string(number) + ", only " +
                   std::to_string(count)};
    }
    columns.*one.column = number - 1;
  }
  if (columns.has_references() || columns.has_documents()) return columns;
  return Error{"no column of references or documents is named" + std::string(advice)};
}

/// The delimiters that a table may have, the likeliest first.
std::vector<char> delimiters_of(std::string_view text, Type type, const Options& options) {
  if (type == Type::tsv) return {'\t'};
  if (options.delimiter != '\0') return {options.delimiter};
  if (const auto line = table::separator_line(text)) return {line->delimiter};
  return {',', ';', '\t'};
}

Expected<TableColumns> columns_of(std::string_view beginning, Type type, char delimiter, const Options& options) {
  const FieldNames& fields = options.fields;
  table::Row header;
  table::read_row(beginning, table::begin_of_rows(beginning, type), delimiter, header);
  if (header.state != table::Row::State::good && has_single_cr(beginning.substr(header.begin))) {
    return Error{std::string(ends_lines_in_cr)};
  }
  if (header.state != table::Row::State::good) return Error{"a quote in its first row is not closed properly"};
  const std::vector<ReadColumn> named = named_columns(fields);
  for (const ReadColumn& one : named) {
    if (fields.*one.name == "0") return Error{std::string(one.option) + ": columns are counted from 1"};
  }
  const auto numbers =
      std::ranges::count_if(named, [&](const auto& one) { return number_of(fields.*one.name).has_value(); });
  if (numbers > 0 && static_cast<std::size_t>(numbers) < named.size()) {
    return Error{"some columns are given by number and others by name: give numbers if there is no header, else names"};
  }
  if (numbers > 0) return numbered(named, delimiter, header.fields.size(), fields);

  std::vector<std::string> names;
  std::string scratch;
  for (const table::Field& field : header.fields) {
    names.emplace_back(trimmed(table::meaning_of(beginning, field, scratch)));
  }
  const auto column = [&](std::string_view name) {
    const auto found = std::ranges::find(names, name);
    return found == names.end() ? TableColumns::none : static_cast<std::size_t>(found - names.begin());
  };
  TableColumns columns{.count = header.fields.size(), .delimiter = delimiter};
  for (const ReadColumn& one : read_columns) columns.*one.column = column(fields.*one.name);
  columns.body_b64 = column(fields.body + "_b64");
  columns.content_type = column("content_type");
  columns.answer_url = column(fields.answer + "_url");
  columns.answer_reason = column(fields.answer + "_reason");
  columns.answer_status = column(fields.answer + "_status");
  columns.answer_error = column(fields.answer + "_error");
  for (const ReadColumn& one : named) {
    const bool is_there = columns.*one.column != TableColumns::none ||
                          (one.name == &FieldNames::body && columns.body_b64 != TableColumns::none);
    if (!is_there) {
      return Error{std::string(one.option) + ": its header has no '" + fields.*one.name + "', only " + listed(names)};
    }
  }
  const auto is_read = [&](std::size_t one) {
    const auto reads = {columns.reference, columns.base,     columns.url,
                        columns.body,      columns.body_b64, columns.content_type};
    return one != TableColumns::none && std::ranges::find(reads, one) != reads.end();
  };
  for (const std::size_t answer :
       {columns.answer_url, columns.answer_reason, columns.answer_status, columns.answer_error}) {
    if (!is_read(answer)) continue;
    return Error{"answer-field: its column '" + names[answer] + "' is read; answers need columns of their own"};
  }
  if (columns.has_references() || columns.has_documents()) return columns;
  return Error{"its header has no '" + fields.reference + "' and no '" + fields.body + "', only " + listed(names) +
               std::string(advice) + (names.size() == 1 && type == Type::csv ? std::string(other_delimiter) : "")};
}

}  // namespace

Expected<TableColumns> table_columns(std::string_view beginning, Type type, const Options& options) {
  const std::vector<char> delimiters = delimiters_of(beginning, type, options);
  for (const char delimiter : delimiters) {
    if (auto columns = columns_of(beginning, type, delimiter, options)) return columns;
  }
  // None has the columns: the error names those of the likeliest.
  const auto width = [&](char delimiter) {
    table::Row row;
    table::read_row(beginning, table::begin_of_rows(beginning, type), delimiter, row);
    return row.count;
  };
  return columns_of(beginning, type, *std::ranges::max_element(delimiters, {}, width), options);
}

}  // namespace absolve::inline detail
