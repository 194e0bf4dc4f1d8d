#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "../text/strings.h"
#include "absolve/link.h"

namespace absolve::codec {

/// How a text is written in the text around it. Each has a row in the table of codecs.
enum class Coding : std::uint8_t {
  identity,  // as it is
  // The value of an HTML attribute, without its quotes.
  quotation_mark,  // href="x"
  apostrophe,      // href='x'
  unquoted,        // href=x
  missing,         // href=
  absent,          // href
  // The same in XML. Values without quotes are not well-formed there, but lenient readers accept them.
  xml_quotation_mark,  // href="x"
  xml_apostrophe,      // href='x'
  xml_unquoted,        // href=x
  xml_missing,         // href=
  xml_absent,          // href
  // In a header field of a message: white space in the URL is folding.
  field,
  // The same in HTTP, which has no folding: white space is part of the value.
  http_field,
  // A quoted-string in such a field, without its quotes (RFC 9110, section 5.6.4).
  quoted_string,
  // A reference among others, or after other text, where no character can be escaped.
  srcset_url,              // of a candidate: ended by white space; commas at its ends do not belong to it
  token,                   // ended by white space
  between_commas,          // ended by commas
  between_semicolons,      // ended by semicolons
  refresh_quotation_mark,  // of a meta refresh: url="x"
  refresh_apostrophe,      // url='x'
  refresh_url,             // url=x, to the end
  // The inside of a comment.
  comment,
  // CSS: a string, or the content of url() without quotes.
  css_quotation_mark,  // "x"
  css_apostrophe,      // 'x'
  css_url,             // url(x)
  // A string of JSON, without its quotes.
  json_string,
  json_strings,  // an array of strings of JSON, with its brackets: the text is what these are joined
  // The destination of a link in Markdown: bare, or in angle brackets, without these; and the same in a cell of a
  // table.
  markdown_destination,       // (x)
  markdown_brackets,          // (<x>)
  markdown_cell_destination,  // | (x) |
  markdown_cell_brackets,     // | (<x>) |
  // A field of a table that is in quotes, without them (RFC 4180).
  csv_quoted,
  // The content of an element in foreign content: text and CDATA sections, with comments and child elements between
  // them.
  foreign_content,
  // The same in XML, where there may be processing instructions between them, too.
  xml_content,
  // Several ranges of the outer text, one after the other (DecodeContext::ranges).
  ranges,
  // Charsets in which a byte that looks like ASCII may be none.
  utf16le,
  utf16be,
  iso2022jp,
  shift_jis,
  euc_jp,
  gbk,
  gb18030,
  big5,
  euc_kr,
  // Transfer encodings (RFC 2045).
  quoted_printable,
  base64,
  // Content codings: the whole text is compressed. The only offsets in the outer text are 0 and its size, and any edit
  // replaces all of it.
  gzip,
  deflate,  // zlib (RFC 1950), or without the zlib header, as some send it
  brotli,
  zstd,
  chunked,  // the transfer coding of HTTP (RFC 9112, section 7.1)
};

/// One of the ranges of the outer text that a text consists of: raw HTML in Markdown.
struct OuterRange {
  std::size_t begin;
  std::size_t end;
  bool is_separated = false;  // a renderer writes tags between it and the range before
  bool in_cell = false;       // it is in a table, where a `|` is written as `\|`
  bool is_escaped = false;    // if so, it begins with such a `\|`, which is not the end of the range before
};

/// What a codec needs to know about the text around.
struct DecodeContext {
  std::string_view line_ending = "\n";      // of new lines, if the outer text has none
  std::size_t mark = 0;                     // length of the byte order mark that it starts with, in bytes
  bool writes_utf8 = false;                 // charsets: new texts are written in UTF-8, as JSON is
  bool stores_decompressed = false;         // content codings: an edit replaces the outer text by the decompressed one
  std::size_t compressed_size = SIZE_MAX;   // of the data that the outer text was decompressed from: it limits both
  std::span<const OuterRange> ranges = {};  // Coding::ranges: sorted, disjoint; if empty, the whole outer text. Their
                                            // offsets are those of a larger text,
  std::size_t ranges_begin = 0;             // in which the outer text begins here
};

/// A text inside another text, and the way between the two. Offsets are bytes, from 0.
///
///     outer:  a&amp;b       between quotes in a page              edit 2, 4 -> http://h/
///     text:   a&b           decoded                               edit 1, 1 -> http://h/
///
/// The outer text must outlive the codec, and the codec its text.
class Codec {
 public:
  virtual ~Codec() = default;
  Codec(const Codec&) = delete;
  Codec& operator=(const Codec&) = delete;

  [[nodiscard]] std::string_view outer() const noexcept { return outer_; }
  [[nodiscard]] std::string_view text() const noexcept { return text_; }

