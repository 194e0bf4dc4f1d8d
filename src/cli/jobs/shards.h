// With --shard, each process makes the whole list of jobs; then jobs_of() calls keep_share(), which keeps the jobs of
// its own share.

#pragma once

#include <cstdint>

#include "../inputs/job.h"
#include "../options/settings.h"
#include "../options/shard.h"

namespace absolve::cli {

/// A range on the line that all inputs form when they are laid end to end.
///
///     a.html   b.css  crawl.warc.gz              c.html
///     |-------||-----||-------------------------||-----|
///     |           |           |           |            |
///      0/4         1/4         2/4         3/4
///
/// An input belongs to the shard in whose range it begins: a.html and b.css to 0/4, c.html to 3/4. An archive that can
/// be cut is processed by all shards whose ranges contain a byte of it.
struct ShardRange {
  std::uint64_t begin;
  std::uint64_t end;

  [[nodiscard]] bool holds(std::uint64_t place) const noexcept { return begin <= place && place < end; }
  [[nodiscard]] bool covers(ShardRange other) const noexcept { return begin <= other.begin && other.end <= end; }
  [[nodiscard]] bool meets(ShardRange other) const noexcept {
    return (begin > other.begin ? begin : other.begin) < (end < other.end ? end : other.end);
  }
  friend bool operator==(const ShardRange&, const ShardRange&) = default;
};

/// The range of a shard on a line of this length: exact, so that ranges meet without gaps.
[[nodiscard]] ShardRange byte_range_of(Shard shard, std::uint64_t length) noexcept;

/// The number of the shard, out of `count`, whose range contains a place on the line.
[[nodiscard]] std::uint64_t shard_at(std::uint64_t place, std::uint64_t length, std::uint64_t count) noexcept;

/// Keeps the share of settings.shard of all jobs. All inputs are laid end to end, in order; the length of each is its
/// size in bytes plus one. With -i all have the same length, as sizes change while other shards rewrite. See
/// ShardRange. An archive in gzip members that isn't rewritten in place may be processed in parts: such a job has a
/// range, and its output has the name of the part. Throws UsageError if another output has the name of a part.
void keep_share(Jobs& jobs, const Settings& settings);

}  // namespace absolve::cli
