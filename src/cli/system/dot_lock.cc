#include "dot_lock.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace absolve::cli {

bool bears_dot_lock_mark(int file) noexcept {
  std::array<char, 64> text{};
  const ssize_t size = ::read(file, text.data(), text.size());
  return size > 0 && std::string_view(text.data(), static_cast<std::size_t>(size)).ends_with(dot_lock_mark);
}

bool is_own_dot_lock(const std::string& path) {
  if (!path.ends_with(".lock")) return false;
  const Descriptor file = open_itself(path, O_RDONLY);
  if (file) return bears_dot_lock_mark(file.get());
  if (errno == ENOENT) return true;  // it was removed meanwhile, as locks are
  if (errno == ELOOP) return false;  // a link
  fail("cannot open");
}

Descriptor open_itself(const std::string& path, int access) {
  // A pipe that is opened for both never blocks. Other programs may be checking just now who has the mailbox open (by a
  // lease); it is worth waiting for them.
  const int how = access == O_RDONLY ? O_NONBLOCK : 0;
  return Descriptor(::open(path.c_str(), access | how | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY));
}

}  // namespace absolve::cli
