// The text that parse() returns for -h and --help, so that there is no run.

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

}  // namespace absolve::cli
