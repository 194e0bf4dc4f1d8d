#pragma once

#include "../../src/find/finding.h"

namespace absolve::test {

/// What a finder is asked for by who wants to see all.
[[nodiscard]] inline Request plain_request() {
  static const Input input;
  static const Options options = {.also = {.lazy = true, .social = true, .conditional = true}};
  return {.input = input, .options = options};
}

}  // namespace absolve::test
