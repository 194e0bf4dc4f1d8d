#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "job.h"
#include "../options/settings.h"

namespace absolve::cli {

/// What there is to do.
struct Jobs {
  std::vector<Job> jobs;  // in the order of the command line, --files-from after it; folders by name
  std::optional<std::size_t> output_root_size = {};  // of the path of --output-dir in outputs, with a slash
  std::vector<std::string> notices = {};             // what is to be told of all together
  std::size_t kept_by_wget = 0;                      // how many have an original beside them, as wget -K keeps it
  std::vector<std::string> folders;  // with --output-dir: those to be made, where they aren't there, in that order
};

/// All inputs of a run: files as they were named, those listed by --files-from, and what is found in folders (-r) and
/// in Maildirs. Each file that is to be rewritten where it is comes once, whatever it is called. With --shard, those of
/// the shard alone. Looks at names, kinds and sizes of files, and reads none, but for the beginnings of archives that
/// may be done in parts. Throws UsageError, before anything is written, where --output-dir can't give each input a
/// place of its own.
[[nodiscard]] Jobs jobs_of(const Settings& settings);

}  // namespace absolve::cli
