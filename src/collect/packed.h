// Opening puts a Packed around the Lines of a list, a stream or a table that is compressed, so that it is divided into
// units as well.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "../codec/compression/decompressor.h"
#include "collection.h"

namespace absolve::collect {

/// A collection that is compressed with gzip or zstd: it is decompressed as it is given, and its output
/// is compressed in the same way.
class Packed final : public Collection {
 public:
  /// `is_held` means that the text is held as a whole, and so limited in proportion to its compressed size.
  Packed(codec::Coding coding, std::unique_ptr<Collection> inner, bool is_held)
      : coding_(coding), is_held_(is_held), decompressor_(coding), inner_(std::move(inner)) {}

  [[nodiscard]] ByteQueue& bytes() override { return decompressor_.bytes(); }
  void end() override { decompressor_.end(); }
  [[nodiscard]] std::unique_ptr<Work> next(std::size_t size) override;
  [[nodiscard]] bool is_over() const noexcept override { return inner_->is_over(); }
  [[nodiscard]] bool is_slow_to_cut() const noexcept override { return true; }
  void finish(Output& output) override;

 private:
  class PackedWork;

  [[nodiscard]] bool decompress();

  std::string header_;  // the first bytes
  const codec::Coding coding_;
  const bool is_held_;
  codec::Decompressor decompressor_;
  std::unique_ptr<Collection> inner_;
  std::uint64_t given_ = 0;
};

}  // namespace absolve::collect
