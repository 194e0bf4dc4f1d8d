// Tells whether other machines may write to a file system. clear_leftovers() asks this before it removes what a killed
// run has left, and FileSystemSync before it syncs a whole file system.

#pragma once

#include <optional>

namespace absolve::cli {

/// A kind of file system that no other machine writes to.
struct LocalFileSystem {
  unsigned long magic;       // statfs(2)
  bool reports_sync_errors;  // syncfs(2) reports write errors, if the kernel does so at all
};

/// The file system of an open file or folder. A lock (flock) on a file in it is visible to every program that may write
/// to it. nullopt if other machines may write there, too.
[[nodiscard]] std::optional<LocalFileSystem> local_file_system_of(int file) noexcept;

}  // namespace absolve::cli
