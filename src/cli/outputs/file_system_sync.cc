#include "file_system_sync.h"

#include <fcntl.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <string>
#include <tuple>

#include "../../text/numbers.h"
#include "../system/local_file_system.h"

namespace absolve::cli {
namespace {

/// Whether syncfs(2) reports write errors: since Linux 5.8.
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
  const auto status = status_of(folder_.get());
  const auto system = local_file_system_of(folder_.get());
  const bool is_usable = system && system->reports_sync_errors && status;
  if (is_usable) device_ = status->st_dev;
  else folder_ = Descriptor();
}

bool FileSystemSync::sync() noexcept {
  if (::syncfs(folder_.get()) == 0) return true;
  folder_ = Descriptor();
  return false;
}

}  // namespace absolve::cli
