// An original that is kept gets its second name by a hard link, so that its own name leads to a complete file at every
// moment; it is only renamed where a file can't have two names.

#include "replacing.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <new>
#include <utility>

#include "../inputs/maildir.h"
#include "../system/files.h"
#include "../system/messages.h"
#include "../system/own_names.h"

namespace absolve::cli {
namespace {

/// The additional names of an original. They are removed again if it isn't replaced.
class KeptNames {
 public:
  explicit KeptNames(const OriginalFile& original) noexcept : original_(original) {}
  ~KeptNames() {
    for (const std::string& name : given_) remove_or_tell(name);
    if (!moved_to_.empty()) static_cast<void>(rename_anew(moved_to_, original_.path));
  }
  KeptNames(const KeptNames&) = delete;
  KeptNames& operator=(const KeptNames&) = delete;

  /// Returns whether the file has the name; false on a file system where no file can have two names. Throws FileError
  /// if another file has it.
  bool give(const std::string& name) {
    if (::link(original_.path.c_str(), name.c_str()) == 0) {
      given_.push_back(name);
      return true;
    }
    const int error = errno;
    if (error == EEXIST && leads_to(name, original_.status)) return true;
    errno = error;
    if (error == EEXIST) fail_to_keep(name);
    return false;
  }

  /// If the file can't have two names, it is renamed to this one. Returns whether that succeeded.
  bool move_to(const std::string& name) {
    if (!is_not_supported(errno) && errno != EMLINK) return false;
    std::string moved_to = name;
    if (!rename_anew(original_.path, name)) return false;
    moved_to_ = std::move(moved_to);
    return true;
  }
  [[nodiscard]] bool has_moved() const noexcept { return !moved_to_.empty(); }

  [[noreturn]] static void fail_to_keep(const std::string& name) { fail("cannot keep the original as " + name); }

  void keep() noexcept {
    given_.clear();
    moved_to_.clear();
  }

