// The loop in rewriter.cc begins with an Opening for each input, and so do streams in Python and WebAssembly. When
// enough bytes have come to tell what the input is, it makes the collection for it, and passes all calls on to that.

#pragma once

#include <memory>

#include "collection.h"
#include "run.h"

namespace absolve::collect {

/// An input, whose first bytes tell which collection it is.
class Opening final : public Collection {
 public:
  /// `is_made` says whether something is made of it, or would be.
  Opening(const RunSettings& settings, Input input, bool is_made)
      : settings_(settings), input_(std::move(input)), is_made_(is_made) {}

  [[nodiscard]] ByteQueue& bytes() override { return opened_ ? opened_->bytes() : queue_; }
  void end() override;
  [[nodiscard]] std::unique_ptr<Work> next(std::size_t size) override;
  [[nodiscard]] bool is_over() const noexcept override { return opened_ && opened_->is_over(); }
  [[nodiscard]] std::size_t wants() const noexcept override;
  [[nodiscard]] bool is_slow_to_cut() const noexcept override { return opened_ && opened_->is_slow_to_cut(); }
  void finish(Output& output) override { opened_->finish(output); }

 private:
  [[nodiscard]] std::unique_ptr<Collection> open();

  const RunSettings& settings_;
  Input input_;  // moves on when it is opened
  const bool is_made_;
  ByteQueue queue_;
  bool has_ended_ = false;
  std::unique_ptr<Collection> opened_;
};

}  // namespace absolve::collect
