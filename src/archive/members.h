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

/// Bytes of an archive as they are compressed, as far ahead as need be.
///
///     passed | looked back on | at() ...  compressed()
class CompressedBytes {
 public:
  /// `offset`: of the first byte that `read` gives, in the archive.
  CompressedBytes(ArchiveReader::Read read, std::uint64_t offset) : read_(std::move(read)), begin_(offset) {}

  /// Sees that there are `size` bytes; false: it ends before.
  bool fill(std::size_t size);
  [[nodiscard]] std::string_view compressed() const noexcept { return buffer_.view().substr(at_); }
  /// In the archive.
  [[nodiscard]] std::uint64_t offset() const noexcept { return begin_ + buffer_.position() + at_; }

  void pass(std::size_t size);
  /// Goes back to bytes passed before, at the most so many; returns how far.
  std::size_t go_back(std::size_t size) noexcept;

  /// Reads into the space of another buffer: what is not compressed goes there at once. Nothing was filled, or it was
  /// moved.
  [[nodiscard]] std::size_t read(std::span<char> space) { return read_(space); }
  [[nodiscard]] Buffer move_buffer() noexcept { return std::exchange(buffer_, {}); }

 private:
  ArchiveReader::Read read_;
  std::uint64_t begin_;
  Buffer buffer_;
  std::size_t at_ = 0;
  bool has_ended_ = false;
};

/// Whether a text starts a record, as far as its first line shows; nullopt: more of it must be seen. `is_all`: it ends
/// where the text does. Linear in the first 64 KiB.
[[nodiscard]] std::optional<bool> starts_a_record(std::string_view text, bool is_all);

/// Looks ahead for members of gzip, or frames of zstd, that a record begins with.
class MemberProbe {
 public:
  MemberProbe(CompressedBytes& bytes, ArchiveCompression compression,
              std::unique_ptr<codec::Decompression> decompression)
      : bytes_(bytes), compression_(compression), decompression_(std::move(decompression)) {}

  /// Whether the compressed bytes at `at` look like the first of a member. Constant.
  [[nodiscard]] bool has_magic(std::size_t at);

  /// Whether what is there decompresses to what starts a record.
  [[nodiscard]] bool starts_a_record(std::size_t at);

  /// Whether what follows it is a member again, too, up to 8 in a row or 4 MiB: within a member, an archive may be
  /// stored as it is. The answer is the same wherever one comes from.
  [[nodiscard]] bool starts_a_chain(std::size_t at);

  /// Passes bytes until a member may begin with those that come next; false: none does before byte `end` of the
  /// archive.
  [[nodiscard]] bool seek_magic(std::uint64_t end);

  /// Bytes that were decompressed so far.
  [[nodiscard]] std::uint64_t effort() const noexcept { return effort_; }

 private:
  struct Member {
    std::size_t end;    // where it does, or as far as was looked
    bool is_good;       // as far as that
    bool is_beginning;  // of a record
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
