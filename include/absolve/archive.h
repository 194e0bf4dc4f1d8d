#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "absolve/callable.h"
#include "absolve/edit.h"
#include "absolve/export.h"

namespace absolve {

/// How the records of an archive are compressed.
enum class ArchiveCompression : std::uint8_t {
  none,
  gzip,  // a member for each record, as it should be, or for several
  zstd,  // .warc.zst: a frame for each record, after one that may hold the dictionary of all
};

/// A record of an archive: WARC 1.0 and 1.1, or ARC 1.
///
///     WARC/1.0                                 text: its header
///     WARC-Type: response
///     WARC-Target-URI: http://a/b
///     Content-Length: 44
///                                              the blank line belongs to the header
///     HTTP/1.1 200 OK                          its block
///     ...
///                                              the two line ends after the block belong to no record's text
///
/// Where a header lies about the length of the block, all up to the next record belongs to the text; so does what
/// stands before the first record, or where one should begin. Nothing is lost: what is decompressed is the texts and
/// the line ends after them. (Blank lines before the first record are passed over.)
struct Record {
  std::string text;              // decompressed
  std::size_t number;            // among those that are read, from 1
  std::uint64_t offset;          // in the archive, in bytes from 0: of the record; or of the member or frame, the last
                                 // before it that starts with a record
  std::string line_ends = {};    // that part it from the next, at most 4 KiB; of one that is not whole: rest gives them
  std::size_t lines_before = 0;  // blank ones that were passed over; they stand before the first record alone
  bool is_whole = true;          // false: more of it follows, which ArchiveReader::rest hands over
  std::string_view unread = {};  // not whole: why nothing in it is read, in words; "": there is nothing to read in it
};

/// Which members of an archive that is compressed with gzip are read: those that begin at a byte from `begin` on and
/// before `end`, and that a record begins with; what follows up to the next such belongs to them. So parts of an
/// archive can be done apart: ranges that make up all of it give each record once.
struct ArchiveRange {
  std::uint64_t begin = 0;
  std::uint64_t end = UINT64_MAX;
};

/// Cuts an archive into records as it comes, with memory for the largest that a finder reads (at most 256 MiB, and as
/// much again for a while): others of more than 1 MiB are handed over bit by bit. Linear. What is broken is no end: it
/// goes on with the next record that can be made out. One thread at a time may use it.
///
///     absolve::ArchiveReader reader([&](std::span<char> space) { return read_some(space); });
///     while (std::optional<absolve::Record> record = reader.next()) {
///       const absolve::Plan plan = absolve::plan(record->text, {.type = absolve::Type::warc});
///       ...
///     }
class ABSOLVE_API ArchiveReader {
 public:
  /// Reads up to space.size() bytes of the archive; returns how many: 0 at its end. What it throws passes through.
  using Read = Callable<std::size_t(std::span<char> space)>;

  /// `read` starts at the byte range.begin of the archive.
  explicit ArchiveReader(Read read, ArchiveRange range = {});
  ~ArchiveReader();
  ArchiveReader(ArchiveReader&&) noexcept;
  ArchiveReader& operator=(ArchiveReader&&) noexcept;

  /// What it is compressed with, as far as was read: known after the first record.
  [[nodiscard]] ArchiveCompression compression() const noexcept;

  /// The next record; nullopt: there is none. What is left of one that is not whole is passed over.
  [[nodiscard]] std::optional<Record> next();
  /// Hands over what follows the text of the last record up to its end, at most 1 MiB at a time; returns the line ends
  /// after it.
  std::string rest(FunctionRef<void(std::string_view bytes)> take);

  /// What could not be decompressed so far, in words: "at byte 1234: what it is compressed with (gzip) is cut short";
  /// "": nothing. Of the records around it what could be read was handed over. So is a record that is not whole and has
  /// another length than its header says. Of several errors this is the first.
  [[nodiscard]] const std::string& error() const noexcept;
  /// How many errors there were.
  [[nodiscard]] std::size_t errors() const noexcept;

