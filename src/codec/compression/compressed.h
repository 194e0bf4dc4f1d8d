#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "../codec.h"
#include "fault.h"

namespace absolve::codec {

/// Bytes as the libraries of C take them.
[[nodiscard]] inline const std::uint8_t* bytes_of(std::string_view text) noexcept {
  return reinterpret_cast<const std::uint8_t*>(text.data());
}

/// Memory for decompressed bytes. It grows as they arrive, or is allocated at once for a size that was checked to be
/// plausible.
class Decompressed {
 public:
  explicit Decompressed(std::size_t max_size) noexcept : max_(max_size) {}

  /// Space for more bytes: at least one byte, until the limit is exceeded.
  [[nodiscard]] std::span<char> space() {
    if (size_ == text_.size()) text_.resize(std::min(std::max(2 * size_, std::size_t{16} << 10), max_ + 1));
    return {text_.data() + size_, text_.size() - size_};
  }
  /// Space for exactly so many bytes, before any was added; nullopt if that exceeds the limit.
  [[nodiscard]] std::optional<std::span<char>> space(std::size_t size) {
    if (size > max_) return std::nullopt;
    text_.resize(std::max(size, text_.size()));
    return std::span(text_.data(), size);
  }
  /// So many bytes were written to the space.
  void add(std::size_t size) noexcept { size_ += size; }

  [[nodiscard]] bool is_beyond_limit() const noexcept { return size_ > max_; }

  [[nodiscard]] std::string finish() {
    text_.resize(std::min(size_, max_));
    return std::move(text_);
  }

 private:
  std::size_t max_;
  std::size_t size_ = 0;  // bytes that were added
  std::string text_;
};

// Each of these decompresses into `out`, and returns what is wrong. Linear in both sizes.

/// Consecutive members are one text. Zeros after the last one are padding.
[[nodiscard]] Fault decompress_gzip(std::string_view compressed, Decompressed& out);
[[nodiscard]] Fault decompress_brotli(std::string_view compressed, Decompressed& out);
/// Either in a zlib frame (RFC 1950): two bytes, data, checksum, as the standard says; or without it, as some servers
/// send it. The first two bytes show which.
[[nodiscard]] Fault decompress_deflate(std::string_view compressed, Decompressed& out);
/// Consecutive frames are one text. Skippable frames are ignored.
[[nodiscard]] Fault decompress_zstd(std::string_view compressed, Decompressed& out);
/// Ignores extensions and trailers. A body that ends before its last chunk, because a connection was closed, is read as
/// far as it goes, as browsers do. White space after the end is padding.
[[nodiscard]] Fault decode_chunked(std::string_view compressed, Decompressed& out);

// Each of these compresses a text with the parameters of `like`, which was decompressed before. The same arguments give
// the same bytes. Linear.

/// As one member, with parts of the first member's header: the name, the comment, the time, the system and the
/// compression level. Its extra field is dropped, as it would describe the old data.
[[nodiscard]] std::string compress_gzip(std::string_view like, std::string_view text);
/// With or without the zlib frame, and at the level that its header says.
[[nodiscard]] std::string compress_deflate(std::string_view like, std::string_view text);
[[nodiscard]] std::string compress_brotli(std::string_view like, std::string_view text);
/// As one frame, with a checksum and a size if the first frame has them. Skippable frames, such as a seek table, are
/// dropped, as they would describe the old data.
[[nodiscard]] std::string compress_zstd(std::string_view like, std::string_view text);
/// In chunks of 8 KiB, with a last chunk if there was one. Trailers are dropped, as they would describe the old data.
[[nodiscard]] std::string encode_chunked(std::string_view like, std::string_view text);

/// The magic number of a zstd frame (RFC 8878, section 3.1.1).
inline constexpr std::string_view zstd_magic = "\x28\xB5\x2F\xFD";

/// The content coding that the first bytes show; nullopt if there is none, or brotli, which has no signature.
[[nodiscard]] std::optional<Coding> content_coding_at(std::string_view beginning) noexcept;

/// The beginning of a compressed text, decompressed: at most `max_size` bytes of it.
struct DecompressedBeginning {
  std::string text;
  Fault fault;  // why there is no more of it; none if this is the whole text
};
[[nodiscard]] DecompressedBeginning decompress_beginning(Coding coding, std::string_view beginning,
                                                         std::size_t max_size);

/// The same as open() for a content coding; if the result is nullptr, `fault` says why.
[[nodiscard]] std::unique_ptr<Codec> open_compressed(Coding coding, std::string_view outer, Fault& fault,
                                                     const DecodeContext& around = {});

}  // namespace absolve::codec
