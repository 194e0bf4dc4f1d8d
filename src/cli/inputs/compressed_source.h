#pragma once

#include "absolve/compressed_stream.h"
#include "byte_source.h"
#include "input.h"

namespace absolve::cli {

/// What an input that is compressed with gzip or zstd decompresses to, as it comes. The input must outlive it.
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

/// The first bytes of what an input decompresses to: `size` of them, or as many as there are, as far as they can be
/// read. The input stays where it is; some hundred bytes of it are waited for.
[[nodiscard]] std::string decompressed_beginning(Input& input, ContentCoding coding, std::size_t size);

}  // namespace absolve::cli
