#pragma once

#include "../../src/find/finding.h"

namespace absolve::test {

/// What a finder is asked where nothing is said.
[[nodiscard]] inline Request plain_request() {
  static const Options options;
  return {.options = options};
}

}  // namespace absolve::test
