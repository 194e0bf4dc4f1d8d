#include "folders.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <vector>

#include "files.h"

namespace absolve::cli {

void sync_directory(const std::string& directory) {
  const Descriptor open(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // Some folders can't be opened, and some file systems can't sync a folder.
  if (open && ::fsync(open.get()) != 0 && errno != EINVAL) fail("cannot write " + directory);
}

void make_folder(const std::string& path, bool lasting) {
  std::vector<std::string> around;  // folders in which others are created
  for (std::string at = path; lasting && !at.empty() && !status_of(at); at = around.back()) {
    while (at.size() > 1 && at.back() == '/') at.pop_back();
    around.push_back(directory_of(at));
  }
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) throw FileError("cannot create the folder " + path + ": " + error.message(), error.value());
  for (const std::string& folder : around) sync_directory(folder);
}

}  // namespace absolve::cli
