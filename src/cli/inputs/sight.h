// Whoever makes the list of jobs examines files with these functions, so that a shard which can't examine an input does
// nothing at all.

#pragma once

#include <sys/stat.h>

#include <optional>
#include <string>
#include <string_view>

#include "../options/settings.h"

namespace absolve::cli {

// Each shard looks at all inputs and determines by itself which are its own. If one shard couldn't examine something,
// it would arrive at another division than the others: files would be left out or processed twice, without anybody
// noticing.

/// To be called when something can't be examined: with --shard, throws UsageError. Without it, does nothing: reading
/// that input will fail anyway.
void fail_if_sharded(const Settings& settings, const std::string& path, std::string_view why);

/// Whether the error of a call means that there is no such file, which is a valid answer.
[[nodiscard]] bool says_that_nothing_is_there(int error) noexcept;

/// The status of a path, with links followed; nullopt if there is no such file, or, without --shard, it can't be
/// examined. Throws UsageError as above.
[[nodiscard]] std::optional<struct stat> status_in_sight(const Settings& settings, const std::string& path);

}  // namespace absolve::cli
