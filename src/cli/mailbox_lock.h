#pragma once

#include <sys/stat.h>

#include <chrono>
#include <optional>
#include <string>

#include "files.h"
#include "new_file.h"

namespace absolve::cli {

/// The locks of a mailbox in an mbox format, against programs that deliver to it: an fcntl lock on the file, and the
/// file with `.lock` after its name. Both are taken without waiting for one while the other is held, so that the order
/// in which others take them makes no deadlock. Before that, who has it open for writing may close it, for a second at
/// most.
class MailboxLock {
 public:
  /// How long others may keep it locked.
  static constexpr std::chrono::milliseconds max_patience{30'000};

  /// Throws FileError where others keep it locked for longer.
  explicit MailboxLock(std::string mailbox, std::chrono::milliseconds patience = max_patience);
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

/// Whether a file is a FILE.lock that this program has made, or was a FILE.lock that is no longer there. Opens no other
/// files than those with such names. Throws FileError where it can't.
[[nodiscard]] bool is_own_dot_lock(const std::string& path);

/// Brings over what was appended to a mailbox after it had been replaced: by a program that had opened it before, and
/// only then came by its lock. `old` is open on the file that was replaced, for reading alone; it had `status` when it
/// was read. Waits as long as somebody has it open for writing, but no longer than `patience`. Throws FileError.
void bring_over_late_mail(int old, const struct stat& status, const std::string& mailbox,
                          std::chrono::milliseconds patience = std::chrono::milliseconds(5'000));

}  // namespace absolve::cli
