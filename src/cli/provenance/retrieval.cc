#include "retrieval.h"

#include <sys/stat.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "../../url/suitable.h"
#include "../options/url_names.h"
#include "../options/usage_error.h"
#include "../system/files.h"
#include "../system/paths.h"
#include "url_attribute.h"

namespace absolve::cli {
Retrieval::Retrieval(const Settings& settings)
    : working_folder_(working_folder()),
      uses_marks_(settings.options.marks),
      resolver_(settings.options.resolver),
      names_(settings.url_names),
      map_(settings.url_maps, settings.null_separated, settings.options.resolver, working_folder_) {
  read_prefixes(settings);
}

/// The longest first, and of equal ones the one that is for each folder in it.
void Retrieval::read_prefixes(const Settings& settings) {
  for (const auto& [folder, url] : settings.url_prefixes) add_prefix(folder, url);
  std::ranges::stable_sort(prefixes_, std::ranges::greater(),
                           [](const Prefix& one) { return std::pair(one.folder.size(), one.is_for_each); });
}

void Retrieval::add_prefix(const std::string& given, const std::string& url) {
  const auto fail = [&](const std::string& what) {
    throw UsageError("--url-prefix: '" + given + "' " + what, given + "=" + url);
  };
  const bool is_for_each = is_pattern_of_folders(given, url);
  const std::string error = status_of(given) && given.ends_with('*') ? "" : error_in_pattern(given, url);
  if (!error.empty()) fail(error);
  const std::string folder = is_for_each ? directory_of(given) : given;
  const auto status = status_of(folder);
  if (!status || !S_ISDIR(status->st_mode)) {
    fail(is_for_each ? "names the folders in a folder that does not exist"
                     : "is not a folder (--url-map is for single files)");
  }
  prefixes_.push_back({folder, absolute_path(folder, working_folder_), real_path(folder),
                       folder_url("--url-prefix", url), is_for_each});
  const Prefix& added = prefixes_.back();
  const auto same = std::ranges::find_if(
      prefixes_, [&](const Prefix& one) { return one.folder == added.folder && one.is_for_each == added.is_for_each; });
  if (same->url != added.url) fail("is given twice, with different URLs");
}

/// The URL of the folder that a path starts from, and the rest of the path; nullopt if the prefix is for each folder,
/// and the path is not in one that is named like a host.
std::optional<std::pair<std::string, std::string_view>> Retrieval::folder_around(const Prefix& prefix,
                                                                                 std::string_view path) const {
  if (!prefix.is_for_each) return std::pair(prefix.url, path);
  const std::size_t slash = path.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  std::optional<std::string> url = url_of_folder(prefix.url, path.substr(0, slash));
  if (!url || unsuitable_as_base(*url, resolver_) != Unsuitable::no) return std::nullopt;
  return std::pair(*std::move(url), path.substr(slash + 1));
}

std::vector<std::string> Retrieval::notices_of_names() const {
  std::vector<std::string> notices;
  const std::size_t count = names_like_wget_.load(std::memory_order_relaxed);
  if (count > 0) notices.push_back(notice_of_names(count));
  const std::lock_guard lock(mutex_);
  if (!no_hosts_.empty()) notices.push_back(notice_of_no_hosts(*no_hosts_.begin(), no_hosts_.size() - 1));
  return notices;
}

void Retrieval::note_no_host(const FileNames& file) const {
  for (const Prefix& one : prefixes_) {
    const auto path = one.is_for_each ? path_below(one.folder, file.absolute()) : std::nullopt;
    const std::size_t slash = path ? path->find('/') : std::string_view::npos;
    if (slash == std::string_view::npos) continue;
    const std::lock_guard lock(mutex_);
    no_hosts_.insert(joined_path(one.given, path->substr(0, slash)));
    return;
  }
}

std::string Retrieval::url_by_prefix(const FileNames& file) const {
  const auto url_in = [this](const std::pair<std::string, std::string_view>& around) {
    if (!names_ && looks_like_wget(around.second)) names_like_wget_.fetch_add(1, std::memory_order_relaxed);
    return around.first + url_path(around.second, names_.value_or(UrlNames::plain));
  };
  for (const Prefix& one : prefixes_) {
    const auto path = path_below(one.folder, file.absolute());
    if (const auto around = path ? folder_around(one, *path) : std::nullopt) return url_in(*around);
  }
  // Its name may lead through links. The longest match is used here, too.
  std::optional<std::pair<std::string, std::string_view>> best;
  std::size_t longest = 0;
  for (const Prefix& one : prefixes_) {
    const auto path = one.real_folder.empty() ? std::nullopt : path_below(one.real_folder, file.real());
    if (!path || (best && one.real_folder.size() <= longest)) continue;
    if (auto around = folder_around(one, *path)) {
      best = std::move(around);
      longest = one.real_folder.size();
    }
  }
  return best ? url_in(*best) : "";
}

Provenance Retrieval::of(const std::string& path, int descriptor) const {
  Provenance result;
  const auto offer = [&](BaseFrom from, std::string url) {
    if (url.empty()) return;
    Candidate& candidate = result.urls.emplace_back();
    candidate.from = from;
    candidate.value = std::move(url);
  };
  const bool is_named = path != "-";
  if (is_named && !(map_.empty() && prefixes_.empty())) {
    const FileNames file(path, working_folder_);
    if (const auto found = map_.find(file)) {
      offer(BaseFrom::url_map, std::string(found->url));
      result.type = found->type;
      result.charset = found->charset;
    }
    offer(BaseFrom::url_prefix, url_by_prefix(file));
    if (result.urls.empty()) note_no_host(file);
  }
  if (!uses_marks_) return result;
  if (is_named) offer(BaseFrom::httrack, logs_.url_of(path));
  offer(BaseFrom::xattr, url_in_attribute(descriptor));
  return result;
}

std::string url_of(const Job& job, std::string_view option, const std::string& url, const Settings& settings) {
  if (!job.has_folder_url || url.empty() || is_scheme_alone(url)) return url;
  const std::string folder = folder_url(option, url);
  return job.is_message ? folder : folder + url_path(path_below_root(job), settings.names_of_urls());
}

}  // namespace absolve::cli
