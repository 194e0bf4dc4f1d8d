#include "paths.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <system_error>

namespace absolve::cli {

std::string normal_path(std::string_view path) {
  const bool is_absolute = path.starts_with('/');
  std::string result;
  std::size_t names = 0;  // number of names in the result that `..` can remove
  for (std::size_t begin = 0; begin < path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view name = path.substr(begin, end - begin);
    begin = end + 1;
    if (name.empty() || name == ".") continue;
    if (name != "..") {
      ++names;
    } else if (names > 0) {
      --names;
      const std::size_t slash = result.rfind('/');
      result.resize(slash == std::string::npos ? 0 : slash);
      continue;
    } else if (is_absolute) {
      continue;  // the root has no folder above it
    }
    if (is_absolute || !result.empty()) result += '/';
    result += name;
  }
  if (is_absolute && result.empty()) result = "/";
  return result;
}

std::string absolute_path(std::string_view path, const std::string& folder) {
  if (path.starts_with('/') || folder.empty()) return normal_path(path);
  std::string whole = folder;
  return normal_path(whole.append("/").append(path));
}

std::string joined_path(std::string_view folder, std::string_view path) {
  std::string result(folder);
  if (!result.empty() && !result.ends_with('/') && !path.empty()) result += '/';
  return result.append(path);
}

std::optional<std::string_view> path_below(std::string_view folder, std::string_view path) noexcept {
  if (folder.empty()) return path.starts_with('/') ? std::nullopt : std::optional(path);
  if (!path.starts_with(folder)) return std::nullopt;
  path.remove_prefix(folder.size());
  if (folder.ends_with('/')) return path;  // the root
  if (!path.starts_with('/')) return std::nullopt;
  return path.substr(1);
}

std::string working_folder() {
  std::error_code none;
  return std::filesystem::current_path(none).string();
}

std::string usable_path(const std::string& path) {
  if (!path.starts_with("/proc/self/fd/")) return path;
  const std::size_t name = path.rfind('/') + 1;
  return joined_path(real_path(path.substr(0, name)), path.substr(name));
}

std::string real_path(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr), &std::free);
  return real ? real.get() : "";
}

Place place_of(const std::string& path) {
  if (const auto there = status_of(path)) return {FileId(*there), ""};
  std::string folder = path;
  try {
    folder = end_of_links(path);
  } catch (const FileError&) {  // opening it will report this
  }
  std::string rest;
  while (folder != "." && folder != "/") {
    const std::size_t slash = folder.rfind('/');
    const std::string name = folder.substr(slash + 1);  // the whole path if there is no slash
    rest = rest.empty() ? name : name + "/" + rest;
    folder = slash == std::string::npos ? "." : slash == 0 ? "/" : folder.substr(0, slash);
    const auto around = status_of(folder);
    if (!around) continue;
    const std::string normal = normal_path(rest);
    // The part before `..` doesn't exist, so no link can lead elsewhere.
    if (normal != rest && !normal.starts_with("..")) return place_of(joined_path(folder, normal));
    return {FileId(*around), normal};
  }
  return {FileId(), rest};
}

std::string end_of_links(std::string path) {
  constexpr int max_links = 40;  // as in Linux
  for (int links = 0; links <= max_links; ++links) {
    std::error_code error;
    const std::filesystem::path target = std::filesystem::read_symlink(path, error);
    if (error) return path;
    path = std::filesystem::path(directory_of(path)) / target;
  }
  errno = ELOOP;
  fail("cannot open");
}

}  // namespace absolve::cli
