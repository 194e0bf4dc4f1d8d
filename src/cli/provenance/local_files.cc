#include "local_files.h"

#include <limits.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <vector>

#include "../../text/percent.h"
#include "../system/paths.h"
#include "url_attribute.h"

namespace absolve::cli {
namespace {

enum class Kind { file, folder, other };

/// Without following links.
Kind kind_of(const std::string& path) noexcept {
  struct stat status {};
  if (::lstat(path.empty() ? "." : path.c_str(), &status) != 0) return Kind::other;
  return S_ISREG(status.st_mode) ? Kind::file : S_ISDIR(status.st_mode) ? Kind::folder : Kind::other;
}

}  // namespace

bool leads_to_file(const std::string& from, std::string_view path) noexcept {
  const std::size_t folder = from.rfind('/') + 1;  // 0 if the file name has no folder
  std::array<char, PATH_MAX> whole;
  const bool is_path = !path.empty() && !path.starts_with('/') && path.find('\0') == std::string_view::npos;
  if (from == "-" || !is_path || folder + path.size() >= whole.size()) return false;
  std::copy_n(from.data(), folder, whole.data());
  std::ranges::copy(path, whole.data() + folder);
  whole[folder + path.size()] = '\0';
  struct stat status {};
  return ::stat(whole.data(), &status) == 0 && S_ISREG(status.st_mode);
}

/// The folder of the file is taken as it is; what the path adds to it is examined name by name:
///
///     from   book/OEBPS/text/ch1.xhtml      path   ../pictures/a.png
///            root  own                                                 way   book/OEBPS/
///                                                                            book/OEBPS/pictures   a folder
///                                                                            book/OEBPS/pictures/a.png   a file
bool leads_to_file_below(const std::string& from, std::size_t root_size, std::string_view path) {
  const std::size_t folder = from.rfind('/') + 1;  // 0 if the file name has no folder
  const bool is_path = !path.empty() && !path.starts_with('/') && path.find('\0') == std::string_view::npos;
  if (from == "-" || !is_path || folder + path.size() >= PATH_MAX) return false;
  std::string way = from.substr(0, folder);
  const std::size_t root = root_size == 0 ? folder : root_size;
  std::vector<std::string_view> added;
  std::string_view last;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    last = path.substr(begin, end - begin);
    begin = end + 1;
    if (last.empty() || last == ".") continue;
    if (last != "..") added.push_back(last);
    else if (!added.empty()) added.pop_back();
    else if (way.size() <= root) return false;
    else way.erase(way.rfind('/', way.size() - 2) + 1);
  }
  const bool is_of_folder = last.empty() || last == "." || last == "..";
  Kind kind = Kind::folder;
  for (const std::string_view& name : added) {
    if (kind != Kind::folder) return false;
    const bool is_last = &name == &added.back();
    way.append(name);
    kind = kind_of(way);
    // wget calls the page at `/d/?page=2` d/index.html?page=2.
    if (is_last && kind == Kind::other && name.starts_with('?'))
      kind = kind_of(way.insert(way.size() - name.size(), "index.html"));
    way.append("/");
  }
  if (kind == Kind::folder) return kind_of(way + "index.html") == Kind::file;
  return kind == Kind::file && !is_of_folder;
}

bool leads_to_renamed_file(const std::string& from, std::string_view path) {
  const std::string_view name = last_name(path);
  if (name.find('?') != std::string_view::npos) return true;
  const std::string url = url_in_attribute((from.substr(0, from.rfind('/') + 1) + std::string(path)).c_str());
  const std::size_t query = std::min(url.find_first_of("?#"), url.size());
  std::string own = percent_decoded(last_name(std::string_view(url).substr(0, query)));
  if (own.empty()) own = "index.html";
  const std::string_view added = name.starts_with(own) ? name.substr(own.size()) : std::string_view();
  const bool is_query = query < url.size() && added.starts_with('@');  // as wget names files on Windows
  return is_query || added == ".html" || added == ".css";
}

bool has_original_of_wget(const std::string& path) {
  constexpr std::string_view added = ".html";  // by -E, to the page but not to its original
  const std::string stem = path.ends_with(added) ? path.substr(0, path.size() - added.size()) : path;
  return kind_of(path + ".orig") == Kind::file || kind_of(stem + ".orig") == Kind::file;
}

}  // namespace absolve::cli
