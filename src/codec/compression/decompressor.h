#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "../../text/byte_queue.h"
#include "../codec.h"
#include "decompression.h"

namespace absolve::codec {

/// Decompresses gzip or zstd as its bytes are given. Consecutive members or frames make up one text; zeros after the
/// last member are padding. Linear; takes memory for the bytes that are given and not decompressed yet, and for the
/// window (zstd: up to 128 MiB). The text may be of any size: a program that holds it as a whole needs a limit of its
/// own.
///
///     1F 8B 08 ... | 1F 8B 08 ... | 0 0 0
///     passed | bytes()
class Decompressor {
 public:
  /// `coding` is gzip or zstd.
  explicit Decompressor(Coding coding);

  /// Where compressed bytes are added.
  [[nodiscard]] ByteQueue& bytes() noexcept { return queue_; }
  /// No more will be added.
  void end() noexcept { has_ended_ = true; }

  /// Decompresses up to space.size() bytes into `space`, which must not be empty; returns how many. 0 if the text has
  /// ended, no more of it can be read, or more bytes are needed.
  [[nodiscard]] std::size_t read(std::span<char> space);
  [[nodiscard]] bool is_over() const noexcept { return is_over_; }
  /// Why no more can be read, in words: "its compressed data (gzip) is cut short"; "" if there was no error so far.
  [[nodiscard]] const std::string& error() const noexcept { return error_; }

 private:
  [[nodiscard]] bool begin();
  void fail(Fault fault);

  const Coding coding_;
  std::unique_ptr<Decompression> decompression_;
  ByteQueue queue_;
  bool has_ended_ = false;
  bool has_member_ = false;
  bool is_in_member_ = false;
  bool is_padded_ = false;
  bool is_over_ = false;
  std::string error_;
};

}  // namespace absolve::codec
