#include "destination.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>

namespace absolve::cli {
namespace {

std::string real_path(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> resolved(::realpath(path.c_str(), nullptr), std::free);
  if (!resolved) fail("cannot find");
  return resolved.get();
}

/// Whether the path is a name for something that is open already, such as /dev/stdout.
bool names_a_descriptor(const std::string& path) { return path.starts_with("/dev/") || path.starts_with("/proc/"); }

bool is_symbolic_link(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 && S_ISLNK(status.st_mode);
}

}  // namespace

Destination::Destination(const std::optional<std::string>& path) {
  if (!path || *path == "/dev/stdout") return;
  struct stat status {};
  const bool exists = ::stat(path->c_str(), &status) == 0;
  const bool replaceable = exists ? S_ISREG(status.st_mode) : !is_symbolic_link(*path);
  if (!replaceable || names_a_descriptor(*path)) {
    open_.emplace(::open(path->c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0666));
    if (!*open_) fail("cannot open");
    return;
  }
  file_.emplace(exists ? real_path(*path) : *path);
  if (exists) {
    file_->set_mode(status.st_mode & 07777);
  } else {
    file_->set_default_mode();
  }
}

int Destination::descriptor() const noexcept {
  if (file_) return file_->descriptor();
  return open_ ? open_->get() : STDOUT_FILENO;
}

void Destination::commit() {
  if (!file_) return;
  file_->finish();
  file_->commit();
}

}  // namespace absolve::cli
