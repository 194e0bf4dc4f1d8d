// Run makes a Retrieval before the first job is begun, and JobInput asks it where its input was retrieved from: these
// URLs are candidates for the base of the input.

#pragma once

#include <atomic>
#include <cstddef>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../inputs/job.h"
#include "../options/settings.h"
#include "absolve/options.h"
#include "httrack_log.h"
#include "url_map.h"

namespace absolve::cli {

/// What is known about a file besides its bytes.
struct Provenance {
  std::vector<Candidate> urls = {};  // URLs that it may have been retrieved from: Input::retrieved_from
  Type type = Type::automatic;       // from a map; automatic: unknown
  std::string charset = {};          // from a map; "" if it is unknown
};

/// Knows where files were retrieved from: by maps, by prefixes, by HTTrack's log in the folders around, by extended
/// attributes. Any number of threads may use it.
class Retrieval {
 public:
  /// Reads the maps. Throws UsageError.
  explicit Retrieval(const Settings& settings);

  /// Throws only std::bad_alloc: sources that can't be read are ignored. `descriptor` is that of the open file.
  [[nodiscard]] Provenance of(const std::string& path, int descriptor) const;

  /// Messages for the end, after all inputs were looked up: the names of maps, and what is odd about them.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> notices() const { return map_.notices(); }

  /// Messages about names: those of files that may stand for other URLs than assumed, and those of folders that are no
  /// hosts, where hosts are expected.
  [[nodiscard]] std::vector<std::string> notices_of_names() const;

 private:
  /// --url-prefix.
  struct Prefix {
    std::string given;        // as the user named it, without the `*`
    std::string folder;       // its normalized absolute path
    std::string real_folder;  // the same with links resolved
    std::string url;          // with a slash at its end
    bool is_for_each;         // for each folder in it: a `*` in the URL stands for the name of that folder
  };

  void read_prefixes(const Settings& settings);
  void add_prefix(const std::string& given, const std::string& url);
  [[nodiscard]] std::optional<std::pair<std::string, std::string_view>> folder_around(const Prefix& prefix,
                                                                                      std::string_view path) const;
  [[nodiscard]] std::string url_by_prefix(const FileNames& file) const;
  void note_no_host(const FileNames& file) const;

  std::string working_folder_;
  bool uses_marks_;
  Resolver resolver_;
  std::optional<UrlNames> names_;
  UrlMap map_;
  std::vector<Prefix> prefixes_;  // the longest first
  mutable HttrackLogs logs_;
  mutable std::atomic<std::size_t> names_like_wget_ = 0;  // number of files below prefixes whose names look like those
                                                          // of wget, if it isn't known how to read them
  mutable std::mutex mutex_;
  mutable std::set<std::string> no_hosts_;  // folders that are not named like hosts, so that files in them have no URL
};

/// The URL of an input by the value of --url or --image-url; "" if there is none. If that is the URL of a folder, the
/// path of the file below that folder is appended; not for a message, whose name doesn't show where it was sent or
/// kept.
[[nodiscard]] std::string url_of(const Job& job, std::string_view option, const std::string& url,
                                 const Settings& settings);

}  // namespace absolve::cli
