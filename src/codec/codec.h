#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "../text/strings.h"
#include "absolve/edit.h"

namespace absolve::codec {

/// How a text is written in the text around it: a row of the table of codecs.
enum class Coding : std::uint8_t {
  identity,  // as it is
  // The value of an HTML attribute, without its quotes.
  quotation_mark,  // href="x"
  apostrophe,      // href='x'
  unquoted,        // href=x
  missing,         // href=
  absent,          // href
  // The same in XML; one without quotes is none, but lenient readers take it.
  xml_quotation_mark,  // href="x"
  xml_apostrophe,      // href='x'
  xml_unquoted,        // href=x
  xml_missing,         // href=
  xml_absent,          // href
  // In a header field of a message: white space in it is folding.
  field,
  // The same of HTTP, which has no folds: white space is part of it.
  http_field,
  // A quoted-string in such a field, without its quotes (RFC 9110, section 5.6.4).
  quoted_string,
  // A reference among others, or after something else, where nothing is escaped.
  srcset_url,              // of a candidate: white space ends it, and commas at its ends are none of it
  token,                   // white space ends it
  between_commas,          // commas end it
  refresh_quotation_mark,  // of a meta refresh: url="x"
  refresh_apostrophe,      // url='x'
  refresh_url,             // url=x, to the end
  // The inside of a comment.
  comment,
  // CSS: a string, or what is in url() without quotes.
  css_quotation_mark,  // "x"
  css_apostrophe,      // 'x'
  css_url,             // url(x)
  // A string of JSON, without its quotes.
  json_string,
  // A field of a table that is in quotes, without them (RFC 4180).
  csv_quoted,
  // The content of an element in foreign content: text and CDATA sections, with comments and child elements between.
  foreign_content,
  // The same in XML, where there are processing instructions between them, too.
  xml_content,
  // Charsets in which markup is no ASCII.
  utf16le,
  utf16be,
  iso2022jp,
  // Transfer encodings (RFC 2045).
  quoted_printable,
  base64,
  // Content codings: all of the text is compressed. There is no offset in the outer text but 0 and its size, and an
  // edit is one of all of it.
  gzip,
  deflate,  // zlib (RFC 1950), or without its frame, as some send it
  brotli,
  zstd,
  chunked,  // the transfer coding of HTTP (RFC 9112, section 7.1)
};

/// What a codec needs to know of the text around.
struct DecodeContext {
  std::string_view line_ending = "\n";     // of new lines, where the outer text has none
  std::size_t mark = 0;                    // bytes of the byte order mark that it starts with
  bool stores_decompressed = false;        // content codings: an edit replaces the outer text by the decompressed one
  std::size_t compressed_size = SIZE_MAX;  // and of what the outer text itself was decompressed from: it limits both
};

/// One text within another, and the way between the two. Offsets are bytes, from 0.
///
///     outer:  a&amp;b       what a page holds between quotes      edit 2, 4 -> http://h/
///     text:   a&b           what it means                         edit 1, 1 -> http://h/
///
/// The outer text must outlive the codec, and the codec its text.
class Codec {
 public:
  virtual ~Codec() = default;
  Codec(const Codec&) = delete;
  Codec& operator=(const Codec&) = delete;

  [[nodiscard]] std::string_view outer() const noexcept { return outer_; }
  [[nodiscard]] std::string_view text() const noexcept { return text_; }

  /// Where byte `offset` of the text lies outside; at its size: where what stands for its last byte ends, or where
  /// the outer text does. Logarithmic; in quoted-printable linear.
  [[nodiscard]] virtual std::size_t outer_offset(std::size_t offset) const = 0;

  /// Whether the outer text can say an edit of the text, were it the only one.
  [[nodiscard]] virtual bool can_hold(const Edit& edit) const = 0;

