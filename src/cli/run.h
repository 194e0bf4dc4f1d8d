#pragma once

#include "settings.h"

namespace absolve::cli {

/// How it went, worst last.
enum class Status : unsigned char {
  done,
  left_unread,     // all is written, but something in it that may hold links was left
  relative_found,  // by --check
  failed,          // usage error, or an input failed: what was to be written is missing or incomplete
};

/// The exit status of the process: 0, 3, 1, 2.
[[nodiscard]] int exit_code(Status status) noexcept;

/// Does what the settings say, input by input; one that fails doesn't stop the others.
[[nodiscard]] Status run(const Settings& settings);

}  // namespace absolve::cli
