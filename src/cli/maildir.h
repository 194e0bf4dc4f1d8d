#pragma once

#include <optional>
#include <string>
#include <vector>

namespace absolve::cli {

/// A folder in the Maildir format.
struct Maildir {
  std::vector<std::string> messages;  // paths of the files in cur and new, by name
  std::string temporary;              // the folder where new files grow, with a slash at its end
  std::size_t subfolders = 0;         // further Maildirs in it, which are not looked into
};

/// nullopt: the path is no folder with cur and new in it. Throws FileError, also where tmp is missing.
[[nodiscard]] std::optional<Maildir> read_maildir(const std::string& path);

}  // namespace absolve::cli
