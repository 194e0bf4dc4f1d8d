// Normalizes, joins and compares paths by their text, and asks the system what only it knows about them. Used for the
// list of jobs, for the paths of outputs, and where URLs are looked up by the names of files.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "../../text/last_name.h"

namespace absolve::cli {

/// A path without `.`, doubled slashes, a slash at its end and, after a name, `..`: only by its text, whatever links it
/// leads through. "" for the folder where it starts. Linear.
[[nodiscard]] std::string normal_path(std::string_view path);

/// The normalized absolute path, where `folder` is the normalized path of the working folder ("": unknown; then a
/// relative path remains relative).
[[nodiscard]] std::string absolute_path(std::string_view path, const std::string& folder);

/// `folder`, a slash, and a normalized path.
[[nodiscard]] std::string joined_path(std::string_view folder, std::string_view path);

/// The part of a path after the folder, without a slash before it; both must be normalized. nullopt if it isn't below
/// the folder.
[[nodiscard]] std::optional<std::string_view> path_below(std::string_view folder, std::string_view path) noexcept;

/// "" if it is unknown, as it was removed or can't be reached.
[[nodiscard]] std::string working_folder();

/// A path that users can use: for one through an open folder (open_folder.h), the current path of that.
[[nodiscard]] std::string usable_path(const std::string& path);

/// The absolute path with all symbolic links resolved; "" if it leads nowhere.
[[nodiscard]] std::string real_path(const std::string& path);

}  // namespace absolve::cli
