#include "local_file_system.h"

#include <sys/vfs.h>

#include <algorithm>
#include <array>

namespace absolve::cli {
namespace {

constexpr auto file_systems = std::to_array<LocalFileSystem>({
    {0xEF53, true},       // ext2 to ext4
    {0x58465342, true},   // XFS
    {0x9123683E, true},   // Btrfs
    {0xF2F52010, true},   // F2FS
    {0x01021994, false},  // tmpfs
    {0x794C7630, false},  // overlayfs
    {0x2FC12FC1, false},  // ZFS
});

}  // namespace

std::optional<LocalFileSystem> local_file_system_of(int file) noexcept {
  struct statfs system {};
  if (::fstatfs(file, &system) != 0) return std::nullopt;
  const auto found =
      std::ranges::find(file_systems, static_cast<unsigned long>(system.f_type), &LocalFileSystem::magic);
  return found == file_systems.end() ? std::nullopt : std::optional(*found);
}

}  // namespace absolve::cli
