#pragma once

#include "absolve/compressed_stream.h"
#include "byte_source.h"
#include "input.h"

namespace absolve::cli {

/// Decompresses an input in gzip or zstd while it is read. The input must outlive it.
class CompressedSource final : public ByteSource {
 public:
  CompressedSource(Input& input, ContentCoding coding)
      : reader_(coding, [&input](std::span<char> room) { return input.take(room); }) {}

  [[nodiscard]] std::size_t read(std::span<char> room) override {
    const std::size_t size = reader_.read(room);
    if (size == 0 && !reader_.error().empty()) throw InputError(reader_.error());
    return size;
  }

 private:
  CompressedReader reader_;
};

/// The first `size` bytes that an input decompresses to, or fewer if there are not so many, or if they can't be read.
/// The position of the input doesn't change. Waits only for some hundred bytes of the input.
[[nodiscard]] std::string decompressed_beginning(Input& input, ContentCoding coding, std::size_t size);

}  // namespace absolve::cli
