#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "absolve/export.h"
#include "absolve/plan.h"

namespace absolve {

/// A place in a source as editors count it: line and column from 1; columns in bytes (in code units if the source is
/// UTF-16).
struct Position {
  std::size_t line;
  std::size_t column;
};

/// Finds the line and column of an offset in the source of a plan. The source must outlive it; the plan need not. Calls
/// in ascending order of offsets together take one pass over the source; a call in any other order reads at most 64
/// KiB. Only one thread at a time may use it.
///
///     absolve::LineCounter lines(plan);
///     for (const absolve::Link& link : plan.links()) {
///       if (const auto offset = plan.source_offset(link)) std::cout << lines.at(*offset).line << '\n';
///     }
class ABSOLVE_API LineCounter {
 public:
  explicit LineCounter(const Plan& plan);
  explicit LineCounter(const Plan&& plan) = delete;

  /// `offset` in bytes from 0, at most the size of the source.
  [[nodiscard]] Position at(std::size_t offset);

 private:
  /// The line of the last result.
  struct Line {
    std::size_t number = 1;
    std::size_t begin = 0;
    std::size_t scanned = 0;  // between `begin` and here no other line starts
  };

  [[nodiscard]] std::size_t next_line(std::size_t from, std::size_t limit) const noexcept;
  void scan_to(std::size_t offset) noexcept;

  std::string_view source_;
  std::size_t unit_;  // size of a code unit in bytes
  bool big_endian_;
  Line line_;
  std::vector<Line> marks_;  // one every 64 KiB, as far as the source has been scanned
};

}  // namespace absolve
