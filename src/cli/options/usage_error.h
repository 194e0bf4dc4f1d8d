// Thrown by whoever notices, before the first job is begun, that the run can't be done as requested; main() catches it,
// prints it, and ends the process with status 2.

#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace absolve::cli {

/// The command line requests something impossible; what() says why.
struct UsageError : std::runtime_error {
  explicit UsageError(const std::string& what, std::string wrong = {})
      : std::runtime_error(what), word(std::move(wrong)) {}

  std::string word;  // that is wrong: an option, or the value of one; "" if it is more than a word
};

}  // namespace absolve::cli
