// Opening makes Pieces for a mailbox, and for each input that is one unit or is only copied. Lines cuts its input with
// the same Cutter.

#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

#include "../find/container.h"
#include "absolve/input.h"
#include "absolve/options.h"
#include "absolve/rewriter.h"
#include "collection.h"

namespace absolve::collect {

/// How many line ends are in some bytes. Linear.
[[nodiscard]] std::size_t lines_in(std::string_view bytes) noexcept;

/// What the units of an input are: all but the first continue it.
class ContinuedInput {
 public:
  explicit ContinuedInput(Input what) : first_(std::move(what)), further_(first_) { further_.continues = true; }

  [[nodiscard]] const Input& at(const SourcePlace& place) const noexcept {
    return place.bytes == 0 ? first_ : further_;
  }
  [[nodiscard]] const Input& first() const noexcept { return first_; }

 private:
  Input first_;
  Input further_;
};

/// Cuts the bytes of an input into pieces (container.h), each at the front of the queue:
///
///     | piece | piece | ...
///     0       at      at + next
class Cutter {
 public:
  explicit Cutter(Container container) noexcept : container_(container) {}

  /// The size of the piece at `at`; nullopt if it is not complete.
  [[nodiscard]] std::optional<std::size_t> size_of_piece(std::string_view text, std::size_t at, bool has_ended);
  /// How much of the piece that is not complete was looked at, and how much of it is needed, in bytes.
  [[nodiscard]] std::size_t seen() const noexcept { return seen_; }
  [[nodiscard]] std::size_t wants() const noexcept { return next_window(container_, seen_).min; }
  /// The place after a piece.
  [[nodiscard]] SourcePlace after(SourcePlace place, std::string_view piece) const noexcept;

 private:
  Container container_;
  std::size_t seen_ = 0;
};

/// An input as a whole, the messages of a mailbox, or the blocks of what is only copied.
class Pieces final : public Collection {
 public:
  Pieces(Container container, Input what, const Options& options)
      : cutter_(container), what_(std::move(what)), options_(options) {}

  [[nodiscard]] ByteQueue& bytes() override { return queue_; }
  void end() override { has_ended_ = true; }
  [[nodiscard]] std::unique_ptr<Work> next(std::size_t size) override;
  [[nodiscard]] std::size_t wants() const noexcept override;
  [[nodiscard]] bool is_over() const noexcept override { return is_over_; }
  void finish(Output&) override {}

 private:
  class PieceWork;

  ByteQueue queue_;
  Cutter cutter_;
  const ContinuedInput what_;
  const Options& options_;
  SourcePlace place_;       // of the next piece
  std::size_t passed_ = 0;  // bytes at the front of the queue that are cut
  bool has_ended_ = false;
  bool is_over_ = false;
};

}  // namespace absolve::collect
