// If /proc is mounted, path_to() returns a path through /proc/self/fd, which system calls accept like any other;
// as_given() puts the path that the user knows into messages instead.

#include "open_folder.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>

#include "files.h"
#include "paths.h"

namespace absolve::cli {
namespace {

constexpr int flags = O_DIRECTORY | O_CLOEXEC | O_NOCTTY;

/// A folder that can be searched but not listed is sufficient, too.
template <class Open>
Descriptor open_somehow(Open&& open) {
  Descriptor file(open(flags | O_RDONLY));
  return !file && errno == EACCES ? Descriptor(open(flags | O_PATH)) : std::move(file);
}

/// nullopt if the kernel doesn't support it, or it is not permitted.
std::optional<Descriptor> open_at_once(int root, const std::string& below) {
  Descriptor file = open_somehow([&](int how) {
    open_how wanted{};
    wanted.flags = static_cast<std::uint64_t>(how);
    wanted.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS;
    return static_cast<int>(::syscall(SYS_openat2, root, below.c_str(), &wanted, sizeof wanted));
  });
  const bool is_unable =
      !file && (errno == ENOSYS || errno == EPERM || errno == EINVAL || errno == E2BIG || errno == EAGAIN);
  return is_unable ? std::nullopt : std::optional(std::move(file));
}

/// Some folders can't be synced: on some file systems, and if they can only be searched.
bool is_synced(int folder) noexcept { return ::fsync(folder) == 0 || errno == EINVAL || errno == EBADF; }

/// `path` is that of the folder, with a slash at its end.
Descriptor open_step_by_step(Descriptor folder, std::string path, std::string_view below, Missing missing) {
  while (folder && !below.empty()) {
    const std::size_t end = std::min(below.find('/'), below.size());
    const std::string name(below.substr(0, end));
    below.remove_prefix(std::min(end + 1, below.size()));
    if (name.empty() || name == ".") continue;
    const bool is_made = missing != Missing::fail && ::mkdirat(folder.get(), name.c_str(), 0777) == 0;
    if (missing != Missing::fail && !is_made && errno != EEXIST) return Descriptor();
    if (is_made && missing == Missing::make_lasting && !is_synced(folder.get())) fail("cannot write " + path);
    path.append(name).append("/");
    folder = open_somehow([&](int how) { return ::openat(folder.get(), name.c_str(), how | O_NOFOLLOW); });
  }
  return folder;
}

}  // namespace

Descriptor open_beneath(const std::string& path, std::size_t root_size, Missing missing) {
  const std::string root = path.substr(0, root_size);
  const std::size_t end = path.rfind('/');
  const std::string below = end != std::string::npos && end > root_size ? path.substr(root_size, end - root_size) : "";
  Descriptor file = open_somehow([&](int how) { return ::open(root.empty() ? "." : root.c_str(), how); });
  if (!file && errno == ENOENT && missing != Missing::fail) {
    make_folder(root, missing == Missing::make_lasting);
    file = open_somehow([&](int how) { return ::open(root.c_str(), how); });
  }
  if (file && !below.empty()) {
    std::optional<Descriptor> found = open_at_once(file.get(), below);
    const bool is_to_be_made = found && !*found && errno == ENOENT && missing != Missing::fail;
    file = found && !is_to_be_made ? std::move(*found) : open_step_by_step(std::move(file), root, below, missing);
  }
  if (file) return file;
  const int error = errno;
  const bool is_link = error == ELOOP || error == EXDEV || error == ENOTDIR;
  throw FileError(is_link ? "its folder is no longer a folder, or is a symbolic link: " + path.substr(0, end + 1)
                          : "cannot open its folder: " + std::string(std::strerror(error)),
                  error);
}

OpenFolder::OpenFolder(const std::string& path, std::size_t root_size, Missing missing)
    : directory_(directory_of(path)),
      file_(open_beneath(path, root_size, missing)),
      way_(has_paths_of_open() ? path_of_open(file_.get()) + "/" : directory_) {}

std::string OpenFolder::as_given(std::string text) const {
  for (std::size_t at = text.find(way_); at != std::string::npos; at = text.find(way_, at + directory_.size())) {
    text.replace(at, way_.size(), directory_);
  }
  return text;
}

Way OpenFolders::way_to(const std::string& path, std::optional<std::size_t> root_size, Missing missing) {
  if (!root_size) return {path};
  const std::string directory = directory_of(path);
  const std::string_view name = last_name(path);
  for (const auto& folder : folders_) {
    if (folder && folder->directory() == directory) return {folder->path_to(name), folder};
  }
  auto folder = std::make_shared<const OpenFolder>(path, *root_size, missing);
  folders_[std::exchange(oldest_, (oldest_ + 1) % max)] = folder;
  return {folder->path_to(name), folder};
}

std::string OpenFolders::as_given(std::string text) const {
  for (const auto& folder : folders_) {
    if (folder) text = folder->as_given(std::move(text));
  }
  return text;
}

}  // namespace absolve::cli
