// The old file keeps a name beside the mailbox (own_names.h) as long as mail may still be appended to it; it is removed
// when all of this mail was copied.

#include "late_mail.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <optional>

#include "../system/files.h"
#include "../system/own_names.h"
#include "../system/signals.h"
#include "mailbox_lock.h"

namespace absolve::cli {
namespace {

using std::chrono::milliseconds;

constexpr const char* cannot_append = "cannot append late mail";

/// Bytes [from, to) of a file; fewer if it doesn't have so many.
std::string bytes_of(int file, off_t from, off_t to) {
  std::string bytes;
  try {
    bytes.resize(static_cast<std::size_t>(to - from));
  } catch (const std::exception&) {
    throw FileError("too much late mail for the available memory");
  }
  std::size_t size = 0;
  while (size < bytes.size()) {
    const ssize_t got = ::pread(file, bytes.data() + size, bytes.size() - size, from + static_cast<off_t>(size));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("cannot read late mail");
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
  }
  bytes.resize(size);
  return bytes;
}

/// Appends bytes to a mailbox in one write, so that no others come in between: all of them or none.
void append(std::string_view bytes, int mailbox) {
  const off_t before = examined(mailbox).st_size;
  const auto size = static_cast<off_t>(bytes.size());
  const int flags = ::fcntl(mailbox, F_GETFL);
  if (flags < 0 || ::fcntl(mailbox, F_SETFL, flags | O_APPEND) != 0) fail(cannot_append);
  // Some file systems can't tell whether there is enough space.
  int answer = -1;
  do answer = ::fallocate(mailbox, FALLOC_FL_KEEP_SIZE, before, size);
  while (answer != 0 && errno == EINTR);
  if (answer != 0 && errno != EOPNOTSUPP) fail(cannot_append);
  off_t written = 0;
  while (written < size) {
    const ssize_t wrote = ::write(mailbox, bytes.data() + written, static_cast<std::size_t>(size - written));
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) break;
    written += wrote;
  }
  if (written == size && ::fsync(mailbox) == 0) return;
  const int error = errno;
  // If another program has appended something without a lock, that must not be cut off.
  if (examined(mailbox).st_size == before + written && ::ftruncate(mailbox, before) != 0) fail(cannot_append);
  errno = error;
  fail(cannot_append);
}

/// Whether a mailbox ends with these bytes: then a run was killed right after it had copied them.
bool ends_with(int mailbox, std::string_view bytes) {
  const off_t size = examined(mailbox).st_size;
  const auto last = static_cast<off_t>(bytes.size());
  return size >= last && bytes_of(mailbox, size - last, size) == bytes;
}

/// The name of an old file in a folder.
class OldFile {
 public:
  OldFile(const std::string& mailbox, int file, off_t taken)
      : mailbox_(mailbox), file_(file), taken_(taken), name_(old_name_of(mailbox, taken)) {}

  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] bool has_name() const { return leads_to(name_, file_); }

  /// The mail that came late.
  [[nodiscard]] std::string late_mail() const {
    return bytes_of(file_, taken_, std::max(examined(file_).st_size, taken_));
  }

  /// Removes it: all of it was copied, and nobody appends any more. Returns "", as keep() returns a message.
  [[nodiscard]] std::string remove() const {
    if (::unlink(name_.c_str()) != 0 && errno != ENOENT) fail("cannot remove " + name_);
    return "";
  }

  /// Keeps it: `late` more bytes were copied, but a program that has it open may append more. Returns a message.
  [[nodiscard]] std::string keep(std::size_t late) {
    const std::string name = old_name_of(mailbox_, taken_ + static_cast<off_t>(late));
    if (name != name_ && std::rename(name_.c_str(), name.c_str()) != 0) fail("cannot rename " + name_);
    name_ = name;
    return "another program still has the replaced file open: it is kept as " + name_ +
           ", and the next run transfers mail that is still appended to it";
  }

