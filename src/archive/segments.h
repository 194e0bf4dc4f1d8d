#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "absolve/archive.h"
#include "buffer.h"
#include "members.h"

namespace absolve::container {

/// An archive, decompressed as it is read, in segments that no record goes beyond: what is compressed with members from
/// one that a record begins with to the next such, or to where something is broken; all of it, where it is not
/// compressed.
///
///     members:   | WARC/1.0 ... | ... WARC/1.0 ... | WARC/1.0 ... # broken | WARC/1.0 ...
///     segments:  |                                 |              |        |
class Segments {
 public:
  Segments(ArchiveReader::Read read, ArchiveRange range);

  /// What was decompressed of the segment, and not passed yet.
  [[nodiscard]] std::string_view text() const noexcept {
    return out_.view().substr(0, static_cast<std::size_t>(visible_ - out_.position()));
  }
  /// Sees that there are `size` bytes of text; false: the segment ends before.
  bool fill(std::size_t size);
  void pass(std::size_t size) noexcept { out_.pass(size); }
  [[nodiscard]] std::string take(std::size_t size) { return out_.take(size); }
  /// Of the first byte of the text, among all that was decompressed.
  [[nodiscard]] std::uint64_t position() const noexcept { return out_.position(); }
  /// In the archive: of that byte, or of the first member of the segment.
  [[nodiscard]] std::uint64_t offset() const noexcept;

  /// Once all of a segment was passed: goes on to the next; false: there is none.
  [[nodiscard]] bool next();

  [[nodiscard]] ArchiveCompression compression() const noexcept { return compression_; }
  void add_error(std::uint64_t offset, std::string_view words);
  [[nodiscard]] const std::string& error() const noexcept { return error_; }
  [[nodiscard]] std::size_t errors() const noexcept { return errors_; }

 private:
  void start();
  [[nodiscard]] std::string read_dictionary();
  void find_first_member();
  [[nodiscard]] bool starts_a_chain();
  [[nodiscard]] bool more();
  [[nodiscard]] bool open_member();
  [[nodiscard]] bool decompress_whole();
  void decompress();
  void show(bool is_all);
  void recover(std::string_view error, std::uint64_t offset, bool may_go_back);
  [[nodiscard]] bool is_before_a_member();
  void end_segment() noexcept;

  ArchiveRange range_;
  CompressedBytes in_;
  Buffer out_;
  ArchiveCompression compression_ = ArchiveCompression::none;
  std::unique_ptr<codec::Decompression> decompression_;
  std::unique_ptr<MemberProbe> probe_;

  // Offsets below are those of Buffer::position.
  std::uint64_t segment_begin_ = 0;
  std::uint64_t segment_offset_ = 0;  // in the archive
  std::uint64_t visible_ = 0;         // the text goes so far
  bool has_started_ = false;
  bool segment_has_ended_ = false;  // at visible_
  bool next_has_ended_ = false;     // the segment after this one ends where all that was decompressed does
  bool is_over_ = false;            // there is no more to decompress

  std::uint64_t member_begin_ = 0;
  std::uint64_t member_offset_ = 0;  // in the archive
  bool is_in_member_ = false;
  bool is_undecided_ = false;  // whether a record begins with this member: until then it is not visible

  std::uint64_t gone_back_ = 0;
  std::string error_;
  std::size_t errors_ = 0;
};

}  // namespace absolve::container
