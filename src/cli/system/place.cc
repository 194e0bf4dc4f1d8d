#include "place.h"

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "files.h"
#include "paths.h"

namespace absolve::cli {

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
