#include "maildir.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "files.h"

namespace absolve::cli {
namespace {

namespace fs = std::filesystem;

bool has_shape(const fs::path& folder) {
  std::error_code none;
  return fs::is_directory(folder / "cur", none) && fs::is_directory(folder / "new", none) &&
         fs::is_directory(folder / "tmp", none);
}

}  // namespace

std::optional<Maildir> read_maildir(const std::string& path) {
  const fs::path folder(path);
  if (!has_shape(folder)) return std::nullopt;
  Maildir result;
  result.temporary = (folder / "tmp" / "").string();
  try {
    for (const char* state : {"cur", "new"}) {
      std::vector<std::string> names;
      for (const fs::directory_entry& entry : fs::directory_iterator(folder / state)) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with('.')) names.push_back(entry.path().string());
      }
      std::ranges::sort(names);
      result.messages.insert(result.messages.end(), names.begin(), names.end());
    }
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
      if (entry.is_directory() && has_shape(entry.path())) ++result.subfolders;
    }
  } catch (const fs::filesystem_error& error) {
    throw FileError("cannot list: " + error.code().message(), error.code().value());
  }
  return result;
}

}  // namespace absolve::cli
