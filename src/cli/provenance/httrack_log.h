// Retrieval asks HttrackLogs for the URL of each file. They look for HTTrack's log in the folders around the file, and
// read a log when it is needed for the first time.

#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

namespace absolve::cli {

class HttrackLog;

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
  std::map<std::string, std::shared_ptr<const HttrackLog>> logs_;  // by the folder of the mirror
  std::unordered_map<std::string, Mirror> mirrors_;  // by folders that were looked up, and those around them
  std::string last_given_;
  std::string last_real_;
};

}  // namespace absolve::cli
