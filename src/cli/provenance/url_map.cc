#include "url_map.h"

#include <algorithm>
#include <array>

#include "../../detect/declared_type.h"
#include "../../text/ascii.h"
#include "../../text/json.h"
#include "../../text/lines.h"
#include "../options/hints.h"
#include "../options/usage_error.h"
#include "../system/files.h"
#include "../system/list_file.h"
#include "../system/paths.h"

namespace absolve::cli {
namespace {

/// A row of a map from files to URLs, with its texts as written.
struct MapRow {
  std::string path;
  std::string url;
  std::string type;     // "" if it has none
  std::string charset;  // the same
  std::size_t line = 0;
};

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

/// Reads a map, row by row. Empty rows, and those that start with `#`, are skipped.
///
///     pages/a.html <TAB> http://a.example/      or, if the first row names the columns (path or file, url, type,
///                                               charset, others), in that order
///     pages/a.html,http://a.example/            RFC 4180; if the name of the file ends in .csv, or if its first row
///                                               has a comma and no tab
///     {"path":"pages/a.html","url":"http://a.example/"}     .jsonl, or if its first row starts so
class MapFile {
 public:
  /// Throws InputError.
  MapFile(const std::string& name, bool null_separated)
      : name_(name == "-" ? "standard input" : name), list_(name, null_separated), format_(told_by_name(name)) {}

