#pragma once

#include <cstdint>
#include <string>

namespace absolve::cli {

/// Which options --help shows: those that are used most, or, with --help=all, all.
enum class Help : std::uint8_t { common, all };

/// The output of --help.
[[nodiscard]] std::string help(Help which);

}  // namespace absolve::cli
