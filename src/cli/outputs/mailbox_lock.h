#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "../system/files.h"
#include "new_file.h"

namespace absolve::cli {

/// The locks of a mailbox in an mbox format, against programs that deliver to it: an fcntl lock on the file, and the
/// file with `.lock` after its name. Both are taken without waiting for one while the other is held, so that the order
/// in which others take them makes no deadlock. Before that, who has it open for writing may close it, for a second at
/// most. A mailbox whose name is a link by now is none: whoever may write in its folder could have any file locked,
/// and written.
class MailboxLock {
 public:
  /// How long others may keep it locked.
  static constexpr std::chrono::milliseconds max_patience{30'000};

  /// How long who has it open for writing may take to close it. Some keep it open as long as they run.
  static constexpr std::chrono::milliseconds patience_with_writers{1'000};

  /// Throws FileError where others keep it locked for longer.
  explicit MailboxLock(std::string mailbox, std::chrono::milliseconds patience = max_patience,
                       std::chrono::milliseconds for_writers = patience_with_writers);
  ~MailboxLock() { release(); }
  MailboxLock(const MailboxLock&) = delete;
  MailboxLock& operator=(const MailboxLock&) = delete;

  /// Shows others that it is no lock of a process that died; to be called now and then.
  void refresh() noexcept;

  void release() noexcept;

 private:
  [[nodiscard]] bool lock_file();
  [[nodiscard]] bool take_dot_lock();
  void clear_left_dot_lock() const;

  std::string mailbox_;
  std::string dot_lock_path_;
  Descriptor file_;
  std::optional<NewFile> dot_lock_;  // nullopt: it isn't held
  std::chrono::steady_clock::time_point refreshed_;
};

/// Whether a path leads to a file that is open, and not by a link.
[[nodiscard]] bool is_named(const std::string& path, int file);

/// Waits as long as another program has a file open for writing, which is open here for reading alone. Returns whether
/// none has any longer, as far as the file system tells.
bool wait_for_writers(int file, std::chrono::milliseconds patience);

}  // namespace absolve::cli
