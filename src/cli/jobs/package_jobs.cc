#include "package_jobs.h"

#include <sys/stat.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "../../text/ascii.h"
#include "../../text/types.h"
#include "../inputs/open_input.h"
#include "../inputs/wacz_file.h"
#include "../options/usage_error.h"
#include "../outputs/archive_names.h"
#include "../outputs/output_paths.h"
#include "../outputs/temporary_file.h"

namespace absolve::cli {
namespace {

bool is_wacz(const Job& job, const Settings& settings) {
  return job.is_to_be_read() && !job.is_hidden && !job.is_message && is_named_like_wacz(job.path, settings);
}

/// Adds the jobs for its archives; none if it is no WACZ that is read, or if its job has failed, as its file can't be
/// read.
void add_archives(std::vector<Job>& jobs, Job& job, const Settings& settings) {
  try {
    // The content of a pipe would be lost when it is opened and closed.
    if (const auto status = job.path == "-" ? std::nullopt : status_of(job.path); status && !S_ISREG(status->st_mode)) {
      return;
    }
    Buffer buffer;
    const OpenInput input(buffer, job.path, job.path == "-" ? OpenInput::Open::any : OpenInput::Open::found);
    const WaczFile file(input);
    const collect::Wacz& wacz = file.wacz();
    for (const std::size_t index : wacz.archives()) {
      Job& added = jobs.emplace_back(job_of_member(job, wacz.members()[index].name, index));
      if (!added.output.empty()) added.output = output_name(std::move(added.output), settings);
    }
  } catch (const BadInput&) {  // processing it will report this
  } catch (const InputError& error) {
    if (error.code() == 0) return;
    job.exclusion = Job::Exclusion::failed;
    job.why = error.what();
  }
}

bool is_book(const Job& job, const Settings& settings) {
  return job.is_to_be_read() && (settings.every_input.type == Type::epub || lower_case(job.path).ends_with(".epub"));
}

/// The URLs given for a book must be those of folders.
void check_url_of_book(const Jobs& jobs, const std::string& option, const std::string& url, const Settings& settings) {
  if (url.find_first_of("?#") == std::string::npos) return;
  const auto takes_url = [&](const Job& job) { return is_book(job, settings) && !job.is_found; };
  if (std::ranges::none_of(jobs.jobs, takes_url)) return;
  throw UsageError(option + ": '" + url +
                   "' has a query or a fragment: a book takes the URL of the folder of its pages");
}

/// Two books joined into one file are not a book.
void check_output_of_books(const Jobs& jobs, const Settings& settings) {
  if (settings.writes_each() || settings.dry_run || settings.view != View::rewritten) return;
  const auto to_be_read = std::ranges::count_if(jobs.jobs, &Job::is_to_be_read);
  if (to_be_read > 1 && std::ranges::any_of(jobs.jobs, [&](const Job& job) { return is_book(job, settings); })) {
    throw UsageError("a book and other files can't be written to one output (--output-dir writes each to its own)");
  }
}

}  // namespace

void check_packages(const Jobs& jobs, const Settings& settings) {
  check_url_of_book(jobs, "--url", settings.every_input.url, settings);
  check_url_of_book(jobs, "--image-url", settings.every_input.image_url, settings);
  check_output_of_books(jobs, settings);
  const bool is_for_wacz =
      settings.view == View::rewritten && lower_case(settings.output.value_or("")).ends_with(".wacz");
  if (is_for_wacz && !settings.packs_wacz()) {
    throw UsageError("-o: '" + *settings.output + "' would not be a WACZ (--wacz --warc-emit=response writes one)");
  }
  if (!settings.wacz) return;
  for (const Job& job : jobs.jobs) {
    if (!job.is_to_be_read() || job.is_found || is_wacz(job, settings)) continue;
    const std::string what = job.path == "-" ? "standard input" : "'" + job.path + "'";
    throw UsageError("--wacz: " + what + " is not a file named *.wacz (--type=wacz reads it as a WACZ)");
  }
  const auto count = std::ranges::count_if(jobs.jobs, &Job::is_to_be_read);
  if (count > 1 && !settings.writes_each()) {
    throw UsageError("--wacz: several files can't be written to one output (--output-dir writes each to its own)");
  }
}

void divide_wacz(Jobs& jobs, const Settings& settings) {
  // Building a new list of all jobs would need as much memory again.
  const auto is_to_be_divided = [&](const Job& job) { return is_wacz(job, settings); };
  if (std::ranges::none_of(jobs.jobs, is_to_be_divided)) return;
  std::vector<Job> all;
  for (Job& job : jobs.jobs) {
    const std::size_t count = all.size();
    if (is_wacz(job, settings)) add_archives(all, job, settings);
    if (all.size() == count) all.push_back(std::move(job));
  }
  jobs.jobs = std::move(all);
  if (settings.output_dir) drop_or_forbid_collisions(jobs);
}

void keep_standard_input(Jobs& jobs, const Settings& settings) {
  const auto job = std::ranges::find(jobs.jobs, "-", &Job::path);
  if (!is_package(settings.every_input.type) || job == jobs.jobs.end()) return;
  try {
    make_file_of_standard_input();
  } catch (const FileError& error) {
    job->exclusion = Job::Exclusion::failed;
    job->why = error.what();
  }
}

}  // namespace absolve::cli
