// main() calls run() with the settings from the command line, and ends the process with the status that it returns.

#pragma once

#include "../options/settings.h"
#include "../outputs/outcome.h"

namespace absolve::cli {

/// Does what the settings say, input by input; if one fails, the others are processed nevertheless.
[[nodiscard]] Status run(const Settings& settings);

}  // namespace absolve::cli
