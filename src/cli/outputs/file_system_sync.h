// The Sink has a FileSystemSync for the file system of --output-dir, and put_all() writes a large group of new files to
// disk with it.

#pragma once

#include <sys/stat.h>

#include "../system/files.h"

namespace absolve::cli {

/// Writes all data of one file system to disk at once: for many new files this is several times faster than doing it
/// for each file (fsync). Only one thread at a time may use it.
class FileSystemSync {
 public:
  /// For no file system: nothing is synced.
  FileSystemSync() = default;
  /// For the file system of a folder or, if that doesn't exist yet, of the folder around it. It must be created before
  /// anything is written there: from then on it notices write errors. If the system doesn't report these, it is for no
  /// file system: before Linux 5.8, and on file systems that other machines may use, too.
  explicit FileSystemSync(std::string folder);

  /// Whether a file is in its file system.
  [[nodiscard]] bool is_of(const struct stat& file) const noexcept {
    return static_cast<bool>(folder_) && file.st_dev == device_;
  }
  /// Returns whether all that was written there is on disk. If not, it is for no file system from then on: an error is
  /// only reported once, and may concern a file that is synced later. Each file still reports its own errors (fsync).
  [[nodiscard]] bool sync() noexcept;

 private:
  Descriptor folder_;
  dev_t device_ = 0;
};

}  // namespace absolve::cli
