#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "../mime/fields.h"
#include "absolve/link.h"

namespace absolve::warc {

/// The header of a record. Offsets are bytes of the text, from 0.
///
///     WARC/1.0                      http://a/b 192.0.2.1 20260102030405 text/html 44
///     WARC-Type: response           fields
///     Content-Length: 44
///                                   the blank line belongs to the header of WARC; there is none in ARC
///     HTTP/1.1 200 OK               block
///
/// Lines may end in a single LF; fields may be folded; lines that are not fields are skipped.
struct Header {
  enum class Kind : std::uint8_t {
    none,  // the text doesn't start like a record
    cut,   // it does, but its header is not complete
    warc,
    arc,
  };

  Kind kind = Kind::none;
  std::size_t fields = 0;
  std::size_t block = 0;
  std::optional<std::uint64_t> length = {};  // of the block, from the header; nullopt if the header doesn't have it, or
                                             // it is not a valid number

  [[nodiscard]] bool is_read() const noexcept { return kind == Kind::warc || kind == Kind::arc; }
};

/// The beginning of the first line of a WARC record; its version follows.
inline constexpr std::string_view version_start = "WARC/";

/// Whether a text may be the beginning of an archive; blank lines may come before. Linear in them.
[[nodiscard]] bool starts_like_an_archive(std::string_view text) noexcept;

/// The header that a text starts with. Linear in it.
[[nodiscard]] Header read_header(std::string_view text);

/// The value of a field, unfolded, without white space around it. Everything else is kept, also a single CR, so that
/// the value is not mistaken for another. Linear.
[[nodiscard]] std::string value_at(std::string_view text, const mime::Field& field);

/// The value of the first field with a name, in any case, without white space around it; "" if there is none. In an ARC
/// header, only WARC-Target-URI and Content-Type have a value. Linear in the header.
[[nodiscard]] std::string value_of(std::string_view text, const Header& header, std::string_view name);

/// A URL or an ID without angle brackets: IDs have them, and URLs that wget writes.
[[nodiscard]] std::string_view without_brackets(std::string_view value) noexcept;

/// The name of a record, of which all up to and including the HTTP header is needed. Linear in these headers.
[[nodiscard]] RecordName name_of(std::string_view text, const Header& header);

/// What can be read in a record.
struct Content {
  enum class Kind : std::uint8_t {
    none,      // nothing to read: a request, metadata, ...
    part,      // nothing to read: it is a segment, or the beginning, of a longer record
    response,  // an HTTP response
    entity,    // content of the type that Content-Type gives: a `resource`, a `conversion`
    revisit,   // nothing to read: it refers to the content of another record
    broken,    // nothing to read, as it is not what its header says
  };

  Kind kind;
  std::string_view why = {};  // for part, broken: in words
  std::size_t begin = 0;      // offset of the block
  Kind whole = Kind::none;    // for part: what the longer record is
};

/// `text` is a whole record; if `is_whole` is false, the beginning of one, whose length is not checked.
[[nodiscard]] Content content_of(std::string_view text, const Header& header, bool is_whole);

/// Where the payload of a record begins: the body of a response, or its whole block; nullopt if it has none. Linear in
/// the HTTP header.
[[nodiscard]] std::optional<std::size_t> payload_of(std::string_view text, const Content& content);

}  // namespace absolve::warc
