#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "../outputs/destination.h"
#include "absolve/archive.h"

namespace absolve::cli {

/// A line of an index (CDXJ), without its end: it says where a capture is in a file of records, in bytes from 0.
/// `file`: the name of that file, without the folders that readers of the index know.
///
///     com,example)/ 20260102030405 {"url": "http://example.com/", "mime": "text/html", "status": "200",
///     "digest": "3I42...", "length": "578", "offset": "403941", "filename": "x.warc.gz"}         in one line
[[nodiscard]] std::string index_line(const Capture& capture, std::uint64_t length, std::uint64_t offset,
                                     std::string_view file);

/// Whether the HTTP request in a record is neither GET nor HEAD. In the indexes of some programs, the data that it sent
/// is part of the key of its response; not in this index. Linear in the header.
[[nodiscard]] bool sends_something(std::string_view request);

/// --cdxj: an index of all archives that are written, sorted bytewise. All lines are held in memory. The file appears
/// under its name at the end of the run.
class CaptureIndex {
 public:
  /// Throws FileError.
  explicit CaptureIndex(const std::string& path) : destination_(path) {}

  void add(std::vector<std::string>&& lines);
  /// Throws FileError.
  void commit();

 private:
  Destination destination_;
  std::vector<std::string> lines_;
};

}  // namespace absolve::cli
