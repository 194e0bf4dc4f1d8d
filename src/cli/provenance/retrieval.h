#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../inputs/job.h"
#include "../options/settings.h"
#include "absolve/options.h"
#include "file_names.h"
#include "httrack_log.h"
#include "url_map.h"
#include "url_names.h"

namespace absolve::cli {

/// What is known of a file besides its bytes.
struct Provenance {
  std::vector<Candidate> urls = {};  // that it may have been retrieved from: Options::retrieved_from
  Type type = Type::automatic;       // as a map says it; automatic: it doesn't
  std::string charset = {};          // the same; "": it doesn't
};

/// Knows where files came from: by maps, by prefixes, by HTTrack's log in the folders around, by extended attributes.
/// Any number of threads may ask.
class Retrieval {
 public:
  /// Reads the maps. Throws UsageError.
  explicit Retrieval(const Settings& settings);

  /// Throws nothing but std::bad_alloc: what can't be read says nothing. `descriptor`: of the open file.
  [[nodiscard]] Provenance of(const std::string& path, int descriptor) const;

  /// Messages for the end, when all inputs were asked for: the names of maps, and what is odd about these.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> notices() const { return map_.notices(); }

  /// The same of names that may mean another URL than they were taken for; "": nothing.
  [[nodiscard]] std::string notice_of_names() const;

 private:
  /// --url-prefix.
  struct Prefix {
    std::string folder;       // its normal path from the root
    std::string real_folder;  // the same, links followed
    std::string url;          // with a slash at its end
    bool is_for_each;         // folder in it: a `*` in the URL stands for its name
  };

  void read_prefixes(const Settings& settings);
  void add_prefix(const std::string& given, const std::string& url);
  [[nodiscard]] std::optional<std::pair<std::string, std::string_view>> folder_around(const Prefix& prefix,
                                                                                      std::string_view path) const;
  [[nodiscard]] std::string url_by_prefix(const FileNames& file) const;

  std::string working_folder_;
  bool uses_marks_;
  Resolver resolver_;
  std::optional<UrlNames> names_;
  UrlMap map_;
  std::vector<Prefix> prefixes_;  // the longest first
  mutable HttrackLogs logs_;
  mutable std::atomic<std::size_t> names_like_wget_ = 0;  // of files below prefixes, where nobody said how to read them
};

/// The URL that --url says it was retrieved from; "": there is none. Where that is the URL of a folder, a file has its
/// path below that; a message, whose name says nothing of where it was sent or kept, the URL itself.
[[nodiscard]] std::string retrieval_url_of(const Job& job, const Settings& settings);

/// Whether the path of a relative reference, decoded, leads from a file to another regular file, or to itself: a local
/// copy. One from the root does not.
[[nodiscard]] bool leads_to_file(const std::string& from, std::string_view path) noexcept;

}  // namespace absolve::cli
