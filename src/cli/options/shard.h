#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace absolve::cli {

/// One of as many shares of a run.
struct Shard {
  std::uint64_t number;  // from 0
  std::uint64_t count;   // from 1 to max_shards

  friend bool operator==(const Shard&, const Shard&) = default;
};

inline constexpr std::uint64_t max_shards = 1'000'000;

/// What --shard says: `I/N`, or `slurm`: the place of a task in an array of Slurm, as the environment has it.
/// `variable` looks a name up in it; nullptr: it isn't there. Throws UsageError.
[[nodiscard]] Shard shard_from(const std::string& text, const std::function<const char*(const char*)>& variable);

}  // namespace absolve::cli
