#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "../codec/compression/decompression.h"
#include "../text/byte_queue.h"
#include "archive.h"

namespace absolve::container {

/// Thrown by all that read an archive where it takes bytes that have not been given yet. What threw it can be called
/// again when there are more: nothing changes its state before the last bytes that it takes are there, or it remembers
/// how far it got.
struct NeedsMore {};

/// The compressed bytes of an archive, as they are given.
///
///     passed | can go back to | at() ...  compressed()
class CompressedBytes {
 public:
  /// `offset` is the offset in the archive of the first byte.
  explicit CompressedBytes(std::uint64_t offset) : begin_(offset) {}

  /// Makes sure that there are `size` bytes; false if the archive ends before. Throws NeedsMore.
  bool fill(std::size_t size);
  [[nodiscard]] std::string_view compressed() const noexcept { return queue_.view().substr(at_); }
  /// The offset in the archive.
  [[nodiscard]] std::uint64_t offset() const noexcept { return begin_ + queue_.position() + at_; }

  void pass(std::size_t size);
  /// Goes back to bytes that were passed, at most so many; returns how many.
  std::size_t go_back(std::size_t size) noexcept;

  /// Where bytes are added.
  [[nodiscard]] ByteQueue& queue() noexcept { return queue_; }
  [[nodiscard]] const ByteQueue& queue() const noexcept { return queue_; }
  /// No more will be added.
  void end() noexcept { has_ended_ = true; }
  [[nodiscard]] bool has_ended() const noexcept { return has_ended_; }

 private:
  std::uint64_t begin_;
  ByteQueue queue_;
  std::size_t at_ = 0;
  bool has_ended_ = false;
};

/// Whether a text starts a record, as far as its first line shows; nullopt if more of it is needed. `is_all` means that
/// there is nothing after the text. Linear in the first 64 KiB.
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

  /// Passes bytes until the next ones may be the beginning of a member; false if there is none before byte `end` of the
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
