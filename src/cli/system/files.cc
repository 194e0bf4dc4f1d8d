#include "files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <vector>

#include "signals.h"

namespace absolve::cli {
namespace {

constexpr std::string_view paths_of_open = "/proc/self/fd/";

template <class Error>
[[noreturn]] void fail_as(std::string_view action, int code) {
  throw Error(std::string(action) + ": " + std::strerror(code), code);
}

}  // namespace

void fail(std::string_view action) { fail_as<FileError>(action, errno); }

void fail_to_read(std::string_view action) { fail_as<InputError>(action, errno); }

Descriptor::~Descriptor() {
  if (fd_ >= 0) ::close(fd_);
}

std::optional<struct stat> status_of(const std::string& path) noexcept {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 ? std::optional(status) : std::nullopt;
}

std::optional<struct stat> status_of(int file) noexcept {
  struct stat status {};
  return ::fstat(file, &status) == 0 ? std::optional(status) : std::nullopt;
}

std::optional<struct stat> own_status_of(const std::string& path) noexcept {
  struct stat status {};
  const auto [folder, name] = at(path);
  return ::fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? std::optional(status) : std::nullopt;
}

struct stat examined(const std::string& path) {
  if (const auto status = own_status_of(path)) return *status;
  fail("cannot examine");
}

struct stat examined(int file) {
  if (const auto status = status_of(file)) return *status;
  fail("cannot examine");
}

bool leads_to(const std::string& path, const struct stat& file) noexcept {
  const auto status = own_status_of(path);
  return status && is_same_file(*status, file);
}

bool have_same_bytes(int a, int b) {
  const auto first = status_of(a);
  const auto second = status_of(b);
  if (!first || !second || first->st_size != second->st_size) return false;
  constexpr std::size_t at_once = std::size_t{1} << 16;
  std::string one(at_once, '\0');
  std::string other(at_once, '\0');
  for (off_t at = 0; at < first->st_size;) {
    const ssize_t got = ::pread(a, one.data(), one.size(), at);
    if (got <= 0 || ::pread(b, other.data(), static_cast<std::size_t>(got), at) != got) return false;
    const auto size = static_cast<std::size_t>(got);
    if (std::string_view(one).substr(0, size) != std::string_view(other).substr(0, size)) return false;
    at += got;
  }
  return true;
}

std::string directory_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "./" : path.substr(0, slash + 1);
}

bool has_paths_of_open() noexcept {
  static const bool has = ::access("/proc/self/fd", F_OK) == 0;
  return has;
}

std::string path_of_open(int file) { return std::string(paths_of_open) + std::to_string(file); }

At at(const std::string& path) noexcept {
  const char* const end = path.data() + path.size();
  unsigned folder = 0;
  if (!path.starts_with(paths_of_open)) return {AT_FDCWD, path.c_str()};
  const auto [slash, error] = std::from_chars(path.data() + paths_of_open.size(), end, folder);
  if (error != std::errc() || slash == end || *slash != '/') return {AT_FDCWD, path.c_str()};
  const char* const name = std::find_if(slash, end, [](char c) { return c != '/'; });  // not a path from the root
  return {static_cast<int>(folder), name == end ? "." : name};
}

namespace {

bool is_pipe(const std::string& path) {
  const auto status = status_of(path);
  return status && S_ISFIFO(status->st_mode);
}

}  // namespace

int open_to_read(const std::string& path) {
  // While open(2) waits for the other end of a pipe, a signal that comes just before that is missed.
  constexpr int flags = O_RDONLY | O_CLOEXEC | O_NOCTTY;
  Descriptor file(::open(path.c_str(), flags | O_NONBLOCK));
  if (!file && errno == EWOULDBLOCK) file = Descriptor(::open(path.c_str(), flags));  // a lease will soon be given up
  const auto status = file ? status_of(file.get()) : std::nullopt;
  if (!status) return -1;
  if (S_ISFIFO(status->st_mode)) wait_to_read(file.get());
  if (::fcntl(file.get(), F_SETFL, ::fcntl(file.get(), F_GETFL) & ~O_NONBLOCK) != 0) return -1;
  return file.release();
}

Descriptor open_itself(const std::string& path, int access) {
  // A pipe that is opened for both never blocks. Other programs may be checking just now who has the mailbox open (by a
  // lease); it is worth waiting for them.
  const int how = access == O_RDONLY ? O_NONBLOCK : 0;
  const auto [folder, name] = at(path);
  return Descriptor(::openat(folder, name, access | how | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY));
}

int open_to_write(const std::string& path) {
  constexpr int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
  Descriptor file(::open(path.c_str(), flags, 0666));
  while (!file && errno == ENXIO && is_pipe(path)) {
    wait_a_moment();
    file = Descriptor(::open(path.c_str(), flags, 0666));
  }
  if (file && ::fcntl(file.get(), F_SETFL, ::fcntl(file.get(), F_GETFL) & ~O_NONBLOCK) != 0) return -1;
  return file.release();
}

bool is_not_supported(int error) noexcept { return error == EPERM || error == EOPNOTSUPP || error == ENOSYS; }

bool rename_anew(const std::string& from, const std::string& to) noexcept {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return true;
  if (errno != EINVAL && errno != ENOSYS) return false;
  const Descriptor taken(::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (!taken) return false;
  if (std::rename(from.c_str(), to.c_str()) == 0) return true;
  const int error = errno;
  ::unlink(to.c_str());
  errno = error;
  return false;
}

void for_each_name_in(const std::string& directory, const std::function<void(const char* name)>& visit) {
  const std::unique_ptr<DIR, int (*)(DIR*)> open(::opendir(directory.c_str()), ::closedir);
  while (const dirent* const entry = open ? ::readdir(open.get()) : nullptr) visit(entry->d_name);
}

void sync_directory(const std::string& directory) {
  const Descriptor open(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // Some folders can't be opened, and some file systems can't sync a folder.
  if (open && ::fsync(open.get()) != 0 && errno != EINVAL) fail("cannot write " + directory);
}

void make_folder(const std::string& path, bool lasting) {
  std::vector<std::string> around;  // folders in which others are created
  for (std::string at = path; lasting && !at.empty() && !status_of(at); at = around.back()) {
    while (at.size() > 1 && at.back() == '/') at.pop_back();
    around.push_back(directory_of(at));
  }
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) throw FileError("cannot create the folder " + path + ": " + error.message(), error.value());
  for (const std::string& folder : around) sync_directory(folder);
}

std::size_t max_open_files() noexcept {
  constexpr rlim_t most = 1 << 20;
  rlimit limit{};
  return ::getrlimit(RLIMIT_NOFILE, &limit) == 0 ? static_cast<std::size_t>(std::min(limit.rlim_cur, most)) : 0;
}

mode_t process_umask() noexcept {
  static const mode_t mask = [] {
    const mode_t current = ::umask(0);
    ::umask(current);
    return current;
  }();
  return mask;
}

bool open_standard_descriptors() noexcept {
  // The first two have the wrong access mode, so that using them is an error; messages are discarded.
  constexpr std::array<int, 3> modes = {O_WRONLY, O_RDONLY, O_WRONLY};
  for (int fd = 0; fd < 3; ++fd) {
    const bool closed = ::fcntl(fd, F_GETFD) < 0 && errno == EBADF;
    if (closed && ::open("/dev/null", modes[static_cast<std::size_t>(fd)]) != fd) return false;
  }
  return true;
}

}  // namespace absolve::cli
