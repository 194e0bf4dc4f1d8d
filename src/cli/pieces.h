#pragma once

#include <cstddef>
#include <string_view>

#include "absolve/plan.h"
#include "input.h"

namespace absolve::cli {

/// Cuts an input into pieces that can be planned one by one, so that memory holds no more than one of them.
class Pieces {
 public:
  enum class Cut : unsigned char { nowhere, at_lines, at_messages };

  Pieces(Input& input, Cut cut) noexcept : input_(input), cut_(cut) {}

  /// The next piece, which lives until the next call. The first may be empty; empty ones behind it mean the end.
  /// Throws InputError.
  [[nodiscard]] std::string_view next();

  // What came before the last piece.
  [[nodiscard]] std::size_t lines_before() const noexcept { return lines_; }
  [[nodiscard]] std::size_t bytes_before() const noexcept { return bytes_; }
  [[nodiscard]] std::size_t messages_before() const noexcept { return messages_; }
  [[nodiscard]] bool at_start() const noexcept { return bytes_ == 0; }

 private:
  [[nodiscard]] std::string_view lines();
  [[nodiscard]] std::string_view message();

  Input& input_;
  Cut cut_;
  std::string_view piece_;
  std::size_t lines_ = 0;
  std::size_t bytes_ = 0;
  std::size_t messages_ = 0;
};

}  // namespace absolve::cli
