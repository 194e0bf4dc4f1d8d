#pragma once

#include "../options/settings.h"
#include "../outputs/outcome.h"

namespace absolve::cli {

/// Does what the settings say, input by input; if one fails, the others are processed nevertheless.
[[nodiscard]] Status run(const Settings& settings);

}  // namespace absolve::cli
