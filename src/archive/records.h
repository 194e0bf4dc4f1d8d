#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "../text/function_ref.h"
#include "archive.h"
#include "record.h"
#include "segments.h"

namespace absolve::container {

/// Cuts the text of an archive into records, as its bytes are given: next() and rest() throw NeedsMore where they need
/// bytes that are not there yet, and are called again when there are more. Offsets are in bytes from 0, from the first
/// byte of the current segment that was not passed.
///
///     WARC/1.0 ...        0
///     Content-Length: 4
///
///     text                header.block, and its end by the header; then line ends, and the next record
///
class Records {
 public:
  /// `reads_json` is as may_be_read() takes it (readable.h).
  explicit Records(ArchiveRange range, bool reads_json = false) : segments_(range), reads_json_(reads_json) {}

  /// Where bytes of the archive are added, from the byte range.begin on.
  [[nodiscard]] ByteQueue& queue() noexcept { return segments_.queue(); }
  /// No more will be added.
  void end() noexcept { segments_.end(); }

  [[nodiscard]] std::optional<Record> next();
  /// Hands over bytes of the rest of the last record, as they come; returns the line ends after it.
  std::string rest(FunctionRef<void(std::string_view bytes)> write);
  [[nodiscard]] const Segments& segments() const noexcept { return segments_; }

 private:
  /// The rest of a record that is not whole.
  struct Rest {
    std::uint64_t block = 0;   // bytes up to the end that its header gives
    bool is_searched = false;  // it extends up to the next record, or to the end of the segment
    std::size_t searched = 0;  // how many bytes of the text were already searched for that
    bool is_warc = false;
    std::uint64_t offset = 0;  // offset of the record in the archive
  };

  [[nodiscard]] bool goes_on();
  void cut(Record& record);
  void cut_held(Record& record, const warc::Header& header, std::size_t end);
  void cut_by_search(Record& record, const warc::Header& header, std::size_t from, std::size_t max_size);
  void finish(Record& record, std::size_t end);

  [[nodiscard]] warc::Header header_at_front();
  [[nodiscard]] std::optional<std::size_t> end_of_header(std::size_t at);
  [[nodiscard]] std::size_t line_ends_at(std::size_t at);
  [[nodiscard]] bool is_end(std::size_t at, bool is_warc);
  [[nodiscard]] bool is_line_of_a_record(std::size_t at);
  [[nodiscard]] bool is_start(std::size_t at);

  struct Search {
    std::size_t at;  // of the start, or how far was searched
    bool is_found;   // a start, or the end of the segment, was found
  };
  [[nodiscard]] Search search(std::size_t at, std::size_t max_at);
  [[nodiscard]] std::size_t without_line_ends(std::size_t end, std::size_t from) const noexcept;

  Segments segments_;
  bool reads_json_;
  std::size_t count_ = 0;
  std::size_t lines_before_ = 0;  // the next record
  std::optional<Rest> rest_;
  bool is_warc_ = true;  // the last record was a WARC record, or there was none
  bool is_arc_ = true;   // the same for ARC

  // Positions in the decompressed archive between which there is no blank line.
  std::uint64_t filled_from_ = 0;
  std::uint64_t filled_to_ = 0;
};

}  // namespace absolve::container
