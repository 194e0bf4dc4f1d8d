#include "report_paths.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "files.h"
#include "input_ids.h"
#include "paths.h"

namespace absolve::cli {
namespace {

/// A path from the root, and the option that has something written there.
struct Target {
  std::string path;
  std::string option;
};

/// What is there already must not be what is read.
void forbid_what_is_read(const Target& report, const Settings& settings, InputIds& inputs) {
  const auto there = status_of(report.path);
  if (!there || !S_ISREG(there->st_mode)) return;
  if (const Job* const input = inputs.find(FileId(*there))) {
    throw UsageError(report.option + ": '" + input->path + "' is an input, and would be overwritten");
  }
  for (const auto* const lists : {&settings.url_maps, &settings.files_from}) {
    for (const std::string& list : *lists) {
      const auto read = status_of(list);
      if (!read || !is_same_file(*read, *there)) continue;
      throw UsageError(report.option + ": '" + list + "' is read, and would be overwritten");
    }
  }
}

}  // namespace

void require_places_for_reports(const Settings& settings, const Jobs& jobs) {
  const std::string here = working_folder();
  std::vector<Target> targets;
  const auto add = [&](const std::optional<std::string>& path, std::string_view option) {
    if (path) targets.push_back({absolute_path(*path, here), std::string(option)});
  };
  add(settings.report, "--report");
  add(settings.report_html, "--report-html");
  if (targets.empty()) return;
  InputIds inputs(jobs);
  for (const Target& report : targets) {
    forbid_what_is_read(report, settings, inputs);
    for (const Job& job : jobs.jobs) {
      if (job.output.empty() || absolute_path(job.output, here) != report.path) continue;
      throw UsageError(report.option + ": '" + job.path + "' is written there, too");
    }
  }
  add(settings.output, "--output");
  for (std::size_t i = 1; i < targets.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const auto there = status_of(targets[i].path);
      const bool takes_both = there && !S_ISREG(there->st_mode);  // a terminal, /dev/null
      if (targets[i].path != targets[j].path || takes_both) continue;
      throw UsageError(targets[j].option + " and " + targets[i].option + " name one file");
    }
  }
}

}  // namespace absolve::cli
