#pragma once

#include <string>

namespace absolve::cli {

/// Whether what a path leads to may be replaced by a report or an index: it is one, of any kind and whichever version
/// of absolve wrote it, or it is empty, or nothing is there.
[[nodiscard]] bool looks_like_report(const std::string& path);

}  // namespace absolve::cli
