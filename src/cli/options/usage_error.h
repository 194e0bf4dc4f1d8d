#pragma once

#include <stdexcept>

namespace absolve::cli {

/// The command line requests something impossible; what() says why.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace absolve::cli
