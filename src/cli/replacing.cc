#include "replacing.h"

#include <unistd.h>

#include <cerrno>

namespace absolve::cli {
namespace {

bool same(const timespec& a, const timespec& b) noexcept { return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec; }

bool leads_to(const std::string& path, const struct stat& file) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 && is_same_file(status, file);
}

/// Gives the original its second name; returns whether it is new.
bool link_backup(const Original& original, const std::string& backup) {
  if (::link(original.path.c_str(), backup.c_str()) == 0) return true;
  const int error = errno;
  if (error == EEXIST && leads_to(backup, original.status)) return false;
  errno = error;
  fail("cannot keep the original as " + backup);
}

}  // namespace

void require_replaceable(const std::string& path, const std::string& suffix) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) fail("cannot examine");
  if (S_ISLNK(status.st_mode)) throw FileError("is a symbolic link; left as it is (name its target)");
  if (S_ISDIR(status.st_mode)) throw FileError("is a directory");
  if (!S_ISREG(status.st_mode)) throw FileError("is no regular file; left as it is");
  const bool was_killed = status.st_nlink == 2 && !suffix.empty() && leads_to(path + suffix, status);
  if (status.st_nlink > 1 && !was_killed) throw FileError("has other names (hard links); left as it is");
}

void require_unchanged(const std::string& path, const struct stat& read) {
  struct stat now {};
  if (::lstat(path.c_str(), &now) != 0) fail("cannot examine");
  const bool unchanged = is_same_file(now, read) && now.st_size == read.st_size && same(now.st_mtim, read.st_mtim) &&
                         same(now.st_ctim, read.st_ctim);
  if (!unchanged) throw FileError("changed while it was read; left as it is");
}

void replace(const Original& original, NewFile& file, const std::string& suffix) {
  file.take_after(original.path, original.status);
  file.finish();
  require_unchanged(original.path, original.status);  // at the last moment
  const std::string backup = original.path + suffix;
  const bool linked = !suffix.empty() && link_backup(original, backup);
  try {
    file.replace(original.path);
  } catch (const FileError&) {
    if (linked) ::unlink(backup.c_str());
    throw;
  }
  sync_directory(directory_of(original.path));
  if (original.lock == nullptr) return;
  original.lock->release();
  bring_over_late_mail(original.descriptor, original.status, original.path);
}

}  // namespace absolve::cli
