// The table of codecs, and the fast path that avoids them. Most values hold nothing that must be decoded, and most new
// texts nothing that must be escaped:
//
//     is_plain()       for a value: no codec needs to be opened to read it
//     stays_plain()    for a new text: it can be written as it is
//
// Both look for bytes of a set. A set must contain every byte that its codec decodes, or escapes: a byte that is
// missing would be read, or written, as itself. It may contain more; that only costs the time to open the codec.

#include "rows.h"

#include <algorithm>
#include <array>

#include "../text/byte_sets.h"

namespace absolve::codec {
namespace {

struct CodecRow {
  Coding coding;
  std::string_view name;
  std::unique_ptr<Codec> (*open)(Coding, std::string_view, const DecodeContext&);
};

/// In the order of Coding.
constexpr auto rows = std::to_array<CodecRow>({
    {Coding::identity, "identity", open_identity},
    {Coding::quotation_mark, "quotation-mark", open_attribute},
    {Coding::apostrophe, "apostrophe", open_attribute},
    {Coding::unquoted, "unquoted", open_attribute},
    {Coding::missing, "missing", open_attribute},
    {Coding::absent, "absent", open_attribute},
    {Coding::xml_quotation_mark, "xml-quotation-mark", open_attribute},
    {Coding::xml_apostrophe, "xml-apostrophe", open_attribute},
    {Coding::xml_unquoted, "xml-unquoted", open_attribute},
    {Coding::xml_missing, "xml-missing", open_attribute},
    {Coding::xml_absent, "xml-absent", open_attribute},
    {Coding::field, "field", open_field},
    {Coding::http_field, "http-field", open_field},
    {Coding::quoted_string, "quoted-string", open_field},
    {Coding::srcset_url, "srcset-url", open_delimited},
    {Coding::token, "token", open_delimited},
    {Coding::between_commas, "between-commas", open_delimited},
    {Coding::between_semicolons, "between-semicolons", open_delimited},
    {Coding::refresh_quotation_mark, "refresh-quotation-mark", open_delimited},
    {Coding::refresh_apostrophe, "refresh-apostrophe", open_delimited},
    {Coding::refresh_url, "refresh-url", open_delimited},
    {Coding::comment, "comment", open_comment},
    {Coding::css_quotation_mark, "css-quotation-mark", open_css},
    {Coding::css_apostrophe, "css-apostrophe", open_css},
    {Coding::css_url, "css-url", open_css},
    {Coding::json_string, "json-string", open_json_string},
    {Coding::json_strings, "json-strings", open_json_strings},
    {Coding::markdown_destination, "markdown-destination", open_markdown},
    {Coding::markdown_brackets, "markdown-brackets", open_markdown},
    {Coding::markdown_cell_destination, "markdown-cell-destination", open_markdown},
    {Coding::markdown_cell_brackets, "markdown-cell-brackets", open_markdown},
    {Coding::csv_quoted, "csv-quoted", open_csv_quoted},
    {Coding::foreign_content, "foreign-content", open_element_content},
    {Coding::xml_content, "xml-content", open_element_content},
    {Coding::ranges, "ranges", open_ranges},
    {Coding::utf16le, "utf-16le", open_utf16},
    {Coding::utf16be, "utf-16be", open_utf16},
    {Coding::iso2022jp, "iso-2022-jp", open_transcoded},
    {Coding::shift_jis, "shift_jis", open_transcoded},
    {Coding::euc_jp, "euc-jp", open_transcoded},
    {Coding::gbk, "gbk", open_transcoded},
    {Coding::gb18030, "gb18030", open_transcoded},
    {Coding::big5, "big5", open_transcoded},
    {Coding::euc_kr, "euc-kr", open_transcoded},
    {Coding::quoted_printable, "quoted-printable", open_quoted_printable},
    {Coding::base64, "base64", open_base64},
    {Coding::gzip, "gzip", open_compressed},
    {Coding::deflate, "deflate", open_compressed},
    {Coding::brotli, "brotli", open_compressed},
    {Coding::zstd, "zstd", open_compressed},
    {Coding::chunked, "chunked", open_compressed},
});

constexpr bool are_rows_in_order() {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (static_cast<std::size_t>(rows[i].coding) != i) return false;
  }
  return true;
}
static_assert(are_rows_in_order());

static_assert(std::ranges::all_of(rows, [](const CodecRow& row) {
  const bool opens_delimited = row.open == open_delimited || row.open == open_comment;
  return is_delimited(row.coding) == opens_delimited && is_attribute(row.coding) == (row.open == open_attribute);
}));

constexpr const CodecRow& row_of(Coding coding) noexcept { return rows[static_cast<std::size_t>(coding)]; }

// A value with one of these is not plain. In XML, a `>` that is kept could end more markup than before, after a new
// text.
using Controls = ByteRange<'\0', '\x1F'>;
using InQuoted = AnyOf<Controls, Bytes<'&'>>;
using InUnquoted = AnyOf<Controls, Bytes<' ', '&', '"', '\'', '`', '<', '=', '>'>>;
using InXmlQuoted = AnyOf<InQuoted, Bytes<'>'>>;
using InContent = Bytes<'<', '&', '\r', '\0'>;
using InXmlContent = AnyOf<InContent, Bytes<'>'>>;
using InCssOrJson = AnyOf<Controls, Bytes<'\\'>>;
using InDestination = AnyOf<Controls, Bytes<'\\', '&', '(', ')', '<', '>', '|'>>;

// A new text with one of these is not plain, either.
using NewInQuoted = AnyOf<InQuoted, Bytes<'"', '\''>>;
using NewInContent = AnyOf<InQuoted, Bytes<'<'>>;
using NewInXml = AnyOf<NewInQuoted, Bytes<'<', '>'>>;
using NewInDestination = AnyOf<InDestination, Bytes<' ', '\x7F'>>;
using NewInCssOrJson = AnyOf<InCssOrJson, Bytes<'\x7F', ' ', '"', '\'', '(', ')', '<'>>;

}  // namespace