 private:
  const OriginalFile& original_;
  std::vector<std::string> given_;
  std::string moved_to_;  // "" if it still has its own name
};

/// Throws a FileError unless the path still leads to the same file with the same status.
void require_unchanged(const OriginalFile& original) {
  const struct stat& read = original.status;
  const struct stat now = examined(original.path);
  // If another of its names now belongs to a new file, the time of its last status change is newer.
  const bool had_names = read.st_nlink > now.st_nlink;
  const bool unchanged = is_same_file(now, read) && now.st_size == read.st_size &&
                         is_same_time(now.st_mtim, read.st_mtim) &&
                         (had_names || is_same_time(now.st_ctim, read.st_ctim));
  if (!unchanged) throw FileError("changed while it was read; not rewritten");
}

/// Writes the names in a folder to disk. The system reports an error only once: a second call would not report it.
/// Throws FileError.
void sync_once(const std::string& directory, std::map<std::string, std::string>& synced) {
  const auto [known, is_new] = synced.try_emplace(directory);
  if (is_new) {
    try {
      sync_directory(directory);
    } catch (const FileError& error) {
      known->second = error.what();
    }
  }
  if (!known->second.empty()) throw FileError(known->second);
}

/// Writes many files to disk by syncing their whole file system; false if each must be synced by itself. This also
/// waits for data of other programs, so it only pays for many files.
bool are_synced(const std::vector<Replacement*>& files, FileSystemSync* file_system) noexcept {
  constexpr std::size_t enough = 32;
  const auto is_there = [&](const Replacement* one) {
    const auto status = status_of(one->descriptor());
    return status && file_system->is_of(*status);
  };
  return file_system != nullptr && files.size() >= enough && std::ranges::all_of(files, is_there) &&
         file_system->sync();
}

/// Reports what went wrong with one file, in fewer words if memory is exhausted: a file in place must not seem to be
/// missing.
void tell(Placed& one, std::string_view what, std::string_view before = {}) noexcept {
  try {
    one.error = std::string(before).append(what);
  } catch (const std::bad_alloc&) {
    one.error = out_of_memory;  // short enough to need no memory
  }
}

}  // namespace

void require_replaceable(const std::string& path, const std::string& suffix, Hardlinks hardlinks) {
  const struct stat status = examined(path);
  if (S_ISLNK(status.st_mode))
    throw FileError("is a symbolic link; left unchanged (name its target, or use --symlinks=follow)");
  if (S_ISDIR(status.st_mode)) throw FileError("is a directory");
  if (!S_ISREG(status.st_mode)) throw FileError("is not a regular file; left unchanged");
  const bool was_killed = status.st_nlink == 2 && !suffix.empty() && leads_to(path + suffix, status);
  if (status.st_nlink > 1 && !was_killed && hardlinks == Hardlinks::refuse) {
    throw FileError("has other names (hard links); left unchanged (--hardlinks=break gives it a copy of its own)");
  }
}

Replacement::Replacement(Kind kind, std::string path, OriginalFile original, std::unique_ptr<NewFile> file,
                         std::string suffix)
    : kind_(kind),
      path_(std::move(path)),
      original_(std::move(original)),
      file_(std::move(file)),
      suffix_(std::move(suffix)) {}

Replacement Replacement::over(OriginalFile original, std::unique_ptr<NewFile> file, std::string suffix,
                              bool keeps_times) {
  file->copy_attributes(original.path, original.status);
  if (keeps_times) file->copy_times(original.status);
  std::string path = original.path;
  return {Kind::over, std::move(path), std::move(original), std::move(file), std::move(suffix)};
}

Replacement Replacement::of_message(OriginalFile original, std::unique_ptr<NewFile> file, std::string name) {
  file->copy_attributes(original.path, original.status);
  file->copy_times(original.status);  // is_leftover depends on them
  return {Kind::message, std::move(name), std::move(original), std::move(file), {}};
}

Replacement Replacement::at(std::string path, std::unique_ptr<NewFile> file, mode_t mode) {
  const auto there = own_status_of(path);
  if (there && !S_ISREG(there->st_mode)) throw FileError(path + " already exists and is not a regular file");
  there ? file->copy_attributes(path, *there) : file->set_default_mode(mode);
  return {Kind::at, std::move(path), {}, std::move(file), {}};
}

Replacement Replacement::made_of(const OriginalFile& read, std::string path, std::unique_ptr<NewFile> file,
                                 bool keeps_times) {
  Replacement result = at(std::move(path), std::move(file), read.status.st_mode);
  result.file_->copy_user_attributes(read.descriptor);
  if (keeps_times) result.file_->copy_times(read.status);
  return result;
}

std::string Replacement::as_given(std::string text) const {
  for (const auto& folder : folders_) {
    if (folder) text = folder->as_given(std::move(text));
  }
  return text;
}

void Replacement::put() {
  if (kind_ == Kind::at) return file_->replace(path_);
  require_unchanged(original_);  // at the last moment
  if (kind_ == Kind::message) {
    if (!file_->appear(path_)) throw FileError("left unchanged, as a later version exists: " + path_);
    return;
  }
  KeptNames names(original_);
  const std::string backup = original_.path + suffix_;
  if (!suffix_.empty() && !names.give(backup) && !names.move_to(backup)) KeptNames::fail_to_keep(backup);
  // If it can't have this name, late mail is still copied, unless something goes wrong.
  if (original_.is_mailbox) names.give(old_name_of(original_.path, original_.status.st_size));
  file_->replace(path_, true);
  has_moved_original_ = names.has_moved();
  names.keep();
}

std::string_view Replacement::notice() const noexcept {
  if (has_moved_original_) return "its file system does not support hard links: the original was kept by renaming it";
  return file_->keeps_mode()
             ? ""
             : "its file system does not support file modes: the new file has the file system's default mode";
}

void Replacement::settle() {
  if (kind_ == Kind::message) remove_older(original_.path, original_.status, path_, examined(file_->descriptor()));
}

bool Replacement::undo() noexcept { return kind_ == Kind::message && ::unlink(path_.c_str()) == 0; }

std::vector<Placed> put_all(const std::vector<Replacement*>& files, Fsync fsync, FileSystemSync* file_system) {
  std::vector<Placed> all(files.size());
  const auto for_each_good = [&](auto&& step) {
    for (std::size_t i = 0; i < files.size(); ++i) {
      if (!all[i].error.empty()) continue;
      try {
        step(*files[i]);
      } catch (const FileError& error) {
        tell(all[i], files[i]->as_given(error.what()));
      } catch (const std::bad_alloc&) {
        tell(all[i], out_of_memory);
      }
    }
  };
  if (fsync != Fsync::none && !are_synced(files, file_system)) for_each_good([](Replacement& one) { one.sync(); });
  for_each_good([](Replacement& one) { one.put(); });
  for (Placed& one : all) one.is_there = one.error.empty();
  std::map<std::string, std::string> synced;  // folders, and what went wrong with each
  for_each_good([&](Replacement& one) {
    // A message has a new name: that must be on disk before the old one is removed.
    const bool must_be_named = fsync == Fsync::full || (fsync == Fsync::file && one.is_message());
    if (must_be_named) sync_once(one.directory(), synced);
    one.settle();
  });
  for (std::size_t i = 0; i < files.size(); ++i) {
    Placed& one = all[i];
    if (!one.is_there || one.error.empty()) continue;
    one.is_there = !files[i]->undo();
    if (!one.is_there) continue;
    tell(one, one.error,
         files[i]->is_message() ? "was not removed, and its new version is beside it: "
                                : "was written, but may be lost if the system crashes: ");
  }
  return all;
}

}  // namespace absolve::cli
