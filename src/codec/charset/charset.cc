// What must be known about charsets. In most, bytes below 0x80 are ASCII, and markup is found and edited in the bytes
// themselves, whatever all other bytes mean. The exceptions:
//
//     UTF-16, ISO-2022-JP, Shift_JIS,   decoded, and edits encoded (transcoded.cc)
//     EUC-JP, GBK, gb18030, Big5, EUC-KR
//     UTF-7, UTF-32, HZ, EBCDIC, ...    refused: the documents are left unchanged
//
// A byte order mark takes precedence over what a header declares, as in browsers (Encoding standard, "decode"). A
// document with an unknown label is treated as one of the common kind.

#include <algorithm>
#include <array>

#include "../../text/ascii.h"
#include "../../text/byte_sets.h"
#include "charset.h"

namespace absolve::codec {
namespace {

struct Label {
  std::string_view label;
  Encoding encoding;
};

/// A charset that isn't listed here is ASCII-compatible, as far as markup is concerned. The labels are those of the
/// Encoding standard (section 4.2), and others that occur in mail.
constexpr auto labels = std::to_array<Label>({
    {"big5", Encoding::big5},
    {"big5-hkscs", Encoding::big5},
    {"bocu-1", Encoding::refused},
    {"chinese", Encoding::gbk},
    {"cn-big5", Encoding::big5},
    {"cp037", Encoding::refused},
    {"cp1026", Encoding::refused},
    {"cp500", Encoding::refused},
    {"cp932", Encoding::shift_jis},
    {"cp936", Encoding::gbk},
    {"cp950", Encoding::big5},
    {"csbig5", Encoding::big5},
    {"cseuckr", Encoding::euc_kr},
    {"cseucpkdfmtjapanese", Encoding::euc_jp},
    {"csgb2312", Encoding::gbk},
    {"csiso2022cn", Encoding::refused},
    {"csiso2022jp", Encoding::iso2022jp},
    {"csiso2022jp2", Encoding::refused},
    {"csiso2022kr", Encoding::refused},
    {"csiso58gb231280", Encoding::gbk},
    {"csksc56011987", Encoding::euc_kr},
    {"csshiftjis", Encoding::shift_jis},
    {"csunicode", Encoding::utf16le},
    {"euc-jp", Encoding::euc_jp},
    {"euc-kr", Encoding::euc_kr},
    {"gb18030", Encoding::gb18030},
    {"gb2312", Encoding::gbk},
    {"gb_2312", Encoding::gbk},
    {"gb_2312-80", Encoding::gbk},
    {"gbk", Encoding::gbk},
    {"hz", Encoding::refused},
    {"hz-gb-2312", Encoding::refused},
    {"ibm037", Encoding::refused},
    {"ibm1026", Encoding::refused},
    {"ibm500", Encoding::refused},
    {"iso-10646-ucs-2", Encoding::utf16le},
    {"iso-10646-ucs-4", Encoding::refused},
    {"iso-2022-cn", Encoding::refused},
    {"iso-2022-cn-ext", Encoding::refused},
    {"iso-2022-jp", Encoding::iso2022jp},
    {"iso-2022-jp-1", Encoding::refused},
    {"iso-2022-jp-2", Encoding::refused},
    {"iso-2022-jp-3", Encoding::refused},
    {"iso-2022-kr", Encoding::refused},
    {"iso-ir-149", Encoding::euc_kr},
    {"iso-ir-58", Encoding::gbk},
    {"korean", Encoding::euc_kr},
    {"ks_c_5601-1987", Encoding::euc_kr},
    {"ks_c_5601-1989", Encoding::euc_kr},
    {"ksc5601", Encoding::euc_kr},
    {"ksc_5601", Encoding::euc_kr},
    {"ms932", Encoding::shift_jis},
    {"ms_kanji", Encoding::shift_jis},
    {"scsu", Encoding::refused},
    {"shift-jis", Encoding::shift_jis},
    {"shift_jis", Encoding::shift_jis},
    {"sjis", Encoding::shift_jis},
    {"ucs-2", Encoding::utf16le},
    {"ucs-4", Encoding::refused},
    {"unicode", Encoding::utf16le},
    {"unicode-1-1-utf-7", Encoding::refused},
    {"unicode-1-1-utf-8", Encoding::utf8},
    {"unicode11utf8", Encoding::utf8},
    {"unicode20utf8", Encoding::utf8},
    {"unicodefeff", Encoding::utf16le},
    {"unicodefffe", Encoding::utf16be},
    {"utf-16", Encoding::utf16le},
    {"utf-16be", Encoding::utf16be},
    {"utf-16le", Encoding::utf16le},
    {"utf-32", Encoding::refused},
    {"utf-32be", Encoding::refused},
    {"utf-32le", Encoding::refused},
    {"utf-7", Encoding::refused},
    {"utf-8", Encoding::utf8},
    {"utf-ebcdic", Encoding::refused},
    {"utf7", Encoding::refused},
    {"utf8", Encoding::utf8},
    {"windows-31j", Encoding::shift_jis},
    {"windows-936", Encoding::gbk},
    {"windows-949", Encoding::euc_kr},
    {"x-euc-jp", Encoding::euc_jp},
    {"x-gbk", Encoding::gbk},
    {"x-imap4-modified-utf7", Encoding::refused},
    {"x-sjis", Encoding::shift_jis},
    {"x-unicode20utf8", Encoding::utf8},
    {"x-x-big5", Encoding::big5},
});
static_assert(std::ranges::is_sorted(labels, std::ranges::less_equal{}, &Label::label));

/// Labels of the Encoding standard (section 4.2) for encodings that are read as ASCII-compatible.
constexpr auto other_labels = std::to_array<std::string_view>({
    "866",
    "ansi_x3.4-1968",
    "arabic",
    "ascii",
    "asmo-708",
    "cp1250",
    "cp1251",
    "cp1252",
    "cp1253",
    "cp1254",
    "cp1255",
    "cp1256",
    "cp1257",
    "cp1258",
    "cp819",
    "cp866",
    "csibm866",
    "csiso88596e",
    "csiso88596i",
    "csiso88598e",
    "csisolatin1",
    "csisolatin2",
    "csisolatin3",
    "csisolatin4",
    "csisolatin5",
    "csisolatin6",
    "csisolatin9",
    "csisolatinarabic",
    "csisolatincyrillic",
    "csisolatingreek",
    "csisolatinhebrew",
    "cskoi8r",
    "csmacintosh",
    "cyrillic",
    "dos-874",
    "ecma-114",
    "ecma-118",
    "elot_928",
    "greek",
    "greek8",
    "hebrew",
    "ibm819",
    "ibm866",
    "iso-8859-1",
    "iso-8859-10",
    "iso-8859-11",
    "iso-8859-13",
    "iso-8859-14",
    "iso-8859-15",
    "iso-8859-16",
    "iso-8859-2",
    "iso-8859-3",
    "iso-8859-4",
    "iso-8859-5",
    "iso-8859-6",
    "iso-8859-6-e",
    "iso-8859-6-i",
    "iso-8859-7",
    "iso-8859-8",
    "iso-8859-8-e",
    "iso-8859-8-i",
    "iso-8859-9",
    "iso-ir-100",
    "iso-ir-101",
    "iso-ir-109",
    "iso-ir-110",
    "iso-ir-126",
    "iso-ir-127",
    "iso-ir-138",
    "iso-ir-144",
    "iso-ir-148",
    "iso-ir-157",
    "iso8859-1",
    "iso8859-10",
    "iso8859-11",
    "iso8859-13",
    "iso8859-14",
    "iso8859-15",
    "iso8859-2",
    "iso8859-3",
    "iso8859-4",
    "iso8859-5",
    "iso8859-6",
    "iso8859-7",
    "iso8859-8",
    "iso8859-9",
    "iso88591",
    "iso885910",
    "iso885911",
    "iso885913",
    "iso885914",
    "iso885915",
    "iso88592",
    "iso88593",
    "iso88594",
    "iso88595",
    "iso88596",
    "iso88597",
    "iso88598",
    "iso88599",
    "iso_8859-1",
    "iso_8859-15",
    "iso_8859-1:1987",
    "iso_8859-2",
    "iso_8859-2:1987",
    "iso_8859-3",
    "iso_8859-3:1988",
    "iso_8859-4",
    "iso_8859-4:1988",
    "iso_8859-5",
    "iso_8859-5:1988",
    "iso_8859-6",
    "iso_8859-6:1987",
    "iso_8859-7",
    "iso_8859-7:1987",
    "iso_8859-8",
    "iso_8859-8:1988",
    "iso_8859-9",
    "iso_8859-9:1989",
    "koi",
    "koi8",
    "koi8-r",
    "koi8-ru",
    "koi8-u",
    "koi8_r",
    "l1",
    "l2",
    "l3",
    "l4",
    "l5",
    "l6",
    "l9",
    "latin1",
    "latin2",
    "latin3",
    "latin4",
    "latin5",
    "latin6",
    "logical",
    "mac",
    "macintosh",
    "replacement",
    "sun_eu_greek",
    "tis-620",
    "us-ascii",
    "visual",
    "windows-1250",
    "windows-1251",
    "windows-1252",
    "windows-1253",
    "windows-1254",
    "windows-1255",
    "windows-1256",
    "windows-1257",
    "windows-1258",
    "windows-874",
    "x-cp1250",
    "x-cp1251",
    "x-cp1252",
    "x-cp1253",
    "x-cp1254",
    "x-cp1255",
    "x-cp1256",
    "x-cp1257",
    "x-cp1258",
    "x-mac-cyrillic",
    "x-mac-roman",
    "x-mac-ukrainian",
    "x-user-defined",
});

struct Signature {
  std::string_view bytes;
  Encoding encoding;
  std::size_t mark;
  std::string_view name;
};

using namespace std::string_view_literals;

/// Longer marks first: a UTF-32 mark starts like a UTF-16 mark.
constexpr auto marks = std::to_array<Signature>({
    {"\xFF\xFE\0\0"sv, Encoding::refused, 4, "UTF-32"},
    {"\0\0\xFE\xFF"sv, Encoding::refused, 4, "UTF-32"},
    {"\xEF\xBB\xBF"sv, Encoding::utf8, 3, "UTF-8"},
    {"\xFF\xFE"sv, Encoding::utf16le, 2, "UTF-16"},
    {"\xFE\xFF"sv, Encoding::utf16be, 2, "UTF-16"},
});

constexpr auto xml_declarations = std::to_array<Signature>({
    {"<\0?\0x\0"sv, Encoding::utf16le, 0, "UTF-16LE"},
    {"\0<\0?\0x"sv, Encoding::utf16be, 0, "UTF-16BE"},
});

template <std::size_t N>
const Signature* find_signature(const std::array<Signature, N>& signatures, std::string_view bytes) noexcept {
  const auto found =
      std::ranges::find_if(signatures, [&](const Signature& one) { return bytes.starts_with(one.bytes); });
  return found == signatures.end() ? nullptr : &*found;
}

}  // namespace

Encoding encoding_of(std::string_view label) noexcept {
  const auto found = std::ranges::find_if(labels, [&](const Label& one) { return is_name(trimmed(label), one.label); });
  return found == labels.end() ? Encoding::ascii_compatible : found->encoding;
}

bool is_label(std::string_view label) noexcept {
  const std::string_view name = trimmed(label);
  return std::ranges::any_of(labels, [&](const Label& one) { return is_name(name, one.label); }) ||
         std::ranges::any_of(other_labels, [&](std::string_view one) { return is_name(name, one); });
}

std::optional<Detected> detect(std::string_view bytes, std::string_view declared) {
  const Signature* signature = find_signature(marks, bytes);
  if (signature == nullptr && !declared.empty()) return Detected{encoding_of(declared), 0, std::string(declared)};
  if (signature == nullptr) signature = find_signature(xml_declarations, bytes);
  if (signature == nullptr) return std::nullopt;
  return Detected{signature->encoding, signature->mark, std::string(signature->name)};
}

}  // namespace absolve::codec
