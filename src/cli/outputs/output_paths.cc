#include "output_paths.h"

#include <sys/stat.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "../inputs/maildir.h"
#include "../inputs/sight.h"
#include "../options/usage_error.h"
#include "../system/files.h"
#include "../system/paths.h"
#include "drop_marked.h"

namespace absolve::cli {
namespace {

/// The real path, to distinguish the hard links of one file; "" if the file has only one name.
std::string own_name(const std::string& path) {
  const auto status = status_of(path);
  return status && status->st_nlink == 1 ? "" : real_path(path);
}

bool are_same_file(const std::string& a, const std::string& b) {
  const auto first = status_of(a);
  const auto second = status_of(b);
  return first && second && is_same_file(*first, *second) && own_name(a) == own_name(b);
}

/// Compares with a slash before all other bytes: the files in a folder directly follow its name.
bool is_before(std::string_view a, std::string_view b) noexcept {
  return std::ranges::lexicographical_compare(a, b, [](char x, char y) {
    if (x == '/' || y == '/') return x == '/' && y != '/';
    return static_cast<unsigned char>(x) < static_cast<unsigned char>(y);
  });
}

/// A message gets a name with its new size. Messages whose names differ only in sizes could get the same name.
void forbid_messages_alike(const Jobs& jobs) {
  std::vector<std::pair<std::string, const Job*>> names;  // without sizes
  for (const Job& job : jobs.jobs) {
    if (job.is_to_be_read() && job.is_message && says_size(job.output)) {
      names.emplace_back(resized_message(job.output, {}), &job);
    }
  }
  std::ranges::sort(names);
  const auto alike = std::ranges::adjacent_find(names, {}, &std::pair<std::string, const Job*>::first);
  if (alike == names.end()) return;
  throw UsageError("--output-dir: '" + alike->second->path + "' and '" + std::next(alike)->second->path +
                   "' are the same message by their names, except for the sizes in them");
}

/// A folder below --output-dir that is a link leads elsewhere, perhaps to other outputs.
void forbid_links(const Jobs& jobs, const std::string& output_dir) {
  for (const std::string& folder : jobs.folders) {
    const auto status = path_below(output_dir, folder) ? own_status_of(folder) : std::nullopt;
    if (status && S_ISLNK(status->st_mode)) throw UsageError("--output-dir: '" + folder + "' is a symbolic link");
  }
}

void forbid_read_as_outputs(const Jobs& jobs, const Settings& settings) {
  ReadFiles read(settings, jobs);
  std::string folder;
  bool is_there = false;
  for (const Job& job : jobs.jobs) {
    if (!job.is_to_be_read()) continue;
    if (std::string next = directory_of(job.output); next != folder) {
      folder = std::move(next);
      is_there = status_of(folder).has_value();
    }
    if (is_there) forbid_read_as_output(job.output, read);
  }
}

/// Adds the folders around the outputs, each after the one that encloses it.
void add_folders(Jobs& jobs) {
  std::vector<std::string> folders;
  std::string_view last;  // the last one examined
  const auto add_around = [&](std::string_view path) {
    for (std::size_t end = path.rfind('/'); end != std::string_view::npos && end > 0; end = path.rfind('/', end - 1)) {
      const std::string_view folder = path.substr(0, end);
      if (last.starts_with(folder) && last.size() > end && last[end] == '/') return;
      folders.emplace_back(folder);
    }
  };
  for (const Job& job : jobs.jobs) {
    if (job.output.empty()) continue;
    add_around(job.output);
    last = job.output;
  }
  for (std::string& folder : jobs.folders) {
    add_around(folder);
    folders.push_back(std::move(folder));
  }
  std::ranges::sort(folders);
  folders.erase(std::unique(folders.begin(), folders.end()), folders.end());
  jobs.folders = std::move(folders);
}

}  // namespace

std::string output_below(const std::string& name) {
  std::string path = normal_path(name);
  if (path.starts_with('/')) path.erase(0, 1);
  if (path == ".." || path.starts_with("../")) {
    throw UsageError("--output-dir: '" + name +
                     "' would be written outside it; run absolve in a folder above the files, or name the "
                     "folder that contains them with -r");
  }
  return path;
}

void drop_or_forbid_collisions(Jobs& jobs) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < jobs.jobs.size(); ++i) {
    if (jobs.jobs[i].is_to_be_read()) order.push_back(i);
  }
  std::ranges::stable_sort(order, is_before, [&](std::size_t i) -> std::string_view { return jobs.jobs[i].output; });
  std::vector<bool> is_dropped(jobs.jobs.size());
  const Job* last = nullptr;
  for (const std::size_t i : order) {
    const Job& job = jobs.jobs[i];
    if (last != nullptr && last->output == job.output) {
      if (!are_same_file(last->path, job.path)) {
        throw UsageError("--output-dir: '" + last->path + "' and '" + job.path + "' would both be written to '" +
                         job.output + "' in it");
      }
      is_dropped[i] = true;
      continue;
    }
    if (last != nullptr && path_below(last->output, job.output)) {
      throw UsageError("--output-dir: '" + last->path + "' would be written to '" + last->output +
                       "' in it, which is a folder for '" + job.path + "'");
    }
    last = &job;
  }
  drop_marked(jobs.jobs, is_dropped);
}

