#include "job.h"

#include <algorithm>
#include <string_view>

#include "../system/paths.h"

namespace absolve::cli {

std::optional<std::size_t> root_of(const std::string& path, const Job& job, const Settings& settings) {
  const bool is_below = job.root_size > 0 && path.compare(0, job.root_size, job.path, 0, job.root_size) == 0;
  return is_below && settings.symlinks == Symlinks::skip ? std::optional(job.root_size) : std::nullopt;
}

std::string_view path_below_root(const Job& job) noexcept {
  return std::string_view(job.path).substr(std::min(job.root_size, job.path.size()));
}

std::string target_of(const Job& job, const Settings& settings) {
  const bool follows = settings.in_place_suffix && settings.symlinks == Symlinks::follow;
  return follows ? real_path(job.file()) : job.file();
}

}  // namespace absolve::cli
