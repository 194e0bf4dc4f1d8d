// The text that parse() returns for --version, so that there is no run.

#pragma once

#include <string>

namespace absolve::cli {

/// What --version prints; in detail, with -v: how the program was built, and what it can do.
[[nodiscard]] std::string version(bool in_detail);

}  // namespace absolve::cli
