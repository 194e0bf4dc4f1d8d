#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace absolve {

/// What the header of an archive record says about it.
struct RecordName {
  std::string id;          // its WARC-Record-ID, as it is written; "" if it has none
  std::string target_uri;  // the URL it was retrieved from, without angle brackets
  std::string type = {};   // its WARC-Type, in lower case; "" if it has none, as in ARC
  unsigned status = 0;     // status code of the HTTP response in it, after interim (1xx) responses; 0 if there is none
  bool is_arc = false;     // it is a record of ARC, not WARC
};

/// How new records relate to those that they are made from.
enum class ArchiveEmit : std::uint8_t {
  conversion,  // only `conversion` records, of what has changed, for a file beside the archive
  response,    // a full copy of all records, which replaces the archive
};

/// Which members of a gzip-compressed archive are read: those that begin at a byte from `begin` on and before `end`,
/// and that start with a record. Members that don't start with a record belong to the last one before them that does.
/// So parts of an archive can be processed separately: ranges that together cover all of it give each record exactly
/// once.
struct ArchiveRange {
  std::uint64_t begin = 0;
  std::uint64_t end = UINT64_MAX;

  friend bool operator==(const ArchiveRange&, const ArchiveRange&) = default;
};

/// How archives are written.
struct ArchiveOptions {
  ArchiveEmit emit = ArchiveEmit::conversion;
  ArchiveRange range = {};  // `read` starts at its first byte. With one, the type is `warc` unless another is given,
                            // which is a BadInput
  std::string date = {};    // of new records, as WARC wants it: "2026-01-02T03:04:05Z"; "" means now
  std::string said = {};    // in words: all settings that affect what is written. New record IDs are made from this and
                            // the old IDs, so that the same run gives the same bytes
  std::optional<bool> compresses = {};  // nullopt means what the name of the output says (.gz, .warc), or as it was
  bool writes_always = true;            // a new archive begins even if it gets no record
  bool lists_captures = false;          // for an index (CDXJ)
  std::string name_in_index = {};       // "" means the last part of the name of the output, or else of the input
};

}  // namespace absolve
