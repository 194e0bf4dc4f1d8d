// Which share of the run this process does. parse() reads it from --shard, and keep_share() in jobs/ keeps the jobs of
// that share.

#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace absolve::cli {

/// One of several shares of a run.
struct Shard {
  std::uint64_t number;  // from 0
  std::uint64_t count;   // from 1 to max_shards

  friend bool operator==(const Shard&, const Shard&) = default;
};

inline constexpr std::uint64_t max_shards = 1'000'000;

/// The value of --shard: `I/N`, or `slurm`: the position of a task in a Slurm job array, from the environment.
/// `variable` looks up a name in it; nullptr if it isn't set. Throws UsageError.
[[nodiscard]] Shard shard_from(const std::string& text, const std::function<const char*(const char*)>& variable);

}  // namespace absolve::cli
