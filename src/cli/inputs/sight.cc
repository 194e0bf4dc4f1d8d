#include "sight.h"

#include <cerrno>
#include <cstring>

#include "../options/usage_error.h"
#include "../system/files.h"

namespace absolve::cli {

void fail_if_sharded(const Settings& settings, const std::string& path, std::string_view why) {
  if (!settings.shard) return;
  throw UsageError("--shard: " + path + ": " + std::string(why) +
                   "; if another shard can, files would be skipped or processed twice, so this shard does nothing "
                   "(--exclude leaves out what is found in a folder)");
}

bool says_that_nothing_is_there(int error) noexcept { return error == ENOENT || error == ENOTDIR || error == ELOOP; }

std::optional<struct stat> status_in_sight(const Settings& settings, const std::string& path) {
  auto status = status_of(path);
  if (status) return status;
  if (const int error = errno; !says_that_nothing_is_there(error)) {
    fail_if_sharded(settings, path, std::string("cannot examine: ") + std::strerror(error));
  }
  return status;
}

}  // namespace absolve::cli
