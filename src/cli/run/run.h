#pragma once

#include "outcome.h"
#include "../options/settings.h"

namespace absolve::cli {

/// The exit status of the process: 0, 3, 1, 2.
[[nodiscard]] int exit_code(Status status) noexcept;

/// Does what the settings say, input by input; one that fails doesn't stop the others.
[[nodiscard]] Status run(const Settings& settings);

}  // namespace absolve::cli
