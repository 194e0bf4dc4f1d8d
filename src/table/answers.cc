// The answers to a row: columns that an earlier run has added are filled again, the others are added at the end.
//
//     id,reference,absolve_url     7,../c,old      7,../c,http://a/c,,
//                                         |-|               answer_url: filled again; reason and error: added
//
// Empty fields that a row has there already, as spreadsheets write them, are filled, too.
//
// Without a header, only the content of the last fields shows whether a row already has its answers.

#include "answers.h"

#include <algorithm>
#include <array>
#include <string>

#include "../url/split.h"
#include "absolve/url.h"

namespace absolve::table {
namespace {

/// A column that may hold an answer.
struct AnswerColumn {
  std::string_view ending;  // of its name
  std::size_t TableColumns::*column;
  std::string Answer::*text;
  bool of_references;
  bool of_documents;

  [[nodiscard]] bool is_wanted(const TableColumns& columns) const noexcept {
    return (of_references && columns.has_references()) || (of_documents && columns.has_documents());
  }
};

constexpr auto answer_columns = std::to_array<AnswerColumn>({
    {"_url", &TableColumns::answer_url, &Answer::url, true, false},
    {"_reason", &TableColumns::answer_reason, &Answer::reason, true, false},
    {"_status", &TableColumns::answer_status, &Answer::status, false, true},
    {"_error", &TableColumns::answer_error, &Answer::error, true, true},
});

/// The content of an answer column; "" if it is empty, or there is no such column.
std::string found_in(std::string_view text, const Row& row, std::size_t column) {
  std::string scratch;
  return column >= row.fields.size() ? std::string() : std::string(meaning_of(text, row.fields[column], scratch));
}

bool is_word(std::string_view text) noexcept {
  return std::ranges::all_of(text, [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; });
}

/// Whether the last of `count` columns hold these answers.
bool ends_with(std::string_view text, const Row& row, std::size_t count, const std::vector<std::string_view>& answers) {
  if (count < answers.size()) return false;
  std::string scratch;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (meaning_of(text, row.fields[count - answers.size() + i], scratch) != answers[i]) return false;
  }
  return true;
}

}  // namespace

TableColumns with_answers(TableColumns columns) noexcept {
  for (const AnswerColumn& one : answer_columns) {
    if (one.is_wanted(columns) && columns.*one.column == TableColumns::none) columns.*one.column = columns.count++;
  }
  return columns;
}

std::size_t width_without_answers(const TableColumns& columns) noexcept {
  return columns.count - static_cast<std::size_t>(std::ranges::count_if(answer_columns, [&](const AnswerColumn& one) {
           return columns.*one.column != TableColumns::none;
         }));
}

bool is_as_wide(const Row& row, const TableColumns& columns) noexcept {
  const std::size_t answered = with_answers(columns).count;
  return row.count >= columns.count &&
         (row.filled <= columns.count || (row.count >= answered && row.filled <= answered));
}

bool holds_foreign_answer(std::string_view text, const Row& row, const TableColumns& columns) {
  const std::string url = found_in(text, row, columns.answer_url);
  const std::string reason = found_in(text, row, columns.answer_reason);
  const std::string status = found_in(text, row, columns.answer_status);
  const std::string error = found_in(text, row, columns.answer_error);
  constexpr auto statuses = std::to_array<std::string_view>({"", "done", "left", "failed"});
  if (!url.empty() && (scheme_of(url).empty() || !reason.empty())) return true;
  if (!is_word(reason) || std::ranges::find(statuses, status) == statuses.end()) return true;
  const bool may_be_on_url = status == "done" && error.starts_with("its ");  // that it can't be a base
  const bool may_have_error = reason == "no-base" || status == "left" || status == "failed" || may_be_on_url;
  return !error.empty() && !may_have_error;
}

std::vector<Edit> edits_of_answer(std::string_view text, const Row& row, const TableColumns& columns,
                                  const Answer& answer, Strings& strings) {
  const char separator = columns.delimiter;
  const TableColumns all = with_answers(columns);
  std::vector<Edit> edits;
  std::vector<std::string_view> added;
  std::string fields;
  std::string scratch;
  for (const AnswerColumn& one : answer_columns) {
    if (!one.is_wanted(columns)) continue;
    const std::string& value = answer.*one.text;
    const std::size_t column = all.*one.column;
    if (column >= columns.count) added.push_back(value);
    if (column >= row.fields.size()) {
      fields.append(1, separator).append(written(value, separator));
      continue;
    }
    const Field& field = row.fields[column];
    if (meaning_of(text, field, scratch) == value) continue;
    edits.push_back({field.outer_begin(), field.outer_end() - field.outer_begin(),
                     strings.keep(written(value, separator, field.is_quoted))});
  }
  if (!columns.has_header && !added.empty() && ends_with(text, row, columns.count, added)) return {};
  std::ranges::sort(edits, {}, &Edit::offset);
  if (!fields.empty()) edits.push_back({row.end, 0, strings.keep(fields)});
  return edits;
}

std::vector<Edit> edits_of_header(const Row& header, const TableColumns& columns, std::string_view name,
                                  Strings& strings) {
  const char separator = columns.delimiter;
  std::string fields;
  for (const AnswerColumn& one : answer_columns) {
    if (!one.is_wanted(columns) || columns.*one.column != TableColumns::none) continue;
    fields.append(1, separator).append(written(std::string(name).append(one.ending), separator));
  }
  if (fields.empty()) return {};
  return {{header.end, 0, strings.keep(fields)}};
}

}  // namespace absolve::table
