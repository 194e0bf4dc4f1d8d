#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "../mime/fields.h"
#include "absolve/record_name.h"

namespace absolve::warc {

/// The header of a record. Offsets are bytes of the text, from 0.
///
///     WARC/1.0                      http://a/b 192.0.2.1 20260102030405 text/html 44
///     WARC-Type: response           fields
///     Content-Length: 44
///                                   the blank line belongs to the header of WARC, and there is none in ARC
///     HTTP/1.1 200 OK               block
///
/// Lines may end in LF alone; fields may be folded; lines that are no field are passed over.
struct Header {
  enum class Kind : std::uint8_t {
    none,  // the text starts like no record
    cut,   // it may, but its header is not there to its end
    warc,
    arc,
  };

  Kind kind = Kind::none;
  std::size_t fields = 0;
  std::size_t block = 0;
  std::optional<std::uint64_t> length = {};  // of the block, as the header says; nullopt: it doesn't, or no such number

  [[nodiscard]] bool is_read() const noexcept { return kind == Kind::warc || kind == Kind::arc; }
};

/// What the first line of a record of WARC starts with; its version follows.
inline constexpr std::string_view version_start = "WARC/";

/// The longest header that is read, in bytes, and the longest line that is one of ARC.
inline constexpr std::size_t max_header_size = std::size_t{1} << 20;
inline constexpr std::size_t max_arc_line = std::size_t{64} << 10;

/// Whether a text may be the beginning of an archive, before which there may be blank lines. Linear in them.
[[nodiscard]] bool starts_like_an_archive(std::string_view text) noexcept;

/// The header that a text starts with. Linear in it.
[[nodiscard]] Header read_header(std::string_view text);

/// The value of a field without its folds and white space around. All else stays, a lone CR too: it must not be taken
/// for another value. Linear.
[[nodiscard]] std::string value_at(std::string_view text, const mime::Field& field);

/// The value of the first field with a name, in any case, without white space around; "": there is none. In an ARC
/// header: WARC-Target-URI and Content-Type alone have a value. Linear in the header.
[[nodiscard]] std::string value_of(std::string_view text, const Header& header, std::string_view name);

/// A URL or an ID without angle brackets: IDs are between them, and URLs that wget writes.
[[nodiscard]] std::string_view without_brackets(std::string_view value) noexcept;

/// record_name() of a record whose header was read. Linear in it, and in that of HTTP.
[[nodiscard]] RecordName name_of(std::string_view text, const Header& header);

/// What there is to read in a record.
struct Content {
  enum class Kind : std::uint8_t {
    none,      // nothing: a request, metadata, ...
    part,      // nothing: only a part of it is there
    response,  // a response of HTTP
    entity,    // what Content-Type says: a `resource`, a `conversion`
    revisit,   // nothing: it stands for what another record holds
    broken,    // nothing, as it is not what its header says
  };

  Kind kind;
  std::string_view why = {};  // part, broken: in words
  std::size_t begin = 0;      // of the block
};

/// `text`: a record, whole; or, where `is_whole` is false, the beginning of one, which is not asked for its length.
[[nodiscard]] Content content_of(std::string_view text, const Header& header, bool is_whole);

}  // namespace absolve::warc