std::unique_ptr<Codec> open(Coding coding, std::string_view outer, const DecodeContext& around) {
  return row_of(coding).open(coding, outer, around);
}

std::string_view name_of(Coding coding) noexcept { return row_of(coding).name; }

bool is_plain(Coding coding, std::string_view outer) noexcept {
  switch (coding) {
    case Coding::identity: return true;
    case Coding::quotation_mark:
    case Coding::apostrophe: return has_none_of<InQuoted>(outer);
    case Coding::xml_quotation_mark:
    case Coding::xml_apostrophe: return has_none_of<InXmlQuoted>(outer);
    case Coding::unquoted:
    case Coding::xml_unquoted: return !outer.empty() && has_none_of<InUnquoted>(outer);
    case Coding::css_quotation_mark:
    case Coding::css_apostrophe:
    case Coding::css_url:
    case Coding::json_string: return has_none_of<InCssOrJson>(outer);
    case Coding::markdown_destination:
    case Coding::markdown_brackets:
    case Coding::markdown_cell_destination:
    case Coding::markdown_cell_brackets: return !outer.empty() && has_none_of<InDestination>(outer);
    case Coding::csv_quoted: return outer.find('"') == std::string_view::npos;
    case Coding::foreign_content: return has_none_of<InContent>(outer);
    case Coding::xml_content: return has_none_of<InXmlContent>(outer);
    default: return false;
  }
}

bool stays_plain(Coding coding, std::string_view text) noexcept {
  switch (coding) {
    case Coding::identity: return true;
    case Coding::quotation_mark:
    case Coding::apostrophe: return has_none_of<NewInQuoted>(text);
    case Coding::xml_quotation_mark:
    case Coding::xml_apostrophe:
    case Coding::xml_content: return has_none_of<NewInXml>(text);
    // Without a new text the value might become empty.
    case Coding::unquoted:
    case Coding::xml_unquoted: return !text.empty() && has_none_of<InUnquoted>(text);
    case Coding::css_quotation_mark:
    case Coding::css_apostrophe:
    case Coding::css_url:
    case Coding::json_string: return has_none_of<NewInCssOrJson>(text);
    // Without a new text a bare destination might become empty.
    case Coding::markdown_destination:
    case Coding::markdown_brackets:
    case Coding::markdown_cell_destination:
    case Coding::markdown_cell_brackets: return !text.empty() && has_none_of<NewInDestination>(text);
    case Coding::csv_quoted: return text.find('"') == std::string_view::npos;
    case Coding::foreign_content: return has_none_of<NewInContent>(text);
    default: return false;
  }
}

}  // namespace absolve::codec
