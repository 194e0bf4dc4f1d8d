// Retrieval asks HttrackLogs for the URL of each file. They look for HTTrack's log in the folders around the file, and
// read a log when it is needed for the first time.

#pragma once

#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "url_table.h"

namespace absolve::cli {

/// The log of a mirror that HTTrack has made: hts-cache/new.txt, one line for each file, with tabs between the fields.
/// The 8th field is the URL; the 9th the file, percent-encoded, below the folder of the mirror as it was given to
/// HTTrack:
///
///     12:34:56 <TAB> ... <TAB> http://a.example/x?y <TAB> mirrors/a/a.example/x4a3d.html <TAB> (from ...)
///                              URL                        |-------|
///                                                         may not be the present location
class HttrackLog {
 public:
  /// For the mirror in a folder. Unreadable lines are skipped; memory is that of its rows, of at most 256 MiB.
  explicit HttrackLog(const std::string& mirror);

  /// The URL of a file, by its path in the mirror; "" if it isn't in the log.
  [[nodiscard]] std::string_view url_of(const std::string& path) const;

 private:
  void read(const std::string& file);
  void find_folder(const std::string& mirror);

  UrlTable table_;
  std::string folder_;  // the path before the paths in the log, with a slash at its end; "" if there is none
};

/// The logs of the folders around files, each read once. Any number of threads may use it.
class HttrackLogs {
 public:
  /// The URL of a file; "" if no log has it. Throws only std::bad_alloc.
  [[nodiscard]] std::string url_of(const std::string& path);

 private:
  /// The innermost mirror that contains a folder.
  struct Mirror {
    std::string folder;
    const HttrackLog* log = nullptr;  // nullptr if it is in none
  };
  const Mirror& around(const std::string& folder);

  std::mutex mutex_;
  std::map<std::string, HttrackLog> logs_;           // by the folder of the mirror
  std::unordered_map<std::string, Mirror> mirrors_;  // by folders that were looked up, and those around them
  std::string last_given_;
  std::string last_real_;
};

}  // namespace absolve::cli
