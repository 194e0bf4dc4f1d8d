// Tells whether two paths lead to the same place, even if nothing exists there yet. forbid_places_of_others() compares
// reports and -o with all other files of the run in this way, and Destination finds the file that a link leads to.

#pragma once

#include <compare>
#include <string>

#include "files.h"

namespace absolve::cli {

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
