#pragma once

#include <cstdint>
#include <string>

namespace absolve::cli {

/// Which options --help shows: those that people use most, or, with --help=all, all.
enum class Help : std::uint8_t { common, all };

/// What --help prints.
[[nodiscard]] std::string help(Help which);

}  // namespace absolve::cli
