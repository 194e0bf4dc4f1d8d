// The identity of a file or folder. While the list of jobs is made, it shows that two paths lead to the same one.

#pragma once

#include <sys/stat.h>

#include <compare>

namespace absolve::cli {

/// Identifies a file or a folder, whatever its name is.
struct FileId {
  dev_t device = 0;
  ino_t number = 0;

  FileId() = default;
  explicit FileId(const struct stat& status) noexcept : device(status.st_dev), number(status.st_ino) {}
  friend auto operator<=>(const FileId&, const FileId&) = default;
};

}  // namespace absolve::cli
