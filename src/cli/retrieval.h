#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "absolve/options.h"
#include "job.h"
#include "settings.h"
#include "url_map.h"

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
  /// Reads the maps. Throws UsageError and FileError.
  explicit Retrieval(const Settings& settings);

  /// Throws nothing but std::bad_alloc: what can't be read says nothing. `descriptor`: of the open file.
  [[nodiscard]] Provenance of(const std::string& path, int descriptor) const;

 private:
  const Settings& settings_;
  UrlMap map_;
};

/// Whether the path of a relative reference, decoded, leads from a file to another regular file: a local copy.
[[nodiscard]] bool leads_to_file(const std::string& from, std::string_view path);

}  // namespace absolve::cli
