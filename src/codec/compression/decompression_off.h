#pragma once

#include "compressed.h"
#include "decompression.h"

namespace absolve::codec {

/// In place of a decompression that a build leaves out: its first step is an error that says so.
class NoDecompression final : public Decompression {
 public:
  void begin() override {}
  [[nodiscard]] Step step(std::string_view, std::span<char>) override {
    return {.taken = 0, .given = 0, .is_end = false, .fault = Fault::left_out};
  }
};

}  // namespace absolve::codec
