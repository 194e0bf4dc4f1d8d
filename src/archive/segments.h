#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "../text/byte_queue.h"
#include "archive.h"
#include "members.h"

namespace absolve::container {

/// An archive, decompressed as it is given, in segments that no record extends beyond. In a compressed archive, a
/// segment begins with a member that starts with a record, and extends to the next such member or to broken data; an
/// archive that is not compressed is one segment.
///
///     members:   | WARC/1.0 ... | ... WARC/1.0 ... | WARC/1.0 ... # broken | WARC/1.0 ...
///     segments:  |                                 |              |        |
class Segments {
 public:
  explicit Segments(ArchiveRange range) : range_(range), in_(range.begin) {}

  /// Where bytes of the archive are added, from the byte range.begin on: what is not compressed needs no copy.
  [[nodiscard]] ByteQueue& queue() noexcept { return is_plain_ ? out_ : in_.queue(); }
  /// No more will be added.
  void end() noexcept { in_.end(); }

  /// The text of the segment that was decompressed and not passed yet.
  [[nodiscard]] std::string_view text() const noexcept {
    return out_.view().substr(0, static_cast<std::size_t>(text_end_ - out_.position()));
  }
  /// Makes sure that there are `size` bytes of text; false if the segment ends before. Throws NeedsMore.
  bool fill(std::size_t size);
  void pass(std::size_t size) noexcept { out_.pass(size); }
  [[nodiscard]] std::string extract(std::size_t size) { return out_.extract(size); }
  /// The position of the first byte of the text in the whole decompressed archive.
  [[nodiscard]] std::uint64_t position() const noexcept { return out_.position(); }
  /// The offset in the archive of that byte or, if it is compressed, of the first member of the segment.
  [[nodiscard]] std::uint64_t offset() const noexcept;

  /// Called when the whole segment was passed: goes on to the next; false if there is none.
  [[nodiscard]] bool next();

  /// The offset in the archive after the last byte that was added.
  [[nodiscard]] std::uint64_t end_offset() const noexcept {
    return range_.begin + (is_plain_ ? out_ : in_.queue()).end();
  }
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
  void fail(codec::Fault fault, std::uint64_t offset, bool may_go_back);
  void recover();
  [[nodiscard]] bool is_before_a_member();
  void end_segment() noexcept;

  ArchiveRange range_;
  CompressedBytes in_;
  ByteQueue out_;
  ArchiveCompression compression_ = ArchiveCompression::none;
  std::unique_ptr<codec::Decompression> decompression_;
  std::unique_ptr<MemberProbe> probe_;

  // The positions below are those of ByteQueue::position.
  std::uint64_t segment_begin_ = 0;
  std::uint64_t segment_offset_ = 0;  // in the archive
  std::uint64_t text_end_ = 0;        // the text extends up to here
  bool has_started_ = false;
  bool is_plain_ = false;           // not compressed: the bytes are the text
  bool segment_has_ended_ = false;  // its end is text_end_
  bool next_has_ended_ = false;     // the segment after this one ends at the end of the decompressed data
  bool is_not_of_gzip_ = false;     // what a range begins with shows it
  bool is_over_ = false;            // there is nothing more to decompress

  std::uint64_t member_begin_ = 0;
  std::uint64_t member_offset_ = 0;  // in the archive
  bool is_in_member_ = false;
  bool is_undecided_ = false;  // it is unknown whether the member starts with a record: until then it is not visible

  /// Broken data that it has not found its way out of yet.
  struct Broken {
    std::uint64_t offset;
    bool may_go_back;
  };
  std::optional<Broken> broken_;
  std::uint64_t gone_back_ = 0;
  std::string error_;
  std::size_t errors_ = 0;
};

}  // namespace absolve::container
