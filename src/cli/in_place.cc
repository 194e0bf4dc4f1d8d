#include "in_place.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace absolve::cli {
namespace {

constexpr std::size_t copied_at_once = std::size_t{1} << 20;

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
  if (S_ISDIR(status.st_mode)) throw FileError("is a directory");
  if (!S_ISREG(status.st_mode)) throw FileError("is no regular file; left as it is");
  if (status.st_nlink > 1) throw FileError("has other names (hard links); left as it is");
}

InPlace::InPlace(std::string path, std::string suffix, const Input& input, Times times, std::string directory)
    : path_(std::move(path)),
      suffix_(std::move(suffix)),
      input_(input),
      times_(times),
      directory_(std::move(directory)) {}

void InPlace::add(const Plan& plan) {
  if (!new_ && plan.edits().empty()) {
    unchanged_ += plan.source().size();
    return;
  }
  if (!new_) begin();
  plan.for_each_piece([&](std::string_view piece) { writer_->write_lasting(piece); });
  writer_->let_go();  // before the plan and its source go
}

/// Copies what was left as it is.
void InPlace::begin() {
  new_.emplace(path_, directory_);
  writer_.emplace(new_->descriptor());
  std::string buffer(copied_at_once, '\0');
  for (std::size_t at = 0; at < unchanged_;) {
    const ssize_t got =
        ::pread(input_.descriptor(), buffer.data(), std::min(buffer.size(), unchanged_ - at), static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("cannot read");
    if (got == 0) throw FileError("changed while it was read; left as it is");
    writer_->write(std::string_view(buffer).substr(0, static_cast<std::size_t>(got)));
    at += static_cast<std::size_t>(got);
  }
}

bool InPlace::commit() {
  if (!new_) return false;
  writer_->flush();
  new_->take_after(input_.descriptor(), input_.status());
  if (times_ == Times::kept) new_->take_times(input_.status());
  new_->finish();
  require_unchanged(path_, input_.status());  // at the last moment
  const std::string backup = path_ + suffix_;
  const bool keeps = !suffix_.empty();
  if (keeps && ::link(path_.c_str(), backup.c_str()) != 0) fail("cannot keep the original as " + backup);
  try {
    new_->commit();
  } catch (const FileError&) {
    if (keeps) ::unlink(backup.c_str());
    throw;
  }
  return true;
}

}  // namespace absolve::cli
