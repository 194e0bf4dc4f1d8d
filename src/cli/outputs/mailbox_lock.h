// rewrite_file() holds a MailboxLock with -i, and Destination if the file of -o is also the input, from before the
// messages are read until the new file is in place. late_mail.cc holds one while it appends mail.

#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "../system/files.h"
#include "new_file.h"

namespace absolve::cli {

/// The locks of a mailbox in an mbox format, against programs that deliver to it: an fcntl lock on the file, and a file
/// with `.lock` after its name. It never waits for one while it holds the other, so that no order in which other
/// programs take them can lead to a deadlock. Before that, it waits at most a second for programs that have the mailbox
/// open for writing. If the name has become a link, it is not a mailbox: anybody who may write in its folder could have
/// any file locked and written to.
class MailboxLock {
 public:
  /// How long other programs may keep it locked.
  static constexpr std::chrono::milliseconds max_patience{30'000};

  /// How long a program that has it open for writing may take to close it. Some keep it open as long as they run.
  static constexpr std::chrono::milliseconds patience_with_writers{1'000};

  /// Throws FileError if other programs keep it locked for longer.
  explicit MailboxLock(std::string mailbox, std::chrono::milliseconds patience = max_patience,
                       std::chrono::milliseconds for_writers = patience_with_writers);
  ~MailboxLock() { release(); }
  MailboxLock(const MailboxLock&) = delete;
  MailboxLock& operator=(const MailboxLock&) = delete;

  /// Shows other programs that this is not the lock of a dead process; must be called now and then.
  void refresh() noexcept;

  void release() noexcept;

 private:
  [[nodiscard]] bool lock_file();
  [[nodiscard]] bool create_dot_lock();
  void clear_left_dot_lock() const;

  std::string mailbox_;
  std::string dot_lock_path_;
  Descriptor file_;
  std::optional<NewFile> dot_lock_;  // nullopt if it isn't held
  std::chrono::steady_clock::time_point refreshed_;
};

/// Whether a path leads to an open file, and not by a link.
[[nodiscard]] bool leads_to(const std::string& path, int file);

/// Waits while another program has a file open for writing that is open here only for reading. Returns whether none has
/// any longer, as far as the file system can tell.
bool wait_for_writers(int file, std::chrono::milliseconds patience);

}  // namespace absolve::cli