  /// nullopt if there are no more. Throws UsageError, which names the file and the line, and InputError.
  std::optional<MapRow> next() {
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

  [[noreturn]] void fail_at(std::size_t line, const std::string& what) const {
    const std::string why = has_single_cr(entry_) ? std::string(ends_lines_in_cr) : what;
    throw UsageError(name_ + ":" + std::to_string(line) + ": " + why);
  }

 private:
  enum class Format : std::uint8_t { unknown, tabs, commas, json };
  enum class Column : std::uint8_t { path, url, type, charset, other };

  static Format told_by_name(std::string_view name) {
    if (name.ends_with(".csv")) return Format::commas;
    if (name.ends_with(".tsv")) return Format::tabs;
    return name.ends_with(".jsonl") || name.ends_with(".ndjson") ? Format::json : Format::unknown;
  }

  static Format told_by(std::string_view row) {
    if (row.starts_with('{')) return Format::json;
    const bool has_tab = row.find('\t') != std::string_view::npos;
    return !has_tab && row.find_first_of(",;") != std::string_view::npos ? Format::commas : Format::tabs;
  }

  static Column column_named(std::string_view name) {
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
  bool names_columns(const std::vector<std::string>& fields) {
    std::vector<Column> columns;
    for (const std::string& field : fields) columns.push_back(column_named(field));
    if (!std::ranges::count(columns, Column::path) || !std::ranges::count(columns, Column::url)) return false;
    for (const Column column : {Column::path, Column::url, Column::type, Column::charset}) {
      if (std::ranges::count(columns, column) > 1) fail_at(line_, "two columns have the same name");
    }
    columns_ = std::move(columns);
    return true;
  }

  std::optional<std::string_view> next_entry() {
    entry_ = {};
    const auto entry = list_.next();
    if (list_.was_too_long()) fail_at(list_.number(), "is longer than 1 MiB");
    entry_ = entry.value_or("");
    return entry;
  }

  /// A quoted field may contain commas, line ends, and doubled quotes.
  std::vector<std::string> csv_fields(std::string entry) {
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

  MapRow row_of(const std::vector<std::string>& fields) const {
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

  MapRow row_of_json(std::string_view text) const {
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

  std::string name_;
  ListFile list_;
  Format format_;
  std::size_t line_ = 0;  // of the row
  bool is_first_ = true;
  std::string_view entry_;  // the last one
  char delimiter_ = '\0';   // of Format::commas; '\0': not known yet
  std::vector<Column> columns_ = {Column::path, Column::url};
};

}  // namespace

UrlMap::UrlMap(const std::vector<std::string>& maps, bool null_separated, Resolver resolver,
               const std::string& working_folder) {
  for (const std::string& name : maps) {
    const std::string folder = name == "-" ? "./" : directory_of(name);
    maps_.push_back({name == "-" ? "standard input" : name, absolute_path(folder, working_folder), real_path(folder)});
    try {
      read(name, null_separated, resolver);
    } catch (const InputError& error) {
      throw UsageError("--url-map: " + maps_.back().name + ": " + error.what(), name);
    }
  }
  table_.sort();
  forbid_contradictions();
  used_ = std::vector<std::atomic<bool>>(origins_.size());
}

void UrlMap::read(const std::string& name, bool null_separated, Resolver resolver) {
  MapFile file(name, null_separated);
  while (const auto row = file.next()) {
    const auto fail = [&](const std::string& what) { file.fail_at(row->line, what); };
    if (row->path.empty()) fail("has no file name");
    if (row->path.find('\0') != std::string::npos) fail("the name of the file has a NUL byte");
    if (row->url.empty()) fail("has no URL for '" + row->path + "'");
    const std::string error = error_in_url(row->url, resolver);
    if (!error.empty()) fail(error);
    DeclaredType declared;
    if (!row->type.empty()) {
      const auto understood = declared_type(row->type);
      if (!understood) fail("'" + row->type + "' is neither a media type nor a type of --type");
      declared = *understood;
    }
    if (!row->charset.empty()) declared.charset = row->charset;
    table_.add(absolute_path(row->path, maps_.back().folder), row->url);
    origins_.push_back({static_cast<std::uint32_t>(maps_.size() - 1), static_cast<std::uint32_t>(row->line),
                        &*charsets_.insert(declared.charset).first, declared.type});
  }
}

/// Rows with the same path are adjacent, the earlier ones first.
void UrlMap::forbid_contradictions() const {
  const std::vector<UrlTable::Row>& rows = table_.rows();
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (table_.path(rows[i]) != table_.path(rows[i - 1])) continue;
    const Origin& first = origins_[rows[i - 1].number];
    const Origin& second = origins_[rows[i].number];
    if (table_.url(rows[i]) == table_.url(rows[i - 1]) && first.type == second.type &&
        first.charset == second.charset) {
      continue;
    }
    throw UsageError(maps_[second.map].name + ":" + std::to_string(second.line) + ": " +
                     std::string(table_.path(rows[i])) + " is in " + maps_[first.map].name + ":" +
                     std::to_string(first.line) + " too, with a different URL, type or charset");
  }
}

const UrlTable::Row* UrlMap::row_of(const FileNames& file) const {
  if (const UrlTable::Row* const row = table_.find(file.absolute())) return row;
  for (const Map& map : maps_) {
    const std::string named = joined_path(map.folder, file.normal());
    const UrlTable::Row* const row = table_.find(named);
    if (row != nullptr && !status_of(named)) return row;  // otherwise the row is about the other file
  }
  const std::string& real = file.real();
  if (real.empty() || real == file.absolute()) {
    const bool is_the_same = std::ranges::all_of(maps_, [](const Map& map) { return map.folder == map.real_folder; });
    if (real.empty() || is_the_same) return nullptr;
  }
  if (const UrlTable::Row* const row = table_.find(real)) return row;
  for (const Map& map : maps_) {
    const auto below = map.real_folder.empty() ? std::nullopt : path_below(map.real_folder, real);
    const UrlTable::Row* const row = below ? table_.find(joined_path(map.folder, *below)) : nullptr;
    if (row != nullptr) return row;
  }
  return nullptr;
}

std::optional<UrlMap::Found> UrlMap::find(const FileNames& file) const {
  const UrlTable::Row* const row = empty() ? nullptr : row_of(file);
  if (row == nullptr) return std::nullopt;
  used_[row->number].store(true, std::memory_order_relaxed);
  const Origin& origin = origins_[row->number];
  return Found{table_.url(*row), origin.type, *origin.charset};
}

std::vector<std::pair<std::string, std::string>> UrlMap::notices() const {
  std::vector<std::size_t> unused(maps_.size());
  const UrlTable::Row* last = nullptr;
  for (const UrlTable::Row& row : table_.rows()) {
    // Of rows with the same content, the last one is found.
    if (last != nullptr && table_.path(*last) != table_.path(row) && !used_[last->number]) {
      ++unused[origins_[last->number].map];
    }
    last = &row;
  }
  if (last != nullptr && !used_[last->number]) ++unused[origins_[last->number].map];
  std::vector<std::pair<std::string, std::string>> notices;
  for (std::size_t i = 0; i < maps_.size(); ++i) {
    if (unused[i] == 0) continue;
    notices.emplace_back(maps_[i].name, unused[i] == 1 ? "1 file in it is not an input"
                                                       : std::to_string(unused[i]) + " files in it are not inputs");
  }
  return notices;
}

}  // namespace absolve::cli
