#include "url_text.h"

#include <iconv.h>

#include <algorithm>
#include <array>
#include <utility>

#include "../../text/ascii.h"
#include "../../text/percent.h"
#include "../../text/utf8.h"

namespace absolve::codec {
namespace {

/// Labels that stand for another charset than their name says, or have no such name in the C library (Encoding
/// standard, section 4.2).
struct Meant {
  std::string_view label;
  const char* charset;
};

// clang-format off
constexpr auto meant = std::to_array<Meant>({
    {"big5", "BIG5-HKSCS"}, {"big5-hkscs", "BIG5-HKSCS"}, {"cn-big5", "BIG5-HKSCS"}, {"csbig5", "BIG5-HKSCS"},
    {"x-x-big5", "BIG5-HKSCS"},
    {"csshiftjis", "CP932"}, {"ms932", "CP932"}, {"ms_kanji", "CP932"}, {"shift-jis", "CP932"},
    {"shift_jis", "CP932"}, {"sjis", "CP932"}, {"windows-31j", "CP932"}, {"x-sjis", "CP932"},
    {"euc-jp", "EUC-JP-MS"}, {"x-euc-jp", "EUC-JP-MS"},
    {"chinese", "GB18030"}, {"csgb2312", "GB18030"}, {"gb2312", "GB18030"}, {"gb_2312", "GB18030"},
    {"gb_2312-80", "GB18030"}, {"gbk", "GB18030"}, {"iso-ir-58", "GB18030"}, {"x-gbk", "GB18030"},
    {"l9", "ISO-8859-15"},
    {"sun_eu_greek", "ISO-8859-7"},
    {"csiso88598i", "ISO-8859-8"}, {"iso-8859-8-i", "ISO-8859-8"}, {"logical", "ISO-8859-8"},
    {"visual", "ISO-8859-8"},
    {"koi", "KOI8-R"}, {"koi8", "KOI8-R"}, {"koi8_r", "KOI8-R"},
    {"x-mac-cyrillic", "MAC-CYRILLIC"},
    {"x-mac-roman", "MACINTOSH"},
    {"cseuckr", "UHC"}, {"euc-kr", "UHC"}, {"korean", "UHC"}, {"ks_c_5601-1987", "UHC"}, {"ks_c_5601-1989", "UHC"},
    {"ksc5601", "UHC"}, {"ksc_5601", "UHC"}, {"windows-949", "UHC"},
    {"x-cp1250", "windows-1250"},
    {"x-cp1251", "windows-1251"},
    {"", "windows-1252"}, {"ascii", "windows-1252"}, {"cp819", "windows-1252"}, {"csisolatin1", "windows-1252"},
    {"ibm819", "windows-1252"}, {"iso-8859-1", "windows-1252"}, {"iso-ir-100", "windows-1252"},
    {"iso8859-1", "windows-1252"}, {"iso88591", "windows-1252"}, {"iso_8859-1", "windows-1252"},
    {"iso_8859-1:1987", "windows-1252"}, {"l1", "windows-1252"}, {"latin1", "windows-1252"},
    {"us-ascii", "windows-1252"}, {"x-cp1252", "windows-1252"},
    {"x-cp1253", "windows-1253"},
    {"csisolatin5", "windows-1254"}, {"iso-8859-9", "windows-1254"}, {"iso8859-9", "windows-1254"},
    {"iso88599", "windows-1254"}, {"iso_8859-9", "windows-1254"}, {"l5", "windows-1254"}, {"latin5", "windows-1254"},
    {"x-cp1254", "windows-1254"},
    {"x-cp1255", "windows-1255"},
    {"x-cp1256", "windows-1256"},
    {"x-cp1257", "windows-1257"},
    {"x-cp1258", "windows-1258"},
    {"dos-874", "windows-874"}, {"tis-620", "windows-874"},
});
// clang-format on

class Decoder {
 public:
  explicit Decoder(std::string_view label) : handle_(iconv_open("UTF-8", charset_of(label).c_str())) {}
  ~Decoder() {
    if (is_open()) iconv_close(handle_);
  }
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;

  /// Whether the C library knows the charset.
  [[nodiscard]] bool is_open() const noexcept { return handle_ != reinterpret_cast<iconv_t>(-1); }

  void append(std::string& out, std::string_view bytes) const {
    std::string in(bytes);
    char* from = in.data();
    std::size_t left = in.size();
    while (left > 0) {
      std::array<char, 256> some;
      char* to = some.data();
      std::size_t room = some.size();
      const bool is_done = iconv(handle_, &from, &left, &to, &room) != static_cast<std::size_t>(-1);
      out.append(some.data(), some.size() - room);
      if (is_done || room < some.size()) continue;
      append_escape(out, '%', *from++);
      --left;
    }
  }

 private:
  static std::string charset_of(std::string_view label) {
    label = trimmed(label);
    const auto* const row = std::ranges::find_if(meant, [&](const Meant& one) { return is_name(label, one.label); });
    const bool is_syntax = label.find_first_of(std::string_view("/\0", 2)) != std::string_view::npos;  // of iconv
    return row != meant.end() ? row->charset : is_syntax ? std::string() : std::string(label);
  }

  iconv_t handle_;
};

bool is_of_utf8(std::string_view label) noexcept {
  return is_name(trimmed(label), "utf-8") || is_name(trimmed(label), "utf8");
}

/// With an escape for each byte that is not of a character.
std::string valid_utf8(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = character_size(text, at);
    if (size == 0) append_escape(result, '%', text[at]);
    else result.append(text, at, size);
    at += std::max<std::size_t>(size, 1);
  }
  return result;
}

}  // namespace

std::string_view reference_in_utf8(std::string_view reference, std::string_view label, std::string& scratch) {
  if (is_ascii(reference) || (label.empty() && is_utf8(reference))) return reference;
  if (is_of_utf8(label)) return scratch = valid_utf8(reference);
  const Decoder decoder(label);
  if (!decoder.is_open()) return scratch = with_escapes(reference, [](char c) { return !is_ascii(c); });
  scratch.clear();
  decoder.append(scratch, reference);
  return scratch;
}

std::string_view url_in_utf8(std::string_view url, std::string_view label, std::string& scratch) {
  const bool is_of_one_kind = is_ascii(url) || is_of_utf8(label) || (label.empty() && is_utf8(url));
  if (is_of_one_kind) return reference_in_utf8(url, label, scratch);
  const std::size_t fragment = std::min(url.find('#'), url.size());
  const std::size_t query = std::min(url.find('?'), fragment);
  const std::string_view sent = url.substr(query, fragment - query);
  std::string result(reference_in_utf8(url.substr(0, query), label, scratch));
  result += with_escapes(sent, [](char c) { return !is_ascii(c); });
  result += reference_in_utf8(url.substr(fragment), label, scratch);
  return scratch = std::move(result);
}

}  // namespace absolve::codec
