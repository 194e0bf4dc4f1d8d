#pragma once

#include <stdexcept>

namespace absolve::cli {

/// The command line asks for what can't be; what() says why.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace absolve::cli
