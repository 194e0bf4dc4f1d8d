#pragma once

#include <cstddef>
#include <string_view>

#include "absolve/container.h"
#include "input.h"
#include "source_place.h"

namespace absolve::cli {

/// Cuts an input into pieces that can be planned one by one, so that memory holds no more than one of them.
class Pieces {
 public:
  Pieces(Input& input, Container container) noexcept : input_(input), container_(container) {}

  /// The next piece with its frame, which lives until the next call. The first may be empty; empty ones after it mean
  /// the end. Throws InputError.
  [[nodiscard]] std::string_view next();

  /// Where the last piece stands.
  [[nodiscard]] const SourcePlace& place() const noexcept { return place_; }

 private:
  Input& input_;
  Container container_;
  std::string_view piece_;
  SourcePlace place_;
};

}  // namespace absolve::cli
