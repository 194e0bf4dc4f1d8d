// The checks that belong to making the list of jobs ask ReadFiles whether a file that would be overwritten is one that
// the run reads.

#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../inputs/job.h"
#include "../options/settings.h"
#include "../system/files.h"

namespace absolve::cli {

/// The files that are read (inputs, maps and lists), to be found by their identity. The list is only built when needed,
/// as most output paths don't exist yet.
class ReadFiles {
 public:
  struct File {
    const std::string& path;
    bool is_input;  // false for a map or a list, which must not be overwritten
  };

  ReadFiles(const Settings& settings, const Jobs& jobs) : settings_(settings), jobs_(jobs) {}

  [[nodiscard]] std::optional<File> find(FileId id) {
    if (!std::exchange(is_made_, true)) make();
    const auto found = std::ranges::lower_bound(entries_, id, {}, &Entry::id);
    if (found == entries_.end() || found->id != id) return std::nullopt;
    return File{*found->path, found->is_input};
  }

 private:
  struct Entry {
    FileId id;
    bool is_input;  // false sorts first: a file that is also a map or a list counts as that
    const std::string* path;
  };

  void make() {
    const auto add = [&](const std::string& path, bool is_input) {
      const bool is_standard_input = path == "-";
      const auto status = status_of(is_standard_input ? "/dev/stdin" : path);
      if (status) entries_.push_back({FileId(*status), is_input, is_standard_input ? &standard_input_ : &path});
    };
    for (const std::string& map : settings_.url_maps) add(map, false);
    for (const std::string& list : settings_.files_from) add(list, false);
    for (const std::string& table : settings_.attribute_files) add(table, false);
    for (const Job& job : jobs_.jobs) {
      if (job.is_to_be_read()) add(job.path, true);
    }
    std::ranges::stable_sort(entries_, {}, [](const Entry& entry) { return std::pair(entry.id, entry.is_input); });
  }

  const std::string standard_input_ = "standard input";
  const Settings& settings_;
  const Jobs& jobs_;
  bool is_made_ = false;
  std::vector<Entry> entries_;
};

}  // namespace absolve::cli
