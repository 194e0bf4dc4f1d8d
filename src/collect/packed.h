#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "../codec/compression/decompression.h"
#include "absolve/type.h"
#include "collection.h"

namespace absolve::collect {

/// A collection that is compressed with gzip or zstd: it is decompressed as it is given. Consecutive members or frames
/// make up one text; zeros after the last member are padding. Its output is compressed in the same way.
///
///     1F 8B 08 ... | 1F 8B 08 ... | 0 0 0
class Packed final : public Collection {
 public:
  /// `is_held`: the text is held as a whole, and so limited in proportion to its compressed size.
  Packed(ContentCoding coding, std::unique_ptr<Collection> inner, bool is_held);

  [[nodiscard]] ByteQueue& bytes() override { return queue_; }
  void end() override { has_ended_ = true; }
  [[nodiscard]] std::unique_ptr<Work> next(std::size_t size) override;
  [[nodiscard]] bool is_over() const noexcept override { return inner_->is_over(); }
  [[nodiscard]] bool is_slow_to_cut() const noexcept override { return true; }
  void finish(Output& output) override;

 private:
  class PackedWork;

  [[nodiscard]] bool decompress();
  [[nodiscard]] bool begin();
  [[noreturn]] void fail(std::string_view why) const;

  ByteQueue queue_;
  std::string header_;  // the first bytes
  const ContentCoding coding_;
  const bool is_gzip_;
  const bool is_held_;
  std::unique_ptr<codec::Decompression> decompression_;
  std::unique_ptr<Collection> inner_;
  std::uint64_t given_ = 0;
  bool has_ended_ = false;
  bool has_member_ = false;
  bool is_in_member_ = false;
  bool is_padded_ = false;
};

}  // namespace absolve::collect
