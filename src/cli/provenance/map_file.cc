#include "map_file.h"

#include <algorithm>
#include <array>
#include <utility>

#include "../../text/ascii.h"
#include "../../text/json.h"
#include "../../text/lines.h"
#include "../options/settings.h"
#include "../options/usage_error.h"

namespace absolve::cli {
namespace {

/// By the number of the column.
constexpr std::array<std::string MapRow::*, 4> texts = {&MapRow::path, &MapRow::url, &MapRow::type, &MapRow::charset};

std::vector<std::string> fields_between_tabs(std::string_view entry) {
  std::vector<std::string> fields;
  for (std::size_t begin = 0; begin <= entry.size();) {
    const std::size_t end = std::min(entry.find('\t', begin), entry.size());
    fields.emplace_back(entry.substr(begin, end - begin));
    begin = end + 1;
  }
  return fields;
}

/// The members of a JSON object whose values are strings; nullopt if the text is not an object, or a string is not
/// valid Unicode.
std::optional<std::vector<std::pair<std::string, std::string>>> string_members(std::string_view text) {
  using Kind = json::Token::Kind;
  if (!trimmed(text).starts_with('{')) return std::nullopt;
  std::vector<std::pair<std::string, std::string>> members;
  std::string_view name;
  std::string scratch;
  const auto decoded = [&](std::string_view string) { return std::string(json::decode_string(string, scratch)); };
  int level = 0;
  json::Reader reader(text);
  for (auto token = reader.next(); token; level += json::step(token->kind), token = reader.next()) {
    if (token->kind != Kind::key && token->kind != Kind::string) continue;
    const std::string_view string = text.substr(token->begin, token->end - token->begin);
    if (json::has_lone_surrogate(string)) return std::nullopt;
    if (token->kind == Kind::key) name = string;
    else if (level == 1) members.emplace_back(decoded(name), decoded(string));
  }
  return reader.is_valid() ? std::optional(std::move(members)) : std::nullopt;
}

/// The delimiter of a first row: spreadsheets of many countries write semicolons.
char delimiter_of(std::string_view row) noexcept {
  bool is_quoted = false;
  bool has_semicolon = false;
  for (const char c : row) {
    if (c == '"') is_quoted = !is_quoted;
    if (c == ',' && !is_quoted) return ',';
    has_semicolon = has_semicolon || (c == ';' && !is_quoted);
  }
  return has_semicolon ? ';' : ',';
}

}  // namespace

MapFile::MapFile(const std::string& name, bool null_separated)
    : name_(name == "-" ? "standard input" : name), list_(name, null_separated), format_(told_by_name(name)) {}

void MapFile::fail_at(std::size_t line, const std::string& what) const {
  const std::string why = has_single_cr(entry_) ? std::string(ends_lines_in_cr) : what;
  throw UsageError(name_ + ":" + std::to_string(line) + ": " + why);
}

MapFile::Format MapFile::told_by_name(std::string_view name) {
  if (name.ends_with(".csv")) return Format::commas;
  if (name.ends_with(".tsv")) return Format::tabs;
  return name.ends_with(".jsonl") || name.ends_with(".ndjson") ? Format::json : Format::unknown;
}

MapFile::Format MapFile::told_by(std::string_view row) {
  if (row.starts_with('{')) return Format::json;
  const bool has_tab = row.find('\t') != std::string_view::npos;
  return !has_tab && row.find_first_of(",;") != std::string_view::npos ? Format::commas : Format::tabs;
}

MapFile::Column MapFile::column_named(std::string_view name) {
  constexpr auto names = std::to_array<std::pair<std::string_view, Column>>({{"path", Column::path},
                                                                             {"file", Column::path},
                                                                             {"url", Column::url},
                                                                             {"type", Column::type},
                                                                             {"charset", Column::charset}});
  const auto found =
      std::ranges::find(names, lower_case(trimmed(name, is_blank)), &std::pair<std::string_view, Column>::first);
  return found == names.end() ? Column::other : found->second;
}

/// Reads the columns from a first row that names a file and a URL.
bool MapFile::names_columns(const std::vector<std::string>& fields) {
  std::vector<Column> columns;
  for (const std::string& field : fields) columns.push_back(column_named(field));
  for (const Column needed : {Column::path, Column::url}) {
    if (std::ranges::count(columns, needed) == 0) return false;
  }
  for (const Column column : {Column::path, Column::url, Column::type, Column::charset}) {
    if (std::ranges::count(columns, column) > 1) fail_at(line_, "two columns have the same name");
  }
  columns_ = std::move(columns);
  return true;
}

std::optional<std::string_view> MapFile::next_entry() {
  entry_ = {};
  const auto entry = list_.next();
  if (list_.was_too_long()) fail_at(list_.number(), "is longer than 1 MiB");
  entry_ = entry.value_or("");
  return entry;
}

std::optional<MapRow> MapFile::next() {
  while (const auto entry = next_entry()) {
    line_ = list_.number();
    if (entry->starts_with('#') || trimmed(*entry, is_blank).empty()) continue;
    if (format_ == Format::unknown) format_ = told_by(*entry);
    if (format_ == Format::json) return row_of_json(*entry);
    const bool tells_delimiter = entry->size() == 5 && entry->starts_with("sep=");  // as spreadsheets write it
    if (tells_delimiter && format_ == Format::commas && delimiter_ == '\0') {
      delimiter_ = entry->back();
      continue;
    }
    const std::vector<std::string> fields =
        format_ == Format::commas ? csv_fields(std::string(*entry)) : fields_between_tabs(*entry);
    if (std::exchange(is_first_, false) && names_columns(fields)) continue;
    return row_of(fields);
  }
  return std::nullopt;
}

/// A quoted field may contain commas, line ends, and doubled quotes.
std::vector<std::string> MapFile::csv_fields(std::string entry) {
  for (auto quotes = std::ranges::count(entry, '"'); quotes % 2 != 0;) {
    const auto more = next_entry();
    if (!more || entry.size() > ListFile::max_size) fail_at(line_, "a quotation mark is missing");
    quotes += std::ranges::count(*more, '"');
    entry.append("\n").append(*more);
  }
  if (delimiter_ == '\0') delimiter_ = delimiter_of(entry);
  std::vector<std::string> fields;
  for (std::size_t at = 0; at <= entry.size(); ++at) {  // after each delimiter, and at the end
    std::string field;
    if (at < entry.size() && entry[at] == '"') {
      for (++at; entry[at] != '"' || (at + 1 < entry.size() && entry[at + 1] == '"'); ++at) {
        if (entry[at] == '"') ++at;
        field += entry[at];
      }
      ++at;
      if (at < entry.size() && entry[at] != delimiter_)
        fail_at(line_, "text follows the closing quotation mark of a field");
    } else {
      const std::size_t end = std::min(entry.find(delimiter_, at), entry.size());
      field = entry.substr(at, end - at);
      at = end;
      if (field.find('"') != std::string::npos) fail_at(line_, "a quotation mark in a field that is not quoted");
    }
    fields.push_back(std::move(field));
  }
  return fields;
}

MapRow MapFile::row_of(const std::vector<std::string>& fields) const {
  if (fields.size() > columns_.size()) {
    fail_at(line_, "has " + std::to_string(fields.size()) + " fields, not " + std::to_string(columns_.size()) +
                       " (a first line may name columns: path, url, type, charset, others)");
  }
  MapRow row;
  row.line = line_;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (columns_[i] == Column::other) continue;
    row.*texts[static_cast<std::size_t>(columns_[i])] =
        columns_[i] == Column::path ? fields[i] : trimmed(fields[i], is_blank);
  }
  return row;
}

MapRow MapFile::row_of_json(std::string_view text) const {
  const auto members = string_members(text);
  if (!members) fail_at(line_, "is not a JSON object");
  MapRow row;
  row.line = line_;
  for (const auto& [name, value] : *members) {
    const Column column = column_named(name);
    if (column == Column::other) continue;
    std::string& part = row.*texts[static_cast<std::size_t>(column)];
    if (!part.empty()) fail_at(line_, "two members mean the same: " + name);
    part = value;
  }
  return row;
}

}  // namespace absolve::cli
