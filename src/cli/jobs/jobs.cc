#include "jobs.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "../../archive/names.h"
#include "../../detect/types.h"
#include "../../text/ascii.h"
#include "../../text/types.h"
#include "../../url/suitable.h"
#include "../inputs/maildir.h"
#include "../inputs/sight.h"
#include "../inputs/walk.h"
#include "../options/hints.h"
#include "../options/url_names.h"
#include "../options/usage_error.h"
#include "../outputs/archive_names.h"
#include "../outputs/forbidden_places.h"
#include "../outputs/output_paths.h"
#include "../outputs/read_files.h"
#include "../system/files.h"
#include "../system/list_file.h"
#include "../system/paths.h"
#include "package_jobs.h"
#include "shards.h"

namespace absolve::cli {
namespace {

std::optional<FileId> id_of(const std::optional<struct stat>& status) {
  return status ? std::optional(FileId(*status)) : std::nullopt;
}

class Collector {
 public:
  explicit Collector(const Settings& settings)
      : settings_(settings),
        output_dir_(settings.output_dir ? id_of(status_in_sight(settings, *settings.output_dir)) : std::nullopt),
        walk_(settings, output_dir_, jobs_) {}

  void add(const std::string& name) {
    ++named_;
    const auto status = name == "-" ? std::nullopt : status_in_sight(settings_, name);
    if (status && S_ISDIR(status->st_mode)) return add_folder(name, FileId(*status));
    const std::string why = why_no_file(name, !settings_.shard && !settings_.output_dir);  // these ask where it is
    if (!why.empty()) return add_failed(name, why);
    if (!status && looks_like_suffix(name) && settings_.in_place_suffix == "") {
      throw UsageError("'" + name + "' is not a file; write a suffix without a space before it: -i" + name);
    }
    Job job{.path = name};
    try {
      if (settings_.in_place_suffix) job.maildir_temporary = temporary_for(name);
    } catch (const FileError& error) {
      fail_if_sharded(settings_, name, error.what());
      return add_failed(name, error.what());
    }
    job.is_message = !job.maildir_temporary.empty();
    // A message may have a new name because another shard has rewritten it. Without -i, keep_share() checks all inputs.
    if (!status && settings_.in_place_suffix && !job.is_message) fail_if_sharded(settings_, name, "does not exist");
    if (job.is_message) {
      const std::string rule = why_not_messages(settings_, "is in a Maildir, ");
      if (!rule.empty()) return add_failed(name, rule);
    }
    if (settings_.output_dir) job.output = output_below(name);
    jobs_.jobs.push_back(std::move(job));
  }

  /// Whether it looks like the SUFFIX in `sed -i .bak FILE`, as some systems have it: then FILE would be rewritten
  /// without a backup.
  static bool looks_like_suffix(const std::string& name) {
    constexpr std::size_t longest = 8;
    constexpr auto others = std::to_array<std::string_view>({"~", "bak", "backup", "old", "orig"});
    if (std::ranges::count(others, name) > 0) return true;
    return name.size() > 1 && name.size() <= longest && name.front() == '.' &&
           name.find_first_of("/.", 1) == std::string::npos;
  }

  void add_listed(const std::string& list) {
    try {
      ListFile names(list, settings_.null_separated);
      while (const auto name = names.next()) {
        if (names.was_too_long()) {
          throw FileError("entry " + std::to_string(names.number()) + " is too long for the name of a file");
        }
        if (name->empty()) continue;
        if (name->find('\0') != std::string_view::npos) {
          throw FileError("entry " + std::to_string(names.number()) +
                          " contains NUL (-0 reads entries that end with NUL)");
        }
        add(*name == "-" ? "./-" : std::string(*name));  // standard input can only be named on the command line
      }
    } catch (const FileError& error) {
      throw UsageError("--files-from: " + list + ": " + error.what(), list);
    }
  }

  [[nodiscard]] Jobs finish() {
    apply_url("--url", settings_.every_input.url);
    apply_url("--image-url", settings_.every_input.image_url);
    note_originals_of_wget();
    note_unmatched_includes();
    keep_from_standard_output();
    const bool comes_once = settings_.in_place_suffix || settings_.dry_run;
    if (comes_once && (settings_.symlinks == Symlinks::follow || named_ > 1)) {
      drop_repeated_files(jobs_, settings_);
    }
    if (settings_.output_dir) {
      for (Job& job : jobs_.jobs) {
        if (!job.is_hidden) job.output = output_name(std::move(job.output), settings_);
      }
      place_outputs(jobs_, settings_);
    }
    forbid_places_of_others(settings_, jobs_);
    for (Job& job : jobs_.jobs) job.range = settings_.range;
    check_packages(jobs_, settings_);
    if (settings_.shard) keep_share(jobs_, settings_);
    keep_standard_input(jobs_, settings_);
    if (!settings_.packs_wacz()) divide_wacz(jobs_, settings_);
    note_archives_alike();
    return std::move(jobs_);
  }

 private:
  void add_folder(const std::string& name, FileId id) {
    if (output_dir_ == id) {
      throw UsageError("--output-dir: '" + *settings_.output_dir + "' is also an input");
    }
    if (settings_.recursive) {
      folders_ += walk_.folder(name) == Walk::Holds::files ? 1 : 0;
    } else if (!walk_.maildir(name)) {
      add_failed(name, why_no_file(name, false));
    }
  }