 private:
  class State;
  std::unique_ptr<State> state_;
};

/// What an index says of a record that is a capture.
struct Capture {
  std::string key;   // surt_key() of its URL
  std::string time;  // 14 digits
  std::string url;
  std::string mime;    // of what was captured, without parameters; "unk": nothing says it; "warc/revisit"
  std::string status;  // of HTTP; "": there is none
  std::string digest;  // of its payload, in base32, without its algorithm; "": the record says none
};

/// The capture that a record of WARC is: a response, a resource, a revisit, metadata; nullopt: any other. `record`: its
/// text, or the beginning of that with the header of HTTP. Linear in these headers.
[[nodiscard]] ABSOLVE_API std::optional<Capture> capture_of(std::string_view record);

/// The key by which indexes (CDXJ) sort captures of a URL, as the Python module surt makes it: the reversed host, and
/// path and query in a form in which captures of one page have one key.
///
///     https://www.Example.com:443/a/../B/?y=2&x=1#z      com,example)/b?x=1&y=2
///
/// Linear, but for sorting the parameters.
[[nodiscard]] ABSOLVE_API std::string surt_key(std::string_view url);

/// What the records of a new archive have in common.
struct ArchiveCopy {
  std::string name;     // of the archive that it is made of, without its folders
  std::string options;  // in words: all that has a say in what is written. New record IDs are made of this and the old
                        // ones, so that the same run gives the same bytes
  std::string date;     // of what is made anew, as WARC has it: "2026-01-02T03:04:05Z"
};

/// How new records stand beside those that they are made of.
enum class ArchiveEmit : std::uint8_t {
  conversion,  // `conversion` records of what has changed alone, for a file beside the archive
  response,    // a copy of all, which takes the place of the archive
};

// Each of these makes the bytes of a record, with the line ends after it, not compressed. `record`: the text of one
// that is whole, `edits`: those of its plan (Type::warc). All are linear, and give the same for the same.

/// The `warcinfo` record that a new archive begins with. Its ID is made of the name, the options and `emit`.
[[nodiscard]] ABSOLVE_API std::string archive_info(const ArchiveCopy& copy, ArchiveEmit emit);

/// The `conversion` record of what a record brought, rewritten and out of its content codings; "": that has not
/// changed, whatever has in the header of HTTP; or is_converted() says that there is none. Its Content-Type is that of
/// the response, or of the `resource`; where that says none: `media_type`, what it was read as (Document::type).
[[nodiscard]] ABSOLVE_API std::string conversion_record(std::string_view record, std::span<const Edit> edits,
                                                        std::string_view media_type, const ArchiveCopy& copy);

/// Whether there are conversions of such a record: of a `resource`, and of a response of success (status 2xx), or whose
/// status can't be read. A conversion says no status: one of a redirect or an error would be a page of success to
/// whoever makes an index of it.
[[nodiscard]] ABSOLVE_API bool is_converted(std::string_view record);

/// A record of a full copy. Each that has a WARC-Record-ID has a new one, and says the old one in
/// WARC-Previous-Record-ID; the IDs by which records name others are made alike. Where the block has changed,
/// Content-Length and the digests that are there are made right: by their algorithm and in their manner, or by SHA-1,
/// where that is none that is known. Where the body of a response has, fields of HTTP that are true no longer get the
/// name X-Orig-...: Transfer-Encoding, Trailer and Content-Encoding, as the body is stored as it is, ETag, Content-MD5
/// and digests; and its Content-Length is made right. The block of a record whose Content-Length lies stays as
/// it is. What has no header of WARC comes out as it is; and so does a record of ARC, even without line ends after it.
[[nodiscard]] ABSOLVE_API std::string response_record(std::string_view record, std::span<const Edit> edits,
                                                      const ArchiveCopy& copy);

/// The same of the beginning of a record that is not whole, and has no edits: what follows is to be written after it,
/// and then the two line ends.
[[nodiscard]] ABSOLVE_API std::string response_beginning(std::string_view beginning, const ArchiveCopy& copy);

/// Compresses what `fill` writes in a gzip member, bit by bit, and ends that when it returns: for records that are not
/// whole. What `fill` and `take` throw passes through. The same gives the same; up to 1 MiB it is what the other
/// function gives.
///
///     absolve::gzip_member([&](auto write) { write(absolve::response_beginning(record.text, copy)); ... }, to_file);
ABSOLVE_API void gzip_member(FunctionRef<void(FunctionRef<void(std::string_view bytes)> write)> fill,
                             FunctionRef<void(std::string_view bytes)> take);

/// A record in a gzip member. The same gives the same.
[[nodiscard]] ABSOLVE_API std::string gzip_member(std::string_view record);

}  // namespace absolve
