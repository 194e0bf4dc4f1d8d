#pragma once

#include <cstddef>
#include <string_view>

#include "absolve/container.h"
#include "input.h"

namespace absolve::cli {

/// Cuts an input into pieces that can be planned one by one, so that memory holds no more than one of them.
class Pieces {
 public:
  Pieces(Input& input, Container container) noexcept : input_(input), container_(container) {}

  /// The next piece with its frame, which lives until the next call. The first may be empty; empty ones after it mean
  /// the end. Throws InputError.
  [[nodiscard]] std::string_view next();

  // What came before the last piece.
  [[nodiscard]] std::size_t lines_before() const noexcept { return lines_; }
  [[nodiscard]] std::size_t bytes_before() const noexcept { return bytes_; }
  [[nodiscard]] std::size_t messages_before() const noexcept { return messages_; }
  [[nodiscard]] bool at_start() const noexcept { return bytes_ == 0; }

 private:
  Input& input_;
  Container container_;
  std::string_view piece_;
  std::size_t lines_ = 0;
  std::size_t bytes_ = 0;
  std::size_t messages_ = 0;
};

}  // namespace absolve::cli