  /// Gives the files below the single folder that was named URLs below --url and --image-url. Not in folders of
  /// messages: where a message is doesn't show where it came from.
  void apply_url(const std::string& option, const std::string& url) {
    if (url.empty() || is_scheme_alone(url)) return;
    const bool is_for_images = option == "--image-url";
    if (folders_ > 0 && named_ > 1) {
      throw UsageError(option + ": '" + url + "' can be the URL of files, or of one folder, but the inputs are " +
                       (folders_ > 1 ? "several folders" : "a folder and something else") +
                       (is_for_images ? "" : ": --url-prefix DIR=URL gives each folder its own"));
    }
    if (folders_ == 1) {
      static_cast<void>(folder_url(option, url));  // throws if it can't be one
      const std::string above = url.substr(0, after_last(url, '/'));
      if (is_name_of_page(url) && !above.ends_with("//")) {
        jobs_.notices.push_back(option + ": '" + url + "' is named like a page, but used as the URL of the folder; " +
                                "did you mean " + above + "?");
      }
      std::size_t names_like_wget = 0;
      std::string of_host;
      for (Job& job : jobs_.jobs) {
        if (std::exchange(job.has_folder_url, true)) continue;  // what is said of names is said once
        const bool has_path = job.is_to_be_read() && !job.is_message && !job.is_hidden;
        if (has_path && !settings_.url_names && looks_like_wget(path_below_root(job))) ++names_like_wget;
        if (has_path && of_host.empty()) of_host = notice_of_host_in_path(job.path, job.root_size, url);
      }
      if (!of_host.empty()) jobs_.notices.push_back(std::move(of_host));
      if (names_like_wget > 0) jobs_.notices.push_back(notice_of_names(names_like_wget));
    } else if (!is_for_images && named_ > 1 && !is_list(settings_.every_input.type)) {
      jobs_.notices.push_back("--url: '" + url + "' is used as the URL of each of the " + std::to_string(named_) +
                              " inputs (--url-map and --url-prefix give each its own)");
    }
  }

  /// If URLs are derived from paths: they can't show what links were before wget converted them.
  void note_originals_of_wget() {
    const bool has_urls_by_path = !settings_.every_input.url.empty() || !settings_.url_prefixes.empty();
    const std::size_t count = jobs_.kept_by_wget;
    if (count == 0 || !has_urls_by_path) return;
    jobs_.notices.push_back((count == 1 ? "1 file has its original beside it"
                                        : std::to_string(count) + " files have their originals beside them") +
                            " (.orig): if wget -K left it there, the links of the file were converted to local "
                            "copies (see \"Mirrors of wget\" in the manual)");
  }

  /// An index names archives without their folders, so equal names are ambiguous.
  void note_archives_alike() {
    if (!settings_.cdxj) return;
    std::vector<std::string_view> names;
    for (const Job& job : jobs_.jobs) {
      const std::string_view name = last_name(job.path);
      if (job.is_to_be_read() && stem_of_archive(name)) names.push_back(name);
    }
    std::ranges::sort(names);
    const auto alike = std::ranges::adjacent_find(names);
    if (alike == names.end()) return;
    jobs_.notices.push_back("--cdxj: several archives are named '" + std::string(*alike) +
                            "', which an index can't tell apart (run absolve for each of them, with its own index)");
  }

  void note_unmatched_includes() {
    if (settings_.shard || !walk_.misses_includes()) return;
    for (const std::string& glob : settings_.includes) {
      jobs_.notices.push_back("--include: '" + glob + "' matches no file that was found");
    }
  }

  /// A file that is read while the output is written to it would never end, or is already empty.
  void keep_from_standard_output() {
    const auto written = status_of(STDOUT_FILENO);
    const bool is_used = (!settings_.writes_each() || settings_.dry_run) && settings_.output.value_or("-") == "-";
    if (!is_used || !written || !S_ISREG(written->st_mode)) return;
    ReadFiles files(settings_, jobs_);
    const auto read = files.find(FileId(*written));
    if (!read) return;
    const std::string why =
        std::string(" is also standard output") +
        (written->st_size == 0 ? ", and empty: in '> FILE', the shell empties FILE before the program starts" : "");
    if (!read->is_input) throw UsageError(read->path + why);
    for (Job& job : jobs_.jobs) {
      const auto status = job.is_to_be_read() ? status_of(job.path == "-" ? "/dev/stdin" : job.path) : std::nullopt;
      if (!status || !is_same_file(*status, *written)) continue;
      if (job.is_found || (settings_.view != View::rewritten && named_ > 1)) {
        job.exclusion = job.is_found ? Job::Exclusion::hidden : Job::Exclusion::skipped;
        job.why = "is standard output; skipped";
      } else if (named_ > 1) {
        job.exclusion = Job::Exclusion::failed;
        job.why = why.substr(1);
      } else {
        throw UsageError(read->path + why + " (-i rewrites a file in place)");
      }
    }
  }

  /// The folder for the new version of a message that was named itself. Usually, consecutive names are in the same
  /// folder.
  const std::string& temporary_for(const std::string& name) {
    std::string folder = directory_of(name);
    if (folder != last_folder_) {
      last_temporary_ = temporary_beside(name);
      last_folder_ = std::move(folder);
    }
    return last_temporary_;
  }

  void add_failed(const std::string& name, const std::string& why) {
    jobs_.jobs.push_back({.path = name, .why = why, .exclusion = Job::Exclusion::failed});
  }

  const Settings& settings_;
  Jobs jobs_;
  std::optional<FileId> output_dir_;  // nullopt if it doesn't exist yet
  Walk walk_;
  std::size_t named_ = 0;
  std::size_t folders_ = 0;  // how many of these, without those of messages
  std::string last_folder_;
  std::string last_temporary_;
};

}  // namespace

Jobs jobs_of(const Settings& settings) {
  Collector collector(settings);
  for (const std::string& name : settings.inputs) collector.add(name);
  for (const std::string& list : settings.files_from) collector.add_listed(list);
  return collector.finish();
}

}  // namespace absolve::cli
