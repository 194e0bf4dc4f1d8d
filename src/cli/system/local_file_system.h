#pragma once

#include <optional>

namespace absolve::cli {

/// What is known of a kind of file system that no other machine writes to.
struct LocalFileSystem {
  unsigned long magic;       // statfs(2)
  bool reports_sync_errors;  // syncfs(2) says what could not be written, as far as the system does so at all
};

/// The one that an open file or folder is in. A lock (flock) on a file in it is seen by all that may write that.
/// nullopt: other machines may write there, too.
[[nodiscard]] std::optional<LocalFileSystem> local_file_system_of(int file) noexcept;

}  // namespace absolve::cli
