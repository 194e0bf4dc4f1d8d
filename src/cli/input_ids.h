#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "file_id.h"
#include "files.h"
#include "jobs.h"

namespace absolve::cli {

/// Inputs that are looked for by what they are: made once one is asked for, as most places are free.
class InputIds {
 public:
  explicit InputIds(const Jobs& jobs) : jobs_(jobs) {}

  [[nodiscard]] const Job* find(FileId id) {
    if (ids_.empty()) {
      for (const Job& job : jobs_.jobs) {
        const auto status = job.trouble == Job::Trouble::none ? status_of(job.path) : std::nullopt;
        if (status) ids_.emplace_back(FileId(*status), &job);
      }
      std::ranges::sort(ids_);
    }
    const auto found = std::ranges::lower_bound(ids_, id, {}, &std::pair<FileId, const Job*>::first);
    return found != ids_.end() && found->first == id ? found->second : nullptr;
  }

 private:
  const Jobs& jobs_;
  std::vector<std::pair<FileId, const Job*>> ids_;
};

}  // namespace absolve::cli
