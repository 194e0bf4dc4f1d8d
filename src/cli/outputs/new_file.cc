#include "new_file.h"

#include <fcntl.h>
#include <linux/limits.h>
#include <sys/file.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <new>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "../system/local_file_system.h"
#include "../system/messages.h"
#include "../system/own_names.h"
#include "../system/paths.h"

namespace absolve::cli {
namespace {

constexpr std::time_t an_hour = 3600;

// A file is named by its path or by what it is open on.
ssize_t list_attributes(const std::string& path, std::span<char> list) {
  return ::llistxattr(path.c_str(), list.data(), list.size());
}
ssize_t list_attributes(int file, std::span<char> list) { return ::flistxattr(file, list.data(), list.size()); }
ssize_t get_attribute(const std::string& path, const std::string& name, std::span<char> value) {
  return ::lgetxattr(path.c_str(), name.c_str(), value.data(), value.size());
}
ssize_t get_attribute(int file, const std::string& name, std::span<char> value) {
  return ::fgetxattr(file, name.c_str(), value.data(), value.size());
}

/// The names of a file's extended attributes. They are read in one call: between two calls the list could grow.
template <class File>
std::vector<std::string> attribute_names(const File& file) {
  std::array<char, XATTR_LIST_MAX> text;  // NOLINT(*-member-init): the kernel fills it
  const ssize_t size = list_attributes(file, text);
  if (size < 0 && errno == ENOTSUP) return {};
  if (size < 0) fail("cannot list the extended attributes");
  const char* const end = text.data() + size;
  std::vector<std::string> names;
  for (const char* at = text.data(); at < end; at += names.back().size() + 1) names.emplace_back(at);
  return names;
}

template <class File>
std::string attribute_value(const File& file, const std::string& name) {
  std::array<char, XATTR_SIZE_MAX> value;  // NOLINT(*-member-init): the kernel fills it
  const ssize_t size = get_attribute(file, name, value);
  if (size < 0) fail("cannot read the extended attribute " + name);
  return {value.data(), static_cast<std::size_t>(size)};
}

void set_attribute(int file, const std::string& name, const std::string& value) {
  if (::fsetxattr(file, name.c_str(), value.data(), value.size(), 0) != 0) {
    fail("cannot keep the extended attribute " + name);
  }
}

bool has_attribute(int fd, const std::string& name, const std::string& value) {
  std::string own(value.size() + 1, '\0');
  const ssize_t size = get_attribute(fd, name, own);
  return size >= 0 && own.substr(0, static_cast<std::size_t>(size)) == value;
}

/// Removes a file that nobody writes any longer: it isn't locked. If other machines may write there, it must be old,
/// too.
void clear_if_left(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  const auto open = status_of(file.get());
  if (!open || !S_ISREG(open->st_mode)) return;
  const std::time_t age = std::time(nullptr) - open->st_mtim.tv_sec;
  if (age < an_hour && !local_file_system_of(file.get())) return;  // a lock might not be visible
  if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) return;
  if (leads_to(path, *open)) ::unlink(path.c_str());
}

}  // namespace

NewFile::NewFile(std::string directory, std::string_view hint)
    : directory_(std::move(directory)), file_([&] {
        // A name can only be given through /proc. If the process is killed before that, nothing is left.
        const auto [folder, name] = at(directory_);
        Descriptor unnamed(::openat(folder, name, O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR));
        if (unnamed && has_paths_of_open()) return unnamed;
        temporary_ = directory_ + temporary_template();
        return Descriptor(::mkostemp(temporary_.data(), O_CLOEXEC));
      }()) {
  if (!file_) {
    temporary_.clear();
    fail(("cannot create a file in " + directory_).append(hint));
  }
  if (!temporary_.empty()) lock();
}

/// clear_leftovers leaves it alone. If there are no locks, that gets none either.
void NewFile::lock() { ::flock(file_.get(), LOCK_EX | LOCK_NB); }

NewFile::~NewFile() { forget_name(); }

void NewFile::forget_name() {
  if (!temporary_.empty()) remove_or_tell(temporary_);
  temporary_.clear();
}

void NewFile::copy_attributes(const std::string& original, const struct stat& status) {
  const auto has_owner = [&](const struct stat& own) {
    return own.st_uid == status.st_uid && own.st_gid == status.st_gid;
  };
  if (::fchown(file_.get(), status.st_uid, status.st_gid) != 0 && !is_so(has_owner)) fail("cannot keep the owner");
  has_copied_ = true;
  auto wanted = attribute_names(original);
  std::erase(wanted, "security.capability");
  // A directory may pass access rights on to new files.
  for (const std::string& name : attribute_names(file_.get())) {
    if (std::ranges::find(wanted, name) != wanted.end() || ::fremovexattr(file_.get(), name.c_str()) == 0) continue;
    if (name.starts_with("system.")) fail("cannot remove the extended attribute " + name);
  }
  for (const std::string& name : wanted) {
    const std::string value = attribute_value(original, name);
    // Attributes of security modules can't always be set.
    if (!has_attribute(file_.get(), name, value)) set_attribute(file_.get(), name, value);
  }
  set_mode(status.st_mode & 01777);  // last, as it may forbid the operations before
}

