#pragma once

#include "settings.h"

namespace absolve::cli {

/// The exit status, worst last.
enum class Status { done = 0, relative_found = 1, failed = 2 };

/// Does what the settings say, input by input; one that fails doesn't stop the others.
[[nodiscard]] Status run(const Settings& settings);

}  // namespace absolve::cli
