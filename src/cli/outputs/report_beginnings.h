// forbid_places_of_others() calls looks_like_report() before the first job is begun, so that a report or an index
// replaces nothing but an earlier one or an empty file.

#pragma once

#include <string>

namespace absolve::cli {

/// Whether the file at a path may be replaced by a report or an index: it is one, of any kind and written by any
/// version of absolve; or it is empty, or doesn't exist.
[[nodiscard]] bool looks_like_report(const std::string& path);

}  // namespace absolve::cli
