// Normalizes, joins and compares paths by their text, and asks the system what only it knows about them: which links
// they lead through, and whether two lead to the same place. Used for the list of jobs, for the paths of outputs, and
// where URLs are looked up by the names of files.

#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

#include "../../text/last_name.h"
#include "files.h"

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

/// Identifies where something is, or would be, by whatever path: the existing file; if there is none, the innermost
/// existing folder around it, and the path in that.
struct Place {
  FileId id;
  std::string rest;  // "" if it exists

  friend auto operator<=>(const Place&, const Place&) = default;
};

/// The place of a path, with links followed, including those that lead to nothing yet.
[[nodiscard]] Place place_of(const std::string& path);

/// Where a chain of symbolic links ends, whether a file exists there or not. Throws FileError if it doesn't end.
[[nodiscard]] std::string end_of_links(std::string path);

}  // namespace absolve::cli