/// On a file system where nobody can choose owner or mode, all files may already have the right ones. errno is
/// preserved.
template <class Condition>
bool NewFile::is_so(Condition&& condition) const {
  const int error = errno;
  const auto own = status_of(file_.get());
  const bool is_it = own && condition(*own);
  errno = error;
  return is_it;
}

/// Returns whether the file has the mode; if not, errno is set.
bool NewFile::copy_mode(mode_t mode) {
  return ::fchmod(file_.get(), mode) == 0 ||
         is_so([&](const struct stat& own) { return (own.st_mode & 07777) == mode; });
}

void NewFile::set_mode(mode_t mode) {
  if (!copy_mode(mode)) fail("cannot set the mode");
}

void NewFile::set_default_mode(mode_t mode) {
  keeps_mode_ = copy_mode(mode & 0777 & ~process_umask());
  if (!keeps_mode_ && !is_not_supported(errno)) fail("cannot set the mode");
}

void NewFile::copy_user_attributes(int original) noexcept try {
  const auto for_each_of_a_user = [](int file, auto&& visit) {
    for (const std::string& name : attribute_names(file)) {
      if (name.starts_with("user.")) visit(name);
    }
  };
  if (has_copied_) {
    for_each_of_a_user(file_.get(), [&](const std::string& name) { ::fremovexattr(file_.get(), name.c_str()); });
  }
  for_each_of_a_user(
      original, [&](const std::string& name) { set_attribute(file_.get(), name, attribute_value(original, name)); });
} catch (const std::exception&) {
  // These attributes were not requested.
}

void NewFile::copy_times(const struct stat& status) {
  const std::array<timespec, 2> times = {status.st_atim, status.st_mtim};
  if (::futimens(file_.get(), times.data()) != 0) fail("cannot keep the times");
}

std::uint64_t NewFile::size() const noexcept {
  const auto status = status_of(file_.get());
  return status ? static_cast<std::uint64_t>(status->st_size) : 0;
}

void NewFile::begin_to_finish() const noexcept {
  static_cast<void>(::sync_file_range(file_.get(), 0, 0, SYNC_FILE_RANGE_WRITE) < 0);  // only a hint
}

void NewFile::finish() {
  if (::fsync(file_.get()) != 0) fail("cannot write");
}

/// Gives the unnamed file this name; false if another file has it. Throws FileError.
bool NewFile::give_name(const std::string& path) {
  const auto [folder, name] = at(path);
  if (::linkat(AT_FDCWD, path_of_open(file_.get()).c_str(), folder, name, AT_SYMLINK_FOLLOW) == 0) return true;
  if (errno != EEXIST) fail("cannot name the new file");
  return false;
}

void NewFile::replace(const std::string& path, bool is_expected) {
  if (temporary_.empty()) {
    if (!is_expected && give_name(path)) return;
    lock();
  }
  while (temporary_.empty()) {  // a name that exists can only be replaced by renaming
    std::string name = directory_ + temporary_name();
    if (give_name(name)) temporary_ = std::move(name);
  }
  const auto [old_folder, old_name] = at(temporary_);
  const auto [folder, name] = at(path);
  if (::renameat(old_folder, old_name, folder, name) != 0) fail("cannot put the new file in place");
  temporary_.clear();
}

bool NewFile::appear(const std::string& path) {
  if (temporary_.empty()) return give_name(path);
  if (rename_anew(temporary_, path)) {
    temporary_.clear();
    return true;
  }
  if (errno != EEXIST) fail("cannot name the new file");
  return false;
}

void remove_or_tell(const std::string& path) noexcept {
  if (::unlink(path.c_str()) == 0 || errno == ENOENT) return;
  const int error = errno;
  try {
    complain(printable(usable_path(path)), std::string("cannot remove: ") + std::strerror(error));
  } catch (const std::bad_alloc&) {
    complain("", "cannot remove a lock or a temporary file");
  }
}

void clear_leftovers(const std::string& directory) {
  for_each_name_in(directory, [&](const char* name) {
    if (is_temporary(name)) clear_if_left(directory + name);
  });
}

}  // namespace absolve::cli
