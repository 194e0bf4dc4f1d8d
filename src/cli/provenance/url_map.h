// Retrieval reads all files of --url-map into a UrlMap before the first job is begun, and looks up the FileNames of
// each input in it. At the end, Run says how many rows no input needed.

#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../system/paths.h"
#include "absolve/options.h"
#include "url_table.h"

namespace absolve::cli {

/// The names of a file that is looked up. Those that need system calls are only determined on request.
class FileNames {
 public:
  FileNames(const std::string& given, const std::string& working_folder)
      : given_(given), normal_(normal_path(given)), absolute_(absolute_path(given, working_folder)) {}

  [[nodiscard]] const std::string& normal() const noexcept { return normal_; }
  [[nodiscard]] const std::string& absolute() const noexcept { return absolute_; }
  /// With all links resolved; "" if it leads nowhere.
  [[nodiscard]] const std::string& real() const {
    if (!is_resolved_) real_ = real_path(given_);
    is_resolved_ = true;
    return real_;
  }

 private:
  const std::string& given_;
  std::string normal_;
  std::string absolute_;
  mutable std::string real_;
  mutable bool is_resolved_ = false;
};

/// --url-map: which files were retrieved from which URLs. Any number of threads may use it.
class UrlMap {
 public:
  struct Found {
    std::string_view url;
    Type type;                 // automatic: not in the map
    std::string_view charset;  // "" if the map doesn't say it
  };

  /// Reads the maps; relative file names in them are relative to `working_folder`. Throws UsageError, with the file and
  /// the line.
  UrlMap(const std::vector<std::string>& maps, bool null_separated, Resolver resolver,
         const std::string& working_folder);

  /// Looks up a file by its path from the folder of the map, then by its name as given, then with all links resolved.
  /// Logarithmic.
  [[nodiscard]] std::optional<Found> find(const FileNames& file) const;

  [[nodiscard]] bool empty() const noexcept { return origins_.empty(); }

  /// For each map with rows that find() has not found: its name, and how many, in words.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> notices() const;

 private:
  struct Map {
    std::string name;
    std::string folder;       // its normalized absolute path
    std::string real_folder;  // the same with links resolved
  };
  /// The data in a row besides path and URL.
  struct Origin {
    std::uint32_t map = 0;
    std::uint32_t line = 0;
    const std::string* charset = nullptr;
    Type type = Type::automatic;
  };

  void read(const std::string& name, bool null_separated, Resolver resolver);
  void forbid_contradictions() const;
  [[nodiscard]] const UrlTable::Row* row_of(const FileNames& file) const;

  std::vector<Map> maps_;
  UrlTable table_;
  std::vector<Origin> origins_;                  // by the number of the row in the table
  std::set<std::string> charsets_;               // each once
  mutable std::vector<std::atomic<bool>> used_;  // the same numbers as origins_
};

}  // namespace absolve::cli
