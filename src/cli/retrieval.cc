#include "retrieval.h"

#include <linux/limits.h>
#include <sys/stat.h>
#include <sys/xattr.h>

#include <algorithm>
#include <array>
#include <optional>

#include "files.h"
#include "paths.h"
#include "url_names.h"

namespace absolve::cli {
namespace {

constexpr const char* attribute = "user.xdg.origin.url";

/// What wget and curl write down; "": there is none.
std::string url_in_attribute(int descriptor) {
  const ssize_t size = ::fgetxattr(descriptor, attribute, nullptr, 0);
  if (size <= 0 || size > static_cast<ssize_t>(max_base_size)) return "";
  std::string value(static_cast<std::size_t>(size), '\0');
  const ssize_t got = ::fgetxattr(descriptor, attribute, value.data(), value.size());
  value.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
  return value.substr(0, value.find('\0'));
}

}  // namespace

Retrieval::Retrieval(const Settings& settings)
    : working_folder_(working_folder()),
      uses_marks_(settings.options.marks),
      map_(settings.url_maps, settings.null_separated, settings.options.generation, working_folder_) {
  read_prefixes(settings);
}

void Retrieval::read_prefixes(const Settings& settings) {
  for (const auto& prefix : settings.url_prefixes) {
    const std::string& folder = prefix.first;
    const std::string& url = prefix.second;
    const auto fail = [&](const std::string& what) { throw UsageError("--url-prefix: '" + folder + "' " + what); };
    const auto status = status_of(folder);
    if (!status || !S_ISDIR(status->st_mode)) {
      fail("is no folder (--url-map is for single files)");
    }
    prefixes_.push_back({absolute_path(folder, working_folder_), real_path(folder), folder_url("--url-prefix", url)});
    const auto same = std::ranges::find(prefixes_, prefixes_.back().folder, &Prefix::folder);
    if (same->url != prefixes_.back().url) fail("is given twice, with different URLs");
  }
  std::ranges::stable_sort(prefixes_, std::ranges::greater(), [](const Prefix& one) { return one.folder.size(); });
}

std::string Retrieval::url_by_prefix(const FileNames& file) const {
  for (const Prefix& one : prefixes_) {
    if (const auto path = path_below(one.folder, file.absolute())) return one.url + url_path(*path);
  }
  // Its name may lead through links. The longest counts here as well.
  const Prefix* best = nullptr;
  for (const Prefix& one : prefixes_) {
    const bool is_longer = best == nullptr || one.real_folder.size() > best->real_folder.size();
    if (!one.real_folder.empty() && path_below(one.real_folder, file.real()) && is_longer) best = &one;
  }
  return best == nullptr ? "" : best->url + url_path(*path_below(best->real_folder, file.real()));
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
  }
  if (!uses_marks_) return result;
  if (is_named) offer(BaseFrom::httrack, logs_.url_of(path));
  offer(BaseFrom::xattr, url_in_attribute(descriptor));
  return result;
}

bool leads_to_file(const std::string& from, std::string_view path) noexcept {
  const std::size_t folder = from.rfind('/') + 1;  // 0: the file is named without one
  std::array<char, PATH_MAX> whole;
  const bool is_path = !path.empty() && !path.starts_with('/') && path.find('\0') == std::string_view::npos;
  if (from == "-" || !is_path || folder + path.size() >= whole.size()) return false;
  std::copy_n(from.data(), folder, whole.data());
  std::ranges::copy(path, whole.data() + folder);
  whole[folder + path.size()] = '\0';
  struct stat status {};
  return ::stat(whole.data(), &status) == 0 && S_ISREG(status.st_mode);
}

}  // namespace absolve::cli
