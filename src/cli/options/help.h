#pragma once

#include <string>

namespace absolve::cli {

/// What --help prints.
[[nodiscard]] std::string help();

}  // namespace absolve::cli
