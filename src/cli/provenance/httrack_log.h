#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "url_table.h"

namespace absolve::cli {

/// What HTTrack has written down of a mirror that it made: in hts-cache/new.txt, a line a file, tabs between its
/// fields. The 8th is the URL, the 9th the file, escaped as URLs are, with the folder of the mirror as HTTrack was
/// given it:
///
///     12:34:56 <TAB> ... <TAB> http://a.example/x?y <TAB> mirrors/a/a.example/x4a3d.html <TAB> (from ...)
///                              URL                        |-------|
///                                                         not of the place where it is now
class HttrackLog {
 public:
  /// Of the mirror in a folder. What can't be read is passed over; memory is that of its rows, of at most 256 MiB.
  explicit HttrackLog(const std::string& mirror);

  /// The URL of a file, by its path in the mirror; "": it says none.
  [[nodiscard]] std::string_view url_of(const std::string& path) const;

 private:
  void read(const std::string& file);
  void find_folder(const std::string& mirror);

  UrlTable table_;
  std::string folder_;  // what stands before the paths in it, with a slash at its end; "": nothing does
};

/// The logs of the folders around files, each read once. Any number of threads may ask.
class HttrackLogs {
 public:
  /// The URL of a file; "": no log knows it. Throws nothing but std::bad_alloc.
  [[nodiscard]] std::string url_of(const std::string& path);

 private:
  /// The innermost mirror that a folder stands in.
  struct Mirror {
    std::string folder;
    const HttrackLog* log = nullptr;  // nullptr: it stands in none
  };
  const Mirror& around(const std::string& folder);

  std::mutex mutex_;
  std::map<std::string, HttrackLog> logs_;           // by the folder of the mirror
  std::unordered_map<std::string, Mirror> mirrors_;  // by folders that were asked for, and those around them
  std::string last_given_;
  std::string last_real_;
};

}  // namespace absolve::cli
