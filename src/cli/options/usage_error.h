// Thrown by whoever notices, before the first job is begun, that the run can't be done as requested; main() catches it,
// prints it, and ends the process with status 2.

#pragma once

#include <stdexcept>

namespace absolve::cli {

/// The command line requests something impossible; what() says why.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace absolve::cli
