#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

#include "absolve/container.h"
#include "open_input.h"
#include "source_place.h"

namespace absolve::cli {

/// Cuts an input into pieces that can be planned one by one, so that only one of them is in memory.
class Pieces {
 public:
  using Pass = std::function<void(std::string_view bytes)>;

  /// `max_size`: of a piece, in bytes. A longer piece is skipped: `pass` receives its bytes, in blocks.
  explicit Pieces(OpenInput& input, Container container, std::size_t max_size = SIZE_MAX, Pass pass = nullptr)
      : input_(input), container_(container), max_size_(max_size), pass_(std::move(pass)) {}

  /// The next piece with its frame, valid until the next call. The first may be empty; any other empty piece means the
  /// end. Throws InputError.
  [[nodiscard]] std::string_view next();

  /// Whether another piece, or the end, is available without waiting for more input. Invalidates the result of next().
  [[nodiscard]] bool has_next() { return find(Waits::no); }

  /// Whether the last piece was skipped because it is too long; next() returned only its end.
  [[nodiscard]] bool was_too_long() const noexcept { return was_too_long_; }

  /// The place of the last piece.
  [[nodiscard]] const SourcePlace& place() const noexcept { return place_; }

 private:
  enum class Waits : bool { no, yes };

  [[nodiscard]] bool find(Waits waits);
  void pass_over();

  OpenInput& input_;
  Container container_;
  std::size_t max_size_;
  Pass pass_;
  bool was_too_long_ = false;
  std::string_view piece_;
  std::optional<std::size_t> next_size_;  // size of the piece after the current one, if that was searched for
  SourcePlace place_;
};

}  // namespace absolve::cli
