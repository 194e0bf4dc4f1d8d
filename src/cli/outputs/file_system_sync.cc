#include "file_system_sync.h"

#include <fcntl.h>
#include <sys/utsname.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string>
#include <tuple>

#include "../../text/numbers.h"

namespace absolve::cli {
namespace {

/// Whether syncfs(2) says what could not be written: since Linux 5.8.
bool reports_errors() noexcept {
  struct utsname system {};
  if (::uname(&system) != 0) return false;
  const std::string_view release(static_cast<const char*>(system.release));
  const std::size_t dot = release.find('.');
  if (dot == std::string_view::npos) return false;
  const std::string_view behind = release.substr(dot + 1);
  const auto major = read_number<unsigned>(release.substr(0, dot));
  const auto minor = read_number<unsigned>(behind.substr(0, behind.find_first_not_of("0123456789")));
  return major && minor && std::tuple(*major, *minor) >= std::tuple(5U, 8U);
}

bool is_known(int folder) noexcept {
  constexpr std::array<unsigned long, 4> known = {0xEF53, 0x58465342, 0x9123683E, 0xF2F52010};  // ext2 to 4, XFS,
                                                                                                // Btrfs, F2FS
  struct statfs system {};
  return ::fstatfs(folder, &system) == 0 &&
         std::ranges::find(known, static_cast<unsigned long>(system.f_type)) != known.end();
}

}  // namespace

FileSystemSync::FileSystemSync(std::string folder) {
  if (!reports_errors()) return;
  for (;;) {
    while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
    folder_ = Descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder_ || folder == "/" || folder == ".") break;
    folder = directory_of(folder);
    if (folder == "./") folder = ".";
  }
  struct stat status {};
  if (!folder_ || ::fstat(folder_.get(), &status) != 0 || !is_known(folder_.get())) folder_ = Descriptor();
  else device_ = status.st_dev;
}

bool FileSystemSync::sync() const noexcept { return ::syncfs(folder_.get()) == 0; }

}  // namespace absolve::cli
