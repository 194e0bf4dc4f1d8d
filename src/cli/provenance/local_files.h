// Tells whether a relative reference leads to a file on the disk. JobInput passes these functions on, so that the plan
// can keep such references.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace absolve::cli {

/// Whether the path of a relative reference, decoded, leads from a file to another regular file, or to itself: a local
/// copy. A path from the root doesn't.
[[nodiscard]] bool leads_to_file(const std::string& from, std::string_view path) noexcept;

/// The same, but only as browsers and their users see it: not beyond the folder that was named (the first `root_size`
/// bytes of `from`, with a slash at its end) or, if the file itself was (0), that of the file; `..` ends the name
/// before it; nothing that the path names may be a symbolic link; and a folder stands for the index.html in it.
[[nodiscard]] bool leads_to_file_below(const std::string& from, std::size_t root_size, std::string_view path);

/// Whether the file that a path of leads_to_file() leads to has another name than in its URL, which an extended
/// attribute tells: with an ending that wget -E adds, or with a query in it. Only wget -k makes links to such names.
[[nodiscard]] bool leads_to_renamed_file(const std::string& from, std::string_view path);

/// Whether wget -K has left the original of a page beside it: then the links of the page were converted.
[[nodiscard]] bool has_original_of_wget(const std::string& path);

}  // namespace absolve::cli
