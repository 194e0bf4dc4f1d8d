#pragma once

#include <cstdint>

#include "absolve/compressed_stream.h"
#include "byte_source.h"
#include "open_input.h"

namespace absolve::cli {

/// Decompresses an input in gzip or zstd while it is read. The input must outlive it.
class CompressedSource final : public ByteSource {
 public:
  /// Whether the text is read piece by piece, or held as a whole: then there is a limit, in proportion to its
  /// compressed size.
  enum class Text : std::uint8_t { in_pieces, as_a_whole };

  CompressedSource(OpenInput& input, ContentCoding coding, Text text)
      : is_limited_(text == Text::as_a_whole), reader_(coding, [this, &input](std::span<char> room) {
          const std::size_t size = input.take(room);
          taken_ += size;
          return size;
        }) {}

  /// Throws InputError.
  [[nodiscard]] std::size_t read(std::span<char> room) override;

 private:
  bool is_limited_;
  std::uint64_t taken_ = 0;
  std::uint64_t given_ = 0;
  CompressedReader reader_;
};

/// The first `size` bytes that an input decompresses to, or fewer if there are not so many, or if they can't be read.
/// The position of the input doesn't change. Waits only for some hundred bytes of the input.
[[nodiscard]] std::string decompressed_beginning(OpenInput& input, ContentCoding coding, std::size_t size);

}  // namespace absolve::cli
