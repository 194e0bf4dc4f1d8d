#include "jobs.h"

namespace absolve::cli {

Jobs jobs_of(const Settings& settings) {
  Jobs result;
  for (const std::string& name : settings.inputs) result.jobs.push_back({.path = name});
  return result;
}

}  // namespace absolve::cli
