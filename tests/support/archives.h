#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absolve/archive.h"

namespace absolve::test {

/// All that is read of an archive.
struct ArchiveRead {
  std::vector<Record> records;  // with all of their text and line ends, whole or not
  ArchiveCompression packing = ArchiveCompression::none;
  std::string trouble;
  std::size_t troubles = 0;

  /// What was unpacked: the texts of the records, and the line ends between them.
  [[nodiscard]] std::string all() const;
};

/// Reads a range of an archive that comes `at_once` bytes at a time. What must hold for any archive is expected:
/// numbers that count, and pieces that are not larger than stated.
[[nodiscard]] ArchiveRead read_archive(std::string_view archive, ArchiveRange range = {},
                                       std::size_t at_once = SIZE_MAX);

/// A record of WARC, with the line ends after it.
[[nodiscard]] std::string warc_record(std::string_view fields, std::string_view block);

/// The field of a record that says the digest of its block, with its line end.
[[nodiscard]] std::string block_digest(std::string_view block);

/// A frame of zstd that needs a dictionary, a text like what is in it.
[[nodiscard]] std::string packed_with_dictionary(std::string_view text, std::string_view dictionary);

}  // namespace absolve::test
