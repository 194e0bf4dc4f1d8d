#include "destination.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "../system/paths.h"
#include "late_mail.h"
#include "replacing.h"

namespace absolve::cli {
namespace {

/// Whether the path is a name for something that is already open.
bool names_a_descriptor(const std::string& path) {
  return path.starts_with("/proc/") || path.starts_with("/dev/fd/") || path.starts_with("/dev/std");
}

}  // namespace

bool is_put_in_place(const std::string& path) {
  if (path == "-" || names_a_descriptor(path)) return false;
  const auto status = status_of(path);
  return !status || S_ISREG(status->st_mode);
}

Destination::Destination(const std::optional<std::string>& path, Hardlinks hardlinks) : hardlinks_(hardlinks) {
  if (!path || *path == "-" || *path == "/dev/stdout") return;
  const auto status = status_of(*path);
  if (!status && errno != ENOENT) fail("cannot open");
  if (status && S_ISDIR(status->st_mode)) throw FileError("is a folder (--output-dir writes into a folder)");
  if ((status && !S_ISREG(status->st_mode)) || names_a_descriptor(*path)) {
    open_.emplace(open_to_write(*path));
    if (!*open_) fail("cannot open");
    return;
  }
  name_ = *path;
  path_ = end_of_links(name_);
  clear_leftovers(directory_of(path_));
  file_ = std::make_unique<NewFile>(directory_of(path_));
}

int Destination::descriptor() const noexcept {
  if (file_) return file_->descriptor();
  return open_ ? open_->get() : STDOUT_FILENO;
}

bool Destination::replaces(const OpenInput& input) const {
  const auto status = file_ ? status_of(path_) : std::nullopt;
  return status && is_same_file(*status, input.status());
}

void Destination::prepare_for(OpenInput& input, bool locks) {
  const std::scoped_lock lock(preparing_);
  require_replaceable(name_, {}, hardlinks_);
  if (locks && !lock_) {
    lock_.emplace(path_);
    input.reopen();
  }
  if (source_) return;
  source_.emplace(Source{Descriptor(::fcntl(input.descriptor(), F_DUPFD_CLOEXEC, 3)), input.status()});
  if (!source_->file) fail("cannot open");
}

std::string Destination::commit() {
  if (!file_) return "";
  Replacement replacement =
      source_ ? Replacement::over({path_, source_->status, lock_.has_value()}, std::move(file_), {}, false)
              : Replacement::at(path_, std::move(file_));
  const std::vector<Placed> placed = put_all({&replacement}, Fsync::full);
  const auto& [is_there, error] = placed.front();
  std::string notice;
  if (is_there && lock_) {
    lock_->release();
    notice = bring_over_late_mail({path_, source_->file.get(), source_->status.st_size, replacement.descriptor()});
  }
  if (!error.empty()) throw FileError(error);
  return notice;
}

}  // namespace absolve::cli