void place_outputs(Jobs& jobs, const Settings& settings) {
  const std::string& output_dir = *settings.output_dir;
  drop_or_forbid_collisions(jobs);
  forbid_messages_alike(jobs);
  // If it contains `..`, links determine where it leads.
  const bool goes_up = output_dir.find("..") != std::string::npos;
  const std::string folder = goes_up ? output_dir : normal_path(output_dir);
  if (const auto status = status_of(output_dir); status && !S_ISDIR(status->st_mode)) {
    throw UsageError("--output-dir: '" + output_dir + "' is not a folder");
  }
  for (Job& job : jobs.jobs) {
    if (job.is_to_be_read()) job.output = joined_path(folder, job.output);
  }
  for (std::string& one : jobs.folders) one = joined_path(folder, one);
  jobs.output_root_size = joined_path(folder, "x").size() - 1;
  forbid_read_as_outputs(jobs, settings);
  add_folders(jobs);
  forbid_links(jobs, folder);
}

void forbid_read_as_output(const std::string& output, ReadFiles& read) {
  const auto status = status_of(output);
  const auto there = status ? read.find(FileId(*status)) : std::nullopt;
  if (!there) return;
  throw UsageError("--output-dir: '" + there->path + "' is " + (there->is_input ? "an input" : "read") +
                   " and would be overwritten as '" + output + "'" +
                   (there->is_input ? " (-i rewrites files in place)" : ""));
}

void drop_repeated_files(Jobs& jobs, const Settings& settings) {
  struct Occurrence {
    FileId file;  // for a missing file: none
    std::size_t job;
    bool has_names;  // several names, or, as far as can be told, none
    auto operator<=>(const Occurrence&) const = default;
  };
  std::vector<Occurrence> occurrences;
  for (std::size_t i = 0; i < jobs.jobs.size(); ++i) {
    if (!jobs.jobs[i].is_to_be_read()) continue;
    const auto status = status_in_sight(settings, jobs.jobs[i].path);
    occurrences.push_back({status ? FileId(*status) : FileId(), i, !status || status->st_nlink != 1});
  }
  std::ranges::sort(occurrences);
  const auto name_of = [&](const Occurrence& one) -> std::string {
    if (!one.has_names) return "";
    const std::string& path = jobs.jobs[one.job].path;
    std::string name = one.file == FileId() ? path : real_path(path);
    if (name.empty()) fail_if_sharded(settings, path, "cannot examine");
    return name.empty() ? path : name;
  };
  std::vector<bool> is_dropped(jobs.jobs.size());
  for (auto begin = occurrences.begin(); begin != occurrences.end();) {
    const auto end =
        std::find_if(begin, occurrences.end(), [&](const Occurrence& one) { return one.file != begin->file; });
    if (end - begin > 1) {
      std::vector<std::pair<std::string, std::size_t>> names;  // of one file, each with the position where it first
                                                               // occurs
      for (auto at = begin; at != end; ++at) names.emplace_back(name_of(*at), at->job);
      std::ranges::sort(names);
      for (std::size_t i = 1; i < names.size(); ++i) {
        if (names[i].first == names[i - 1].first) is_dropped[names[i].second] = true;
      }
    }
    begin = end;
  }
  drop_marked(jobs.jobs, is_dropped);
}

}  // namespace absolve::cli
