#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

#include "absolve/container.h"
#include "input.h"
#include "source_place.h"

namespace absolve::cli {

/// Cuts an input into pieces that can be planned one by one, so that memory holds no more than one of them.
class Pieces {
 public:
  using Pass = std::function<void(std::string_view bytes)>;

  /// `max_size`: of a piece, in bytes; a longer one is passed over, and `pass` is handed its bytes, in blocks.
  explicit Pieces(Input& input, Container container, std::size_t max_size = SIZE_MAX, Pass pass = nullptr)
      : input_(input), container_(container), max_size_(max_size), pass_(std::move(pass)) {}

  /// The next piece with its frame, which lives until the next call. The first may be empty; empty ones after it mean
  /// the end. Throws InputError.
  [[nodiscard]] std::string_view next();

  /// Whether there is another piece, or the end, without waiting for more of the input. What next() returned is gone.
  [[nodiscard]] bool has_next() { return find(Waits::no); }

  /// Whether the last piece was passed over, as it is too long: what is seen of it is what ends it.
  [[nodiscard]] bool was_too_long() const noexcept { return was_too_long_; }

  /// Where the last piece stands.
  [[nodiscard]] const SourcePlace& place() const noexcept { return place_; }

 private:
  enum class Waits : bool { no, yes };

  [[nodiscard]] bool find(Waits waits);
  void pass_over();

  Input& input_;
  Container container_;
  std::size_t max_size_;
  Pass pass_;
  bool was_too_long_ = false;
  std::string_view piece_;
  std::optional<std::size_t> next_size_;  // of the piece behind it, where that was looked for
  SourcePlace place_;
};

}  // namespace absolve::cli
