#pragma once

#include <sys/stat.h>

#include <optional>
#include <string>
#include <string_view>

#include "../options/settings.h"

namespace absolve::cli {

// Each shard looks at all inputs and works out by itself which are its own. One that can't look at something would come
// to another division than the others, so that files were left out or done twice, and nobody would tell.

/// To be called where something can't be looked at: with --shard, throws UsageError. Without, does nothing: what can't
/// be looked at fails by itself.
void require_sight(const Settings& settings, const std::string& path, std::string_view why);

/// Whether the error of a call says that nothing is there, which is an answer like any other.
[[nodiscard]] bool says_that_nothing_is_there(int error) noexcept;

/// What a path leads to, links followed; nullopt: nothing is there, or, without --shard, it can't be examined. Throws
/// UsageError as above.
[[nodiscard]] std::optional<struct stat> status_in_sight(const Settings& settings, const std::string& path);

}  // namespace absolve::cli
