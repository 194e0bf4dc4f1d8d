// Loaded before the C library (LD_PRELOAD), it has system calls of a program go wrong, and others act between them.
// INJECT holds a rule a line: a call, which of its calls, and what is to happen then.
//
//     fsync 2 EIO                 it fails
//     link 0 EPERM                each of them does
//     write 1 short               it writes half of what it is given
//     rename 1 run echo x >> box  sh does that before it
//     readdir 0 DT_UNKNOWN        it doesn't say of what kind a name is
//
// Unlike strace it needs no right to trace, and is there wherever the tests are built.

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdarg>
#include <cstdlib>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <utility>

namespace {

struct Calls {
  std::map<std::pair<std::string, int>, std::string> actions;  // by call and number
  std::map<std::string, int> seen;

  Calls() {
    const char* const rules = std::getenv("INJECT");
    std::istringstream lines(rules == nullptr ? "" : rules);
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      std::string call;
      int number = 0;
      std::string action;
      if (words >> call >> number && std::getline(words >> std::ws, action)) actions[{call, number}] = action;
    }
    ::unsetenv("LD_PRELOAD");  // what is run between calls is left alone
  }
};

/// The rule for this call, "" where there is none. Programs call from several threads.
std::string next_action(const char* call) {
  static std::mutex mutex;
  static Calls calls;
  const std::lock_guard lock(mutex);
  const auto each = calls.actions.find({call, 0});
  const auto found = each != calls.actions.end() ? each : calls.actions.find({call, ++calls.seen[call]});
  return found == calls.actions.end() ? std::string() : found->second;
}

/// What is to happen with this call; "": nothing. What is to be run has been.
std::string action_at(const char* call) {
  const std::string action = next_action(call);
  if (!action.starts_with("run ")) return action;
  static_cast<void>(std::system(action.c_str() + 4) != 0);
  return {};
}

bool fails(const std::string& action) {
  constexpr auto errors = std::to_array<std::pair<const char*, int>>({
      {"EIO", EIO},
      {"ENOSPC", ENOSPC},
      {"EACCES", EACCES},
      {"EINVAL", EINVAL},
      {"EPERM", EPERM},
      {"EOPNOTSUPP", EOPNOTSUPP},
  });
  for (const auto& [name, error] : errors) {
    if (action != name) continue;
    errno = error;
    return true;
  }
  return false;
}

template <class... Types>
int done(const char* call, Types... values) {
  if (fails(action_at(call))) return -1;
  return reinterpret_cast<int (*)(Types...)>(::dlsym(RTLD_NEXT, call))(values...);
}

}  // namespace

extern "C" {

int fsync(int fd) { return done("fsync", fd); }
int syncfs(int fd) noexcept { return done("syncfs", fd); }
int rename(const char* from, const char* to) noexcept { return done("rename", from, to); }
/// Counted together with those by path.
int renameat(int from, const char* old_name, int to, const char* name) noexcept {
  static const auto next =
      reinterpret_cast<int (*)(int, const char*, int, const char*)>(::dlsym(RTLD_NEXT, "renameat"));
  return fails(action_at("rename")) ? -1 : next(from, old_name, to, name);
}
int link(const char* from, const char* to) noexcept { return done("link", from, to); }
int linkat(int from, const char* old_name, int to, const char* name, int flags) noexcept {
  return done("linkat", from, old_name, to, name, flags);
}
int renameat2(int from, const char* old_name, int to, const char* name, unsigned flags) noexcept {
  return done("renameat2", from, old_name, to, name, flags);
}
int fchmod(int fd, mode_t mode) noexcept { return done("fchmod", fd, mode); }
int fchown(int fd, uid_t user, gid_t group) noexcept { return done("fchown", fd, user, group); }
int unlink(const char* path) noexcept { return done("unlink", path); }
int fstatat(int folder, const char* path, struct stat* status, int flags) noexcept {
  return done("fstatat", folder, path, status, flags);
}
int ftruncate(int fd, off_t size) noexcept { return done("ftruncate", fd, size); }
int fallocate(int fd, int mode, off_t at, off_t size) { return done("fallocate", fd, mode, at, size); }

dirent* readdir(DIR* folder) {
  static const auto next = reinterpret_cast<dirent* (*)(DIR*)>(::dlsym(RTLD_NEXT, "readdir"));
  dirent* const entry = next(folder);
  if (entry != nullptr && action_at("readdir") == "DT_UNKNOWN") entry->d_type = DT_UNKNOWN;
  return entry;
}

/// A file without a name is its own call: `tmpfile`.
int openat(int folder, const char* path, int flags, ...) {
  static const auto next = reinterpret_cast<int (*)(int, const char*, int, mode_t)>(::dlsym(RTLD_NEXT, "openat"));
  va_list more;
  va_start(more, flags);
  const mode_t mode = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(more, mode_t) : 0;
  va_end(more);
  if ((flags & O_TMPFILE) == O_TMPFILE && fails(action_at("tmpfile"))) return -1;
  return next(folder, path, flags, mode);
}

ssize_t pread(int fd, void* room, size_t size, off_t at) {
  static const auto next = reinterpret_cast<ssize_t (*)(int, void*, size_t, off_t)>(::dlsym(RTLD_NEXT, "pread"));
  return fails(action_at("pread")) ? -1 : next(fd, room, size, at);
}

ssize_t write(int fd, const void* bytes, size_t size) {
  static const auto next = reinterpret_cast<ssize_t (*)(int, const void*, size_t)>(::dlsym(RTLD_NEXT, "write"));
  const std::string action = action_at("write");
  if (fails(action)) return -1;
  return next(fd, bytes, action == "short" ? size / 2 : size);
}
}
