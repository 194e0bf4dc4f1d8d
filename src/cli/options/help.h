// The texts that parse() returns for -h, --help and --version, so that there is no run.

#pragma once

#include <cstdint>
#include <string>

namespace absolve::cli {

/// Which options are shown: with -h those that fit on one screen, a line each; with --help those that are used most;
/// with
/// --help=all all of them.
enum class Help : std::uint8_t { brief, common, all };

/// The output of -h and --help.
[[nodiscard]] std::string help(Help which);

/// What --version prints; in detail, with -v: how the program was built, and what it can do.
[[nodiscard]] std::string version(bool in_detail);

}  // namespace absolve::cli
