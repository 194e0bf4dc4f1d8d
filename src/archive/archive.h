#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "absolve/options.h"

namespace absolve::inline detail {

/// How the records of an archive are compressed.
enum class ArchiveCompression : std::uint8_t {
  none,
  gzip,  // one member for each record, as it should be, or one for several
  zstd,  // .warc.zst: one frame for each record, after a frame that may hold the dictionary of all
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
/// Where a header gives a wrong length for the block, everything up to the next record belongs to the text. The same
/// holds for bytes before the first record, or where a record should begin but none does. Nothing is lost: the texts
/// and the line ends after them make up all that was decompressed. (Blank lines before the first record are skipped.)
struct Record {
  std::string text;              // decompressed
  std::size_t number;            // of the record, among those that are read, from 1
  std::uint64_t offset;          // in the archive, in bytes from 0: of the record; in a compressed archive, of the last
                                 // member or frame that starts with a record, at or before this one
  std::string line_ends = {};    // between this record and the next, at most 4 KiB; not whole: rest() returns them
  std::size_t lines_before = 0;  // number of blank lines that were skipped; only before the first record
  bool is_whole = true;          // false if more of it follows, which Records::rest hands over
  std::string_view unread = {};  // if not whole: why it is not read, in words; "" if there is nothing to read in it
};

/// What an index says of a record that is a capture (a saved copy of a resource).
struct Capture {
  std::string key;   // surt_key() of its URL
  std::string time;  // 14 digits, or 17, where WARC-Date has a fraction of a second
  std::string url;
  std::string mime;    // media type of the content, without parameters; "unk": unknown; "warc/revisit"
  std::string status;  // status code of HTTP; "" if there is none
  std::string digest;  // of its payload, in base32, without the name of the algorithm; "" if the record has none
};

/// The capture that a WARC record is: a response, a resource, a revisit or metadata; nullopt for any other record, and
/// resources and metadata of the types application/warc-fields and text/anvl: what crawlers note about a capture, which
/// would take its place. `record` is its text, or the beginning of it up to and including the HTTP header. Linear in
/// these headers.
[[nodiscard]] std::optional<Capture> capture_of(std::string_view record);

/// The key by which indexes (CDXJ) sort captures, as the Python module surt makes it: the host reversed, and path and
/// query normalized, so that captures of one page have the same key.
///
///     https://www.Example.com:443/a/../B/?y=2&x=1#z      com,example)/b?x=1&y=2
///
/// Linear, except for sorting the query parameters.
[[nodiscard]] std::string surt_key(std::string_view url);

/// What the records of a new archive have in common.
struct ArchiveCopy {
  std::string name;     // of the archive that the new one is made from, without its folders
  std::string options;  // in words: all settings that affect what is written. New record IDs are made from this and the
                        // old IDs, so that the same run gives the same bytes
  std::string date;     // of records that are made anew, in the form that WARC wants: "2026-01-02T03:04:05Z"
  bool reads_json = false;  // records of JSON may have changed, as members of it are named
};

// Each of these functions returns the bytes of a record, with the line ends after it, not compressed. `record` is the
// text of a record that is whole; `edits` are those of its plan (Type::warc). All are linear, and the same arguments
// give the same bytes.

/// The `warcinfo` record that a new archive begins with. Its ID is made from the name, the options and `emit`.
[[nodiscard]] std::string archive_info(const ArchiveCopy& copy, ArchiveEmit emit);

/// The `conversion` record of a record's content, rewritten and without its content codings. "" if the content has not
/// changed (even if its HTTP header has), or is_converted() is false for the record. Its Content-Type is that of the
/// response or of the `resource`; if that has none, it is `media_type`, the type that the content was read as
/// (Document::type).
[[nodiscard]] std::string conversion_record(std::string_view record, std::span<const Edit> edits,
                                            std::string_view media_type, const ArchiveCopy& copy);

/// Whether conversion records are made of such a record: of a `resource`, and of a response whose status is a success
/// (2xx) or can't be read. A conversion record has no status: one made of a redirect or an error would look like a
/// successful page to a program that indexes it.
[[nodiscard]] bool is_converted(std::string_view record);

/// The record of a full copy. A record with a WARC-Record-ID gets a new one, and names the old one in
/// WARC-Previous-Record-ID; the IDs by which records refer to each other are replaced in the same way. Where the block
/// has changed, Content-Length and the digests that are there are corrected: with the same algorithm and in the same
/// notation, or with SHA-1, if the algorithm is unknown. Where the body of a response has changed, HTTP fields that are
/// no longer true are renamed to X-Orig-...: Transfer-Encoding, Trailer and Content-Encoding (since the body is stored
/// without them), ETag, Content-MD5 and digests; and its Content-Length is corrected. If a record's Content-Length is
/// wrong, its block is left unchanged. Text without a WARC header is returned unchanged, and so is an ARC record, even
/// one without line ends after it.
[[nodiscard]] std::string response_record(std::string_view record, std::span<const Edit> edits,
                                          const ArchiveCopy& copy);

/// The same for the beginning of a record that is not whole, and has no edits: the caller writes the rest of the record
/// after it, and then the two line ends.
[[nodiscard]] std::string response_beginning(std::string_view beginning, const ArchiveCopy& copy);

/// A record as one gzip member. The same input gives the same bytes.
[[nodiscard]] std::string gzip_member(std::string_view record);

}  // namespace absolve::inline detail