 private:
  const std::string& mailbox_;
  int file_;
  off_t taken_;
  std::string name_;
};

[[noreturn]] void fail_with_place(const FileError& error, const OldFile& old) {
  const std::string rest = old.late_mail().empty()
                               ? "; the replaced file is kept as " + old.name() + ", and the next run removes it"
                               : "; late mail is at the end of " + old.name() + ", and the next run transfers it";
  throw FileError(error.what() + rest, error.code());
}

}  // namespace

std::string bring_over_late_mail(const ReplacedMailbox& mailbox, milliseconds patience) {
  ::flock(mailbox.put, LOCK_UN);  // it was locked as a new file
  OldFile old(mailbox.path, mailbox.old, mailbox.taken);
  try {
    const bool had_name = old.has_name();
    // A backup is the same file, and keeps its mode.
    if (had_name && examined(mailbox.old).st_nlink == 1) ::fchmod(mailbox.old, S_IRUSR | S_IWUSR);
    const bool is_over = wait_for_writers(mailbox.old, patience);
    const std::string late = old.late_mail();
    if (!late.empty()) {
      std::optional<MailboxLock> lock;
      try {
        lock.emplace(mailbox.path, MailboxLock::max_patience, milliseconds::zero());  // `put` is open for writing
      } catch (const FileError&) {
        if (had_name) throw;  // otherwise better without the lock than losing the mail
      } catch (const Interrupted&) {
        if (had_name) throw FileError("the run was stopped");
      }
      if (had_name && !old.has_name()) return "";  // another run has copied it
      if (!leads_to(mailbox.path, mailbox.put)) throw FileError("was replaced again");
      append(late, mailbox.put);
    }
    if (!had_name) return "";
    return is_over ? old.remove() : old.keep(late.size());
  } catch (const FileError& error) {
    if (!old.has_name()) throw;
    fail_with_place(error, old);
  }
}

std::vector<std::string> old_names_in(const std::string& directory) {
  std::vector<std::string> names;
  for_each_name_in(directory, [&](const char* name) {
    if (is_old_name(name)) names.emplace_back(name);
  });
  std::ranges::sort(names);
  return names;
}

std::string bring_over_left_mail(const std::string& directory, const std::string& old_name, milliseconds patience) {
  const OldName said = *read_old_name(old_name);
  const std::string mailbox = mailbox_of(directory, old_name);
  const Descriptor file = open_itself(directory + old_name, O_RDONLY);
  if (!file && errno == ENOENT) return "";  // another run has copied it
  if (!file) fail("cannot open " + old_name);
  const struct stat status = examined(file.get());
  if (!S_ISREG(status.st_mode)) throw FileError(old_name + " is not a regular file; left unchanged");
  OldFile old(mailbox, file.get(), said.taken);
  const bool is_over = leads_to(mailbox, file.get()) || wait_for_writers(file.get(), patience);
  try {
    const MailboxLock lock(mailbox, MailboxLock::max_patience, milliseconds::zero());
    if (!old.has_name()) return "";  // another run has copied it
    const Descriptor put = open_itself(mailbox, O_RDWR);
    if (!put) fail("cannot open");
    const struct stat now = examined(put.get());
    if (!S_ISREG(now.st_mode) || !leads_to(mailbox, put.get())) throw FileError("is a different file now");
    if (is_same_file(now, status)) return old.remove();  // it was not replaced
    // Anybody who may write in the folder could have given any file this name.
    if (now.st_uid != status.st_uid) throw FileError(old_name + " belongs to another user; left unchanged", EPERM);
    const std::string late = old.late_mail();
    if (!ends_with(put.get(), late)) append(late, put.get());
    return is_over ? old.remove() : old.keep(late.size());
  } catch (const FileError& error) {
    if (error.code() == EPERM) throw;
    if (error.code() == ENOENT && is_over && old.late_mail().empty()) return old.remove();  // of no mailbox any more
    fail_with_place(error, old);
  }
}

}  // namespace absolve::cli
