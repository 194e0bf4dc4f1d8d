#include "forbidden_places.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../options/usage_error.h"
#include "../system/files.h"
#include "../system/paths.h"
#include "destination.h"
#include "read_files.h"
#include "report_beginnings.h"

namespace absolve::cli {
namespace {

/// A file that an option has written.
struct Target {
  std::string path;
  std::string option;
  Place place;
  bool is_replaced;  // the file there is replaced; false if it receives the output, as a terminal does
  bool is_report;
};

std::vector<Target> targets_of(const Settings& settings) {
  std::vector<Target> targets;
  const auto add = [&](const std::optional<std::string>& path, std::string_view option, bool is_report) {
    if (path) targets.push_back({*path, std::string(option), place_of(*path), is_put_in_place(*path), is_report});
  };
  add(settings.report, "--report", true);
  add(settings.report_html, "--report-html", true);
  add(settings.cdxj, "--cdxj", true);
  add(settings.output, "--output", false);
  return targets;
}

/// A file that is there already must not be one that is read. (The file of -o may be an input.)
void forbid_what_is_read(const Target& target, ReadFiles& read) {
  const auto there = target.place.rest.empty() ? read.find(target.place.id) : std::nullopt;
  if (!there || (there->is_input && !target.is_report)) return;
  throw UsageError(target.option + ": '" + there->path + "' is " + (there->is_input ? "an input" : "read") +
                   " and would be overwritten");
}

/// The other path that is written for an input: for its backup, or its new file; "" if only its own is written.
std::string written_for(const Job& job, const Settings& settings) {
  const std::string suffix = settings.in_place_suffix.value_or("");
  return suffix.empty() ? job.output : target_of(job, settings) + suffix;
}

void forbid_what_is_written(const Target& report, const Settings& settings, const Jobs& jobs) {
  for (const Job& job : jobs.jobs) {
    const std::string written = job.is_to_be_read() ? written_for(job, settings) : "";
    if (written.empty() || place_of(written) != report.place) continue;
    throw UsageError(report.option + ": '" + job.path + "' is written there as well");
  }
}

}  // namespace

void forbid_places_of_others(const Settings& settings, const Jobs& jobs) {
  const std::vector<Target> targets = targets_of(settings);
  ReadFiles read(settings, jobs);
  for (const Target& target : targets) {
    if (!target.is_replaced) continue;
    forbid_what_is_read(target, read);
    if (!target.is_report) continue;
    forbid_what_is_written(target, settings, jobs);
    if (looks_like_report(target.path)) continue;
    throw UsageError(target.option + ": '" + target.path + "' already exists and is not " +
                     (target.option == "--cdxj" ? "an index" : "a report") + ": remove it, or name another file");
  }
  for (std::size_t i = 1; i < targets.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (!targets[i].is_replaced || targets[i].place != targets[j].place) continue;
      throw UsageError(targets[j].option + " and " + targets[i].option + " name the same file");
    }
  }
}

}  // namespace absolve::cli
