#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "../codec/compression/decompression.h"
#include "absolve/archive.h"
#include "buffer.h"

namespace absolve::container {

/// The compressed bytes of an archive, read ahead as far as needed.
///
///     passed | can go back to | at() ...  compressed()
class CompressedBytes {
 public:
  /// `offset`: the offset in the archive of the first byte that `read` returns.
  CompressedBytes(ArchiveReader::Read read, std::uint64_t offset) : read_(std::move(read)), begin_(offset) {}

  /// Makes sure that there are `size` bytes; false: the archive ends before.
  bool fill(std::size_t size);
  [[nodiscard]] std::string_view compressed() const noexcept { return buffer_.view().substr(at_); }
  /// The offset in the archive.
  [[nodiscard]] std::uint64_t offset() const noexcept { return begin_ + buffer_.position() + at_; }

  void pass(std::size_t size);
  /// Goes back to bytes that were passed, at most so many; returns how many.
  std::size_t go_back(std::size_t size) noexcept;

  /// Reads directly into the space of another buffer, for an archive that is not compressed. Must not be called after
  /// fill(), unless the buffer was moved.
  [[nodiscard]] std::size_t read(std::span<char> space) { return read_(space); }
  [[nodiscard]] Buffer move_buffer() noexcept { return std::exchange(buffer_, {}); }

 private:
  ArchiveReader::Read read_;
  std::uint64_t begin_;
  Buffer buffer_;
  std::size_t at_ = 0;
  bool has_ended_ = false;
};

/// Whether a text starts a record, as far as its first line shows; nullopt: more of it is needed. `is_all`: there is
/// nothing after the text. Linear in the first 64 KiB.
[[nodiscard]] std::optional<bool> starts_a_record(std::string_view text, bool is_all);

/// Looks ahead for members of gzip, or frames of zstd, that start with a record.
class MemberProbe {
 public:
  MemberProbe(CompressedBytes& bytes, ArchiveCompression compression,
              std::unique_ptr<codec::Decompression> decompression)
      : bytes_(bytes), compression_(compression), decompression_(std::move(decompression)) {}

  /// Whether the compressed bytes at `at` look like the beginning of a member. Constant.
  [[nodiscard]] bool has_magic(std::size_t at);

  /// Whether what is there decompresses to the start of a record.
  [[nodiscard]] bool starts_a_record(std::size_t at);

  /// Whether further members follow it, up to 8 in a row or 4 MiB: a member that is stored without compression may
  /// itself contain an archive. The result is the same wherever the search started.
  [[nodiscard]] bool starts_a_chain(std::size_t at);

  /// Passes bytes until the next ones may be the beginning of a member; false: there is none before byte `end` of the
  /// archive.
  [[nodiscard]] bool seek_magic(std::uint64_t end);

  /// The number of bytes that were decompressed so far.
  [[nodiscard]] std::uint64_t effort() const noexcept { return effort_; }

 private:
  struct Member {
    std::size_t end;    // its end, or how far it was examined
    bool is_good;       // it is valid up to `end`
    bool is_beginning;  // it starts with a record
    bool is_all;        // `end` is its end
  };
  [[nodiscard]] Member look(std::size_t at, std::size_t max_end, std::uint64_t max_given, bool only_beginning);

  CompressedBytes& bytes_;
  ArchiveCompression compression_;
  std::unique_ptr<codec::Decompression> decompression_;
  std::string room_ = std::string(std::size_t{64} << 10, '\0');
  std::uint64_t effort_ = 0;
};

}  // namespace absolve::container
