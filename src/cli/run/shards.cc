#include "shards.h"

namespace absolve::cli {
namespace {

/// Holds the product of a length and a number of shards.
__extension__ using Wide = unsigned __int128;

}  // namespace

Stretch stretch_of(Shard shard, std::uint64_t length) noexcept {
  const auto border = [&](std::uint64_t number) {
    return static_cast<std::uint64_t>(Wide{length} * number / shard.count);
  };
  return {border(shard.number), border(shard.number + 1)};
}

std::uint64_t shard_at(std::uint64_t place, std::uint64_t length, std::uint64_t count) noexcept {
  return static_cast<std::uint64_t>((Wide{count} * (Wide{place} + 1) - 1) / length);
}

}  // namespace absolve::cli
