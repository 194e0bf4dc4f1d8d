#include "in_place.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace absolve::cli {
namespace {

bool same(const timespec& a, const timespec& b) noexcept { return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec; }

/// Throws unless the path still leads to the very file that was read.
void require_unchanged(const std::string& path, const struct stat& read) {
  struct stat now {};
  if (::lstat(path.c_str(), &now) != 0) fail("cannot examine");
  const bool unchanged = now.st_dev == read.st_dev && now.st_ino == read.st_ino && now.st_size == read.st_size &&
                         same(now.st_mtim, read.st_mtim);
  if (!unchanged) throw FileError("changed while it was read; left as it is");
}

}  // namespace

void require_replaceable(const std::string& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) fail("cannot examine");
  if (S_ISLNK(status.st_mode)) throw FileError("is a symbolic link; left as it is (name its target)");
  if (!S_ISREG(status.st_mode)) throw FileError("is no regular file; left as it is");
  if (status.st_nlink > 1) throw FileError("has other names (hard links); left as it is");
}

void rewrite_in_place(const std::string& path, const std::string& suffix, const Input& input, const Plan& plan) {
  if (plan.edits().empty()) return;

  NewFile file(path);
  Writer writer(file.descriptor());
  plan.for_each_piece([&](std::string_view piece) { writer.write_lasting(piece); });
  writer.flush();
  file.take_after(input.descriptor(), input.status());
  require_unchanged(path, input.status());
  if (suffix.empty()) return file.commit();

  const std::string backup = path + suffix;
  if (::link(path.c_str(), backup.c_str()) != 0) fail("cannot keep the original as " + backup);
  try {
    file.commit();
  } catch (const FileError&) {
    ::unlink(backup.c_str());
    throw;
  }
}

}  // namespace absolve::cli
