#pragma once

#include "../options/settings.h"
#include "../outputs/outcome.h"

namespace absolve::cli {

/// Does what the settings say, input by input; one that fails doesn't stop the others.
[[nodiscard]] Status run(const Settings& settings);

}  // namespace absolve::cli
