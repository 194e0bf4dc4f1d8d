#pragma once

#include <cstdint>

#include "../inputs/job.h"
#include "../options/settings.h"
#include "../options/shard.h"

namespace absolve::cli {

/// A stretch of the line on which all inputs lie end to end.
///
///     a.html   b.css  crawl.warc.gz              c.html
///     |-------||-----||-------------------------||-----|
///     |           |           |           |            |
///      0/4         1/4         2/4         3/4
///
/// An input belongs to the shard in which it begins: a.html and b.css to 0/4, c.html to 3/4. An archive that can be cut
/// is done by all shards in which a byte of it lies.
struct ByteRange {
  std::uint64_t begin;
  std::uint64_t end;

  [[nodiscard]] bool holds(std::uint64_t place) const noexcept { return begin <= place && place < end; }
  [[nodiscard]] bool covers(ByteRange other) const noexcept { return begin <= other.begin && other.end <= end; }
  [[nodiscard]] bool meets(ByteRange other) const noexcept {
    return (begin > other.begin ? begin : other.begin) < (end < other.end ? end : other.end);
  }
  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

/// Which part of a line of this length is a shard's: exact, so that shards meet end to end.
[[nodiscard]] ByteRange byte_range_of(Shard shard, std::uint64_t length) noexcept;

/// The number of the shard, of so many, in whose stretch a place of the line lies.
[[nodiscard]] std::uint64_t shard_at(std::uint64_t place, std::uint64_t length, std::uint64_t count) noexcept;

/// Of all that there is to do keeps what is the share of settings.shard. All inputs lie end to end, in their order,
/// each as long as it is in bytes, and one more; with -i each is as long as any other, as sizes change while other
/// shards rewrite. See ByteRange. An archive in gzip members that isn't rewritten where it is may be done in parts:
/// such a job has a range, and its output the name of the part. Throws UsageError where a part can't have its name to
/// itself.
void keep_share(Jobs& jobs, const Settings& settings);

}  // namespace absolve::cli
