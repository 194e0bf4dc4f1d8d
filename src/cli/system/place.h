#pragma once

#include <compare>
#include <string>

#include "file_id.h"

namespace absolve::cli {

/// Where something is, or would be, whatever leads there: what is there; where nothing is, the innermost folder around
/// it that is there, and the path in that.
struct Place {
  FileId id;
  std::string rest;  // "": it is there

  friend auto operator<=>(const Place&, const Place&) = default;
};

/// The place that a path leads to, links followed, also those that lead to nothing yet.
[[nodiscard]] Place place_of(const std::string& path);

/// Where a chain of symbolic links ends, whether a file is there or not. Throws FileError where it doesn't.
[[nodiscard]] std::string end_of_links(std::string path);

}  // namespace absolve::cli
