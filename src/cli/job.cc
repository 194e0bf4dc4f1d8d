#include "job.h"

#include "paths.h"

namespace absolve::cli {

std::string target_of(const Job& job, const Settings& settings) {
  const bool follows = settings.in_place_suffix && settings.symlinks == Symlinks::follow;
  return follows ? real_path(job.path) : job.path;
}

}  // namespace absolve::cli