  /// Edits of the text as edits of the outer text, both sorted and disjoint: where these are carried out, the outer
  /// text reads as the text does where those are. All of them can be held, also together. New texts are kept in
  /// `strings`, but for those that stay as they were given. Linear, or n log n where there are n edits.
  [[nodiscard]] virtual std::vector<Edit> encode(std::span<const Edit> edits, Strings& strings) const = 0;

  /// What of the outer text was not read though it could be part of the text, in words; "": nothing.
  [[nodiscard]] virtual std::string_view unread() const noexcept { return {}; }

  /// What else happens to the text when these edits are carried out, in words; "": nothing.
  [[nodiscard]] virtual std::string_view side_effect(std::span<const Edit>) const noexcept { return {}; }

 protected:
  explicit Codec(std::string_view outer) noexcept : outer_(outer) {}

  std::string_view outer_;
  std::string_view text_;
};

/// Reads a text as its row says. nullptr: it is broken, as base64 may be, or expands beyond its limit (compressed.h).
/// Linear. With a charset, this and the codec's functions throw std::system_error where the C library can't convert it
/// for lack of files or descriptors.
[[nodiscard]] std::unique_ptr<Codec> open(Coding coding, std::string_view outer, const DecodeContext& around = {});

/// The name of a row, for messages and tests: "quotation-mark", ...
[[nodiscard]] std::string_view name_of(Coding coding) noexcept;

// The fast path. Nearly all values are plain: the text is the outer text itself, and an edit of the one is an edit of
// the other, as long as the new text is plain too.

/// Whether the outer text reads as itself, so that no codec need be opened. Never true where a codec has quotes to add
/// or may refuse an edit.
[[nodiscard]] bool is_plain(Coding coding, std::string_view outer) noexcept;

/// Whether a row is that of the values of attributes.
[[nodiscard]] constexpr bool is_attribute(Coding coding) noexcept {
  return coding >= Coding::quotation_mark && coding <= Coding::xml_absent;
}

/// How what an attribute of HTML is written as is written in XML.
[[nodiscard]] constexpr Coding in_xml(Coding coding) noexcept {
  switch (coding) {
    case Coding::quotation_mark: return Coding::xml_quotation_mark;
    case Coding::apostrophe: return Coding::xml_apostrophe;
    case Coding::unquoted: return Coding::xml_unquoted;
    case Coding::missing: return Coding::xml_missing;
    case Coding::absent: return Coding::xml_absent;
    default: return coding;
  }
}

/// Whether a value is between quotes already. Then what an edit replaces need be plain, and not all of the value.
[[nodiscard]] constexpr bool is_quoted(Coding coding) noexcept {
  switch (coding) {
    case Coding::quotation_mark:
    case Coding::apostrophe:
    case Coding::xml_quotation_mark:
    case Coding::xml_apostrophe: return true;
    default: return false;
  }
}

/// Whether a value is between delimiters that no escape can stand for.
[[nodiscard]] constexpr bool is_delimited(Coding coding) noexcept {
  return coding >= Coding::srcset_url && coding <= Coding::comment;
}

/// Whether all of the text is compressed, or sent in chunks.
[[nodiscard]] constexpr bool is_content_coding(Coding coding) noexcept { return coding >= Coding::gzip; }

/// Whether a backslash begins an escape.
[[nodiscard]] constexpr bool has_backslash_escapes(Coding coding) noexcept {
  return coding >= Coding::css_quotation_mark && coding <= Coding::json_string;
}

/// Whether a row may refuse a text that holds no U+0000.
[[nodiscard]] constexpr bool may_refuse(Coding coding) noexcept {
  switch (coding) {
    case Coding::field:
    case Coding::http_field:
    case Coding::quoted_string:
    case Coding::utf16le:
    case Coding::utf16be:
    case Coding::iso2022jp: return true;
    default: return is_delimited(coding);
  }
}

/// Whether a new text can go into a plain one of this row as it is.
[[nodiscard]] bool stays_plain(Coding coding, std::string_view text) noexcept;

}  // namespace absolve::codec
