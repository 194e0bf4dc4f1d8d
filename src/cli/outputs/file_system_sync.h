#pragma once

#include <sys/stat.h>

#include "../system/files.h"

namespace absolve::cli {

/// Brings all that was written to one file system to disk at once: for many new files that is several times faster than
/// to bring each (fsync). One thread at a time.
class FileSystemSync {
 public:
  /// Of no file system: nothing is synced.
  FileSystemSync() = default;
  /// The file system that a folder is in, or, where it isn't there yet, the one around it. To be made before anything
  /// is written there: what can't be written from then on is noticed. Where the system would not say so, it is of none:
  /// before Linux 5.8, and on file systems that may not be of this machine alone.
  explicit FileSystemSync(std::string folder);

  /// Whether it is the one that a file is in.
  [[nodiscard]] bool is_of(const struct stat& file) const noexcept {
    return static_cast<bool>(folder_) && file.st_dev == device_;
  }
  /// Returns whether all that was written there is on disk. If not, it is of no file system from then on: an error is
  /// told once, and may have been that of a file which is to be synced later. Each file still tells its own (fsync).
  [[nodiscard]] bool sync() noexcept;

 private:
  Descriptor folder_;
  dev_t device_ = 0;
};

}  // namespace absolve::cli
