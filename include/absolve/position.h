#pragma once

#include <cstddef>
#include <string_view>

#include "absolve/plan.h"

namespace absolve {

/// A place in a source as editors count: both from 1, columns in bytes (in code units where the source is UTF-16).
struct Position {
  std::size_t line;
  std::size_t column;
};

/// Tells positions. Asked in ascending order of offsets, all answers together take one pass over the source.
class LineCounter {
 public:
  explicit LineCounter(const Plan& plan) noexcept;

  /// `offset` in bytes from 0, at most the size of the source.
  [[nodiscard]] Position at(std::size_t offset) noexcept;

 private:
  [[nodiscard]] std::size_t next_line(std::size_t from, std::size_t limit) const noexcept;

  std::string_view source_;
  std::size_t unit_;  // bytes of a code unit
  bool big_endian_;
  std::size_t line_ = 1;
  std::size_t line_begin_ = 0;
  std::size_t scanned_ = 0;  // no line starts between line_begin_ and here
};

}  // namespace absolve
