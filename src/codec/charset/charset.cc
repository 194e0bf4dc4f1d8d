// What must be known about charsets. In most, bytes below 0x80 are ASCII, and markup is found and edited in the bytes
// themselves, whatever all other bytes mean. The exceptions:
//
//     UTF-16, ISO-2022-JP, Shift_JIS,   decoded, and edits encoded (utf16.cc, transcoded.cc)
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

using enum Encoding;

struct Charset {
  Encoding encoding;
  std::string_view name;    // in the C library, if the bytes are read as they are; "" if there is none
  std::string_view labels;  // in lower case, with blanks between them
};

/// The charsets of the Encoding standard with their labels (section 4.2), and others that occur in mail. A charset that
/// isn't listed here is ASCII-compatible, as far as markup is concerned.
// clang-format off
constexpr auto charsets = std::to_array<Charset>({
    {utf8, "", "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8"},
    {utf16le, "", "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le"},
    {utf16be, "", "unicodefffe utf-16be"},
    {iso2022jp, "", "csiso2022jp iso-2022-jp"},
    {shift_jis, "", "cp932 csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis"},
    {euc_jp, "", "cseucpkdfmtjapanese euc-jp x-euc-jp"},
    {gbk, "", "chinese cp936 csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 windows-936 x-gbk"},
    {gb18030, "", "gb18030"},
    {big5, "", "big5 big5-hkscs cn-big5 cp950 csbig5 x-x-big5"},
    {euc_kr, "",
     "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949"},
    {refused, "",
     "bocu-1 cp037 cp1026 cp500 csiso2022cn csiso2022jp2 csiso2022kr hz hz-gb-2312 ibm037 ibm1026 ibm500 "
     "iso-10646-ucs-4 iso-2022-cn iso-2022-cn-ext iso-2022-jp-1 iso-2022-jp-2 iso-2022-jp-3 iso-2022-kr replacement "
     "scsu ucs-4 unicode-1-1-utf-7 utf-32 utf-32be utf-32le utf-7 utf-ebcdic utf7 x-imap4-modified-utf7"},
    {ascii_compatible, "IBM866", "866 cp866 csibm866 ibm866"},
    {ascii_compatible, "ISO-8859-10", "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6"},
    {ascii_compatible, "ISO-8859-13", "iso-8859-13 iso8859-13 iso885913"},
    {ascii_compatible, "ISO-8859-14", "iso-8859-14 iso8859-14 iso885914"},
    {ascii_compatible, "ISO-8859-15", "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9"},
    {ascii_compatible, "ISO-8859-16", "iso-8859-16"},
    {ascii_compatible, "ISO-8859-2",
     "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2"},
    {ascii_compatible, "ISO-8859-3",
     "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3"},
    {ascii_compatible, "ISO-8859-4",
     "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4"},
    {ascii_compatible, "ISO-8859-5",
     "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988"},
    {ascii_compatible, "ISO-8859-6",
     "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e iso-8859-6-i "
     "iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987"},
    {ascii_compatible, "ISO-8859-7",
     "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7 "
     "iso_8859-7:1987 sun_eu_greek"},
    {ascii_compatible, "ISO-8859-8",
     "csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 "
     "iso_8859-8:1988 visual csiso88598i iso-8859-8-i logical"},
    {ascii_compatible, "KOI8-R", "cskoi8r koi koi8 koi8-r koi8_r"},
    {ascii_compatible, "KOI8-U", "koi8-ru koi8-u"},
    {ascii_compatible, "MACINTOSH", "csmacintosh mac macintosh x-mac-roman"},
    {ascii_compatible, "windows-1250", "cp1250 windows-1250 x-cp1250"},
    {ascii_compatible, "windows-1251", "cp1251 windows-1251 x-cp1251"},
    {ascii_compatible, "windows-1252",
     "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 "
     "iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252"},
    {ascii_compatible, "windows-1253", "cp1253 windows-1253 x-cp1253"},
    {ascii_compatible, "windows-1254",
     "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 windows-1254 "
     "x-cp1254"},
    {ascii_compatible, "windows-1255", "cp1255 windows-1255 x-cp1255"},
    {ascii_compatible, "windows-1256", "cp1256 windows-1256 x-cp1256"},
    {ascii_compatible, "windows-1257", "cp1257 windows-1257 x-cp1257"},
    {ascii_compatible, "windows-1258", "cp1258 windows-1258 x-cp1258"},
    {ascii_compatible, "windows-874", "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874"},
    {ascii_compatible, "MAC-CYRILLIC", "x-mac-cyrillic x-mac-ukrainian"},
    {ascii_compatible, "windows-1252", "x-user-defined"},
});
// clang-format on

/// Whether a text holds a word. All words are in lower case, with blanks between them.
constexpr bool has_word(std::string_view words, std::string_view word) noexcept {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    if (is_name(word, words.substr(0, end))) return true;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return false;
}

const Charset* find_charset(std::string_view label) noexcept {
  if (label.empty()) return nullptr;  // as most often
  const auto found =
      std::ranges::find_if(charsets, [&](const Charset& one) { return has_word(one.labels, trimmed(label)); });
  return found == charsets.end() ? nullptr : &*found;
}

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
const Signature* find_signature(const std::array<Signature, N>& signatures, std::string_view bytes,
                                bool without_nul) noexcept {
  const auto found = std::ranges::find_if(signatures, [&](const Signature& one) {
    return bytes.starts_with(one.bytes) && !(without_nul && one.bytes.find('\0') != std::string_view::npos);
  });
  return found == signatures.end() ? nullptr : &*found;
}

}  // namespace

Encoding encoding_of(std::string_view label) noexcept {
  const Charset* const charset = find_charset(label);
  return charset == nullptr ? Encoding::ascii_compatible : charset->encoding;
}

bool is_label(std::string_view label) noexcept { return find_charset(label) != nullptr; }

std::string_view library_name(std::string_view label) noexcept {
  const Charset* const charset = find_charset(label);
  return charset == nullptr ? trimmed(label) : charset->name;
}

std::optional<Detected> detect(std::string_view bytes, std::string_view declared, bool entries_end_with_nul) {
  const Signature* signature = find_signature(marks, bytes, entries_end_with_nul);
  if (signature == nullptr && !declared.empty()) return Detected{encoding_of(declared), 0, std::string(declared)};
  if (signature == nullptr) signature = find_signature(xml_declarations, bytes, entries_end_with_nul);
  if (signature == nullptr) return std::nullopt;
  return Detected{signature->encoding, signature->mark, std::string(signature->name)};
}

}  // namespace absolve::codec
