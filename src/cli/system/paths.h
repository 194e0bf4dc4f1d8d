#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace absolve::cli {

/// A path without `.`, doubled slashes, a slash at its end and, where a name stands before it, `..`: by its text alone,
/// whatever links lead elsewhere. "": the folder it starts from. Linear.
[[nodiscard]] std::string normal_path(std::string_view path);

/// The normal path from the root, where `folder` is the normal path of the working folder ("": unknown; then a relative
/// path stays relative).
[[nodiscard]] std::string absolute_path(std::string_view path, const std::string& folder);

/// `folder`, a slash, and a normal path.
[[nodiscard]] std::string joined_path(std::string_view folder, std::string_view path);

/// What follows the folder in a path, without a slash before it; both are normal. nullopt: it isn't below the folder.
[[nodiscard]] std::optional<std::string_view> path_below(std::string_view folder, std::string_view path) noexcept;

/// What follows the last slash of a path; all of it, where there is none.
[[nodiscard]] constexpr std::string_view last_name(std::string_view path) noexcept {
  return path.substr(path.rfind('/') + 1);  // npos and 1 are 0
}

/// "": nobody knows, as it was removed or can't be reached.
[[nodiscard]] std::string working_folder();

/// A path that people can use: of one through a folder that is open (open_folder.h), where that is now.
[[nodiscard]] std::string usable_path(const std::string& path);

/// The path from the root, all symbolic links followed; "": it leads nowhere.
[[nodiscard]] std::string real_path(const std::string& path);

}  // namespace absolve::cli