  /// Where byte `offset` of the text is in the outer text. At the size of the text: where the encoding of its last byte
  /// ends, or where the outer text does. Logarithmic. Codings that leave no character where it was (compression,
  /// base64, quoted-printable) know no places: to them, all of the text begins at 0.
  [[nodiscard]] virtual std::size_t outer_offset(std::size_t offset) const {
    return offset < text_.size() ? 0 : outer_.size();
  }

  /// Whether the outer text can express an edit of the text, if it is the only edit.
  [[nodiscard]] virtual bool can_hold(const Edit& edit) const = 0;

  /// Turns edits of the text into edits of the outer text, both sorted and disjoint: the changed outer text decodes to
  /// the changed text. can_hold() must be true for each edit; then they can be held together, too. New texts are kept
  /// in `strings`, except those that are used as they were given. Linear, or n log n in the number of edits.
  [[nodiscard]] virtual std::vector<Edit> encode(std::span<const Edit> edits, Strings& strings) const = 0;

  /// Whether bytes [begin, end) of the text are in several places of the outer text, so that no value may extend over
  /// them.
  [[nodiscard]] virtual bool is_split(std::size_t, std::size_t) const noexcept { return false; }

  /// What in the outer text was not read although it might belong to the text, in words; "" if there is nothing.
  [[nodiscard]] virtual std::string_view unread() const noexcept { return {}; }

  /// What else these edits change in the text, in words; "" if there is nothing.
  [[nodiscard]] virtual std::string_view side_effect(std::span<const Edit>) const noexcept { return {}; }

 protected:
  explicit Codec(std::string_view outer) noexcept : outer_(outer) {}

  std::string_view outer_;
  std::string_view text_;
};

/// Decodes a text as its row says. nullptr if it is broken, as base64 may be, or expands beyond its limit
/// (compressed.h). Linear.
[[nodiscard]] std::unique_ptr<Codec> open(Coding coding, std::string_view outer, const DecodeContext& around = {});

/// The name of a coding, for messages and tests: "quotation-mark", ...
[[nodiscard]] std::string_view name_of(Coding coding) noexcept;

// The fast path. Nearly all values are plain: the text is identical to the outer text, and an edit of one is an edit of
// the other, as long as the new text is plain, too.

/// Whether the outer text reads as itself, so that no codec needs to be opened. Always false if the codec would have to
/// add quotes, or may refuse an edit.
[[nodiscard]] bool is_plain(Coding coding, std::string_view outer) noexcept;

/// Whether a coding is that of an attribute value.
[[nodiscard]] constexpr bool is_attribute(Coding coding) noexcept {
  return coding >= Coding::quotation_mark && coding <= Coding::xml_absent;
}

/// Whether a row is that of the content of elements, in which there may be child elements.
[[nodiscard]] constexpr bool is_content(Coding coding) noexcept {
  return coding == Coding::foreign_content || coding == Coding::xml_content;
}

/// The coding in XML for a coding of an HTML attribute.
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

/// Whether a value is already in quotes. Then only the text that an edit replaces needs to be plain, not the whole
/// value.
[[nodiscard]] constexpr bool is_quoted(Coding coding) noexcept {
  switch (coding) {
    case Coding::quotation_mark:
    case Coding::apostrophe:
    case Coding::xml_quotation_mark:
    case Coding::xml_apostrophe: return true;
    default: return false;
  }
}

/// Whether a value ends at delimiters that can't be escaped.
[[nodiscard]] constexpr bool is_delimited(Coding coding) noexcept {
  return coding >= Coding::srcset_url && coding <= Coding::comment;
}

/// Whether a row is that of a destination in Markdown.
[[nodiscard]] constexpr bool is_markdown(Coding coding) noexcept {
  return coding >= Coding::markdown_destination && coding <= Coding::markdown_cell_brackets;
}

/// Whether the whole text is compressed, or sent in chunks.
[[nodiscard]] constexpr bool is_content_coding(Coding coding) noexcept { return coding >= Coding::gzip; }

/// Whether the outer text is in a charset that is decoded.
[[nodiscard]] constexpr bool is_charset(Coding coding) noexcept {
  return coding >= Coding::utf16le && coding <= Coding::euc_kr;
}

/// Whether a codec may refuse a text that holds no U+0000.
[[nodiscard]] constexpr bool may_refuse(Coding coding) noexcept {
  switch (coding) {
    case Coding::field:
    case Coding::http_field:
    case Coding::quoted_string:
    case Coding::json_strings:
    case Coding::ranges: return true;
    default: return is_delimited(coding) || is_charset(coding) || is_markdown(coding);
  }
}

/// Whether a new text can be put into a plain value of this coding as it is.
[[nodiscard]] bool stays_plain(Coding coding, std::string_view text) noexcept;

}  // namespace absolve::codec
