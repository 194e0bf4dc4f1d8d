// UrlMap reads each file of --url-map as a MapFile, row by row, before the first job is begun.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../system/list_file.h"

namespace absolve::cli {

/// A row of a map from files to URLs, with its texts as written.
struct MapRow {
  std::string path;
  std::string url;
  std::string type;     // "" if it has none
  std::string charset;  // the same
  std::size_t line = 0;
};

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
  MapFile(const std::string& name, bool null_separated);

  /// nullopt if there are no more. Throws UsageError, which names the file and the line, and InputError.
  [[nodiscard]] std::optional<MapRow> next();

  [[noreturn]] void fail_at(std::size_t line, const std::string& what) const;

 private:
  enum class Format : std::uint8_t { unknown, tabs, commas, json };
  enum class Column : std::uint8_t { path, url, type, charset, other };

  std::optional<std::string_view> next_entry();
  [[nodiscard]] static Format told_by_name(std::string_view name);
  [[nodiscard]] static Format told_by(std::string_view row);
  [[nodiscard]] static Column column_named(std::string_view name);
  [[nodiscard]] bool names_columns(const std::vector<std::string>& fields);
  [[nodiscard]] std::vector<std::string> csv_fields(std::string entry);
  [[nodiscard]] MapRow row_of(const std::vector<std::string>& fields) const;
  [[nodiscard]] MapRow row_of_json(std::string_view text) const;

  std::string name_;
  ListFile list_;
  Format format_;
  std::size_t line_ = 0;  // of the row
  bool is_first_ = true;
  std::string_view entry_;  // the last one
  char delimiter_ = '\0';   // of Format::commas; '\0': not known yet
  std::vector<Column> columns_ = {Column::path, Column::url};
};

}  // namespace absolve::cli
