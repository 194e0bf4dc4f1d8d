#include "maildir.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "files.h"

namespace absolve::cli {
namespace {

namespace fs = std::filesystem;

bool holds(const fs::path& folder, const char* name) {
  std::error_code none;
  return fs::is_directory(folder / name, none);
}

}  // namespace

std::optional<Maildir> read_maildir(const std::string& path) {
  const fs::path folder(path);
  if (!holds(folder, "cur") || !holds(folder, "new")) return std::nullopt;
  if (!holds(folder, "tmp")) throw FileError("looks like a Maildir, but has no tmp");
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
      if (holds(entry.path(), "cur") && holds(entry.path(), "new")) ++result.subfolders;
    }
  } catch (const fs::filesystem_error& error) {
    throw FileError("cannot list: " + error.code().message(), error.code().value());
  }
  return result;
}

}  // namespace absolve::cli
