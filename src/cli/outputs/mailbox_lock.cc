#include "mailbox_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <thread>
#include <utility>

#include "../system/own_names.h"
#include "../system/signals.h"
#include "writer.h"

namespace absolve::cli {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds pause{20};
constexpr std::chrono::seconds refreshed_every{15};

/// Whether another process has the file open for writing, or is about to: then a read lease is refused. Without leases,
/// this is unknown.
bool is_being_written(int fd) noexcept {
  std::signal(SIGIO, SIG_IGN);  // a lease that is broken at once would end the process by this signal
  if (::fcntl(fd, F_SETLEASE, F_RDLCK) != 0) return errno == EAGAIN;
  ::fcntl(fd, F_SETLEASE, F_UNLCK);
  return false;
}

}  // namespace

bool leads_to(const std::string& path, int file) {
  const struct stat open = examined(file);
  if (const auto named = own_status_of(path)) return is_same_file(open, *named);
  if (errno != ENOENT && errno != ENOTDIR) fail("cannot examine");
  return false;
}

bool wait_for_writers(int file, milliseconds patience) {
  const auto end = Clock::now() + patience;
  while (is_being_written(file)) {
    if (Clock::now() >= end) return false;
    std::this_thread::sleep_for(pause);
  }
  return true;
}

MailboxLock::MailboxLock(std::string mailbox, milliseconds patience, milliseconds for_writers)
    : mailbox_(std::move(mailbox)), dot_lock_path_(mailbox_ + ".lock") {
  const auto end = Clock::now() + patience;
  for (;;) {
    // A program that delivers mail may set the times of the file after it has released its locks, as Dovecot does, and
    // only then close it. If we had read the file before, this would look like any other change.
    if (const Descriptor file = open_itself(mailbox_, O_RDONLY))
      wait_for_writers(file.get(), std::min(patience, for_writers));
    for_writers = milliseconds::zero();
    const bool file_is_free = lock_file();
    if (file_is_free && create_dot_lock()) return;
    release();
    stop_if_asked();
    if (Clock::now() >= end) {
      throw FileError(file_is_free ? "is locked: " + dot_lock_path_ + " exists" : "is locked by another program");
    }
    std::this_thread::sleep_for(pause);
  }
}

/// The lock belongs to the open file description, not to the process: closing the mailbox elsewhere doesn't release it.
bool MailboxLock::lock_file() {
  file_ = open_itself(mailbox_, O_RDWR);
  const bool writable = static_cast<bool>(file_);
  if (!writable) file_ = open_itself(mailbox_, O_RDONLY);
  if (!file_) fail("cannot open");
  if (!S_ISREG(examined(file_.get()).st_mode)) throw FileError("is no longer a regular file; left unchanged");
  struct flock lock {};
  lock.l_type = writable ? F_WRLCK : F_RDLCK;  // either kind keeps writers off
  lock.l_whence = SEEK_SET;
  if (::fcntl(file_.get(), F_OFD_SETLK, &lock) != 0) {
    if (errno == EAGAIN || errno == EACCES) return false;
    fail("cannot lock");
  }
  return leads_to(mailbox_, file_.get());  // otherwise it was replaced just now
}

bool MailboxLock::create_dot_lock() {
  dot_lock_.emplace(directory_of(dot_lock_path_));
  Writer text(dot_lock_->descriptor());
  text.write(std::to_string(::getpid()).append(dot_lock_mark));
  text.flush();
  dot_lock_->set_default_mode();
  if (dot_lock_->appear(dot_lock_path_)) {
    refreshed_ = Clock::now();
    return true;
  }
  dot_lock_.reset();
  clear_left_dot_lock();
  return false;
}

/// Removes the lock file of an absolve process that was killed: it has our mark, and no process holds its lock any
/// longer.
void MailboxLock::clear_left_dot_lock() const {
  const Descriptor left = open_itself(dot_lock_path_, O_RDONLY);
  if (!left || !bears_dot_lock_mark(left.get())) return;
  if (::flock(left.get(), LOCK_EX | LOCK_NB) != 0) return;
  if (leads_to(dot_lock_path_, left.get())) ::unlink(dot_lock_path_.c_str());
}

void MailboxLock::refresh() noexcept {
  if (!dot_lock_ || Clock::now() - refreshed_ < refreshed_every) return;
  refreshed_ = Clock::now();
  ::futimens(dot_lock_->descriptor(), nullptr);
}

void MailboxLock::release() noexcept {
  if (dot_lock_) remove_or_tell(dot_lock_path_);
  dot_lock_.reset();
  file_ = Descriptor();
}

}  // namespace absolve::cli
