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

namespace absolve::codec {

/// The most that may be in so many compressed bytes.
[[nodiscard]] constexpr std::uint64_t max_decompressed(std::uint64_t compressed_size) noexcept {
  return (std::uint64_t{64} << 20) + 100 * compressed_size;
}

/// What may be wrong with compressed bytes, in words that follow "its compressed data (gzip)".
inline constexpr std::string_view is_broken = "is broken";
inline constexpr std::string_view is_cut_short = "is cut short";
inline constexpr std::string_view goes_on = "is followed by something else";
inline constexpr std::string_view is_too_large = "expands beyond the limit of 64 MiB and 100 times its size";
inline constexpr std::string_view needs_dictionary = "needs a dictionary";
inline constexpr std::string_view needs_window = "needs a window of more than 128 MiB";

/// Memory for what comes out. It grows as that comes, or is made ready for a size that was checked to be likely.
class Decompressed {
 public:
  explicit Decompressed(std::size_t max_size) noexcept : max_(max_size) {}

  /// Where more may be put: a byte at least, until it is beyond its limit.
  [[nodiscard]] std::span<char> space() {
    if (size_ == text_.size()) text_.resize(std::min(std::max(2 * size_, std::size_t{16} << 10), max_ + 1));
    return {text_.data() + size_, text_.size() - size_};
  }
  /// The same for exactly so much, before there is anything; nullopt: that is beyond the limit.
  [[nodiscard]] std::optional<std::span<char>> space(std::size_t size) {
    if (size > max_) return std::nullopt;
    text_.resize(std::max(size, text_.size()));
    return std::span(text_.data(), size);
  }
  /// So much was put there.
  void add(std::size_t size) noexcept { size_ += size; }

  [[nodiscard]] bool is_beyond_limit() const noexcept { return size_ > max_; }

  [[nodiscard]] std::string take() {
    text_.resize(std::min(size_, max_));
    return std::move(text_);
  }

 private:
  std::size_t max_;
  std::size_t size_ = 0;  // of what was put there
  std::string text_;
};

// Each of these decompresses into `out`, and says what is wrong; "": nothing. Linear in both sizes.

/// Members one after the other are one text. Zeros behind the last are padding.
[[nodiscard]] std::string_view decompress_gzip(std::string_view compressed, Decompressed& out);
[[nodiscard]] std::string_view decompress_brotli(std::string_view compressed, Decompressed& out);
/// Between the two bytes of zlib (RFC 1950) and its checksum, as the standard says, or without them, as some servers
/// send it. Its first two bytes show which.
[[nodiscard]] std::string_view decompress_deflate(std::string_view compressed, Decompressed& out);
/// Frames one after the other are one text. Skippable ones are passed over.
[[nodiscard]] std::string_view decompress_zstd(std::string_view compressed, Decompressed& out);
/// Extensions and trailers are passed over. What ends before its last chunk, as where a connection was closed, is taken
/// as far as it goes, as browsers do. White space behind the end is padding.
[[nodiscard]] std::string_view decode_chunked(std::string_view compressed, Decompressed& out);

// Each of these compresses a text in the way of `like`, which could be decompressed. The same gives the same. Linear.

/// As one member. Of the header of the first one: the name, the comment, the time, the system and how hard it was to be
/// compressed. Its extra field would describe what was there before.
[[nodiscard]] std::string compress_gzip(std::string_view like, std::string_view text);
/// In the same frame, and as hard as that says.
[[nodiscard]] std::string compress_deflate(std::string_view like, std::string_view text);
[[nodiscard]] std::string compress_brotli(std::string_view like, std::string_view text);
/// As one frame, with a checksum and its size where the first one has these. Skippable frames, such as a table of where
/// to seek, would describe what was there before.
[[nodiscard]] std::string compress_zstd(std::string_view like, std::string_view text);
/// In chunks of 8 KiB, with the last one where there was one. Trailers would describe what was there before.
[[nodiscard]] std::string encode_chunked(std::string_view like, std::string_view text);

/// What a frame of zstd starts with (RFC 8878, section 3.1.1).
inline constexpr std::string_view zstd_magic = "\x28\xB5\x2F\xFD";

/// The content coding that bytes start with; nullopt: none that says so, as brotli doesn't.
[[nodiscard]] std::optional<Coding> content_coding_at(std::string_view beginning) noexcept;

/// What is in the beginning of something compressed: at most `max_size` bytes of it.
struct DecompressedBeginning {
  std::string text;
  std::string_view error;  // why there is no more of it; "": this is all
};
[[nodiscard]] DecompressedBeginning decompress_beginning(Coding coding, std::string_view beginning,
                                                         std::size_t max_size);

/// The same as open() of a row of content codings; where that gives nullptr, `error` says why.
[[nodiscard]] std::unique_ptr<Codec> open_compressed(Coding coding, std::string_view outer, std::string_view& error,
                                                     const DecodeContext& around = {});

}  // namespace absolve::codec
