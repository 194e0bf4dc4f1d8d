#include "url_text.h"

#include <iconv.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "../../text/ascii.h"
#include "../../text/percent.h"
#include "../../text/utf8.h"
#include "absolve/options.h"
#include "multi_byte.h"

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
    {"l9", "ISO-8859-15"},
    {"sun_eu_greek", "ISO-8859-7"},
    {"csiso88598i", "ISO-8859-8"}, {"iso-8859-8-i", "ISO-8859-8"}, {"logical", "ISO-8859-8"},
    {"visual", "ISO-8859-8"},
    {"koi", "KOI8-R"}, {"koi8", "KOI8-R"}, {"koi8_r", "KOI8-R"},
    {"x-mac-cyrillic", "MAC-CYRILLIC"},
    {"x-mac-roman", "MACINTOSH"},
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

std::string sent_query(std::string_view utf8, Encoding encoding) {
  std::string result;
  std::string bytes;
  for (std::size_t at = 0; at < utf8.size();) {
    const std::size_t size = std::max<std::size_t>(character_size(utf8, at), 1);
    bytes.clear();
    const char32_t c = code_point_at(utf8, at, size);
    if (append_encoded(bytes, c, encoding)) result += in_ascii(bytes);
    else result.append("%26%23").append(std::to_string(static_cast<std::uint32_t>(c))).append("%3B");
    at += size;
  }
  return result;
}

std::string_view reference_in_utf8(std::string_view reference, std::string_view label, std::string& scratch) {
  if (is_ascii(reference) || (label.empty() && is_utf8(reference))) return reference;
  if (is_of_utf8(label)) return scratch = valid_utf8(reference);
  const Decoder decoder(label);
  if (!decoder.is_open()) return scratch = with_escapes(reference, [](char c) { return !is_ascii(c); });
  scratch.clear();
  decoder.append(scratch, reference);
  return scratch;
}

std::string_view url_in_utf8(std::string_view url, std::string_view label, std::string_view query_label,
                             std::string& scratch) {
  const bool is_of_one_kind = query_label.empty() && (is_of_utf8(label) || (label.empty() && is_utf8(url)));
  if (is_ascii(url) || is_of_one_kind) return reference_in_utf8(url, label, scratch);
  const std::size_t fragment = std::min(url.find('#'), url.size());
  const std::size_t query = std::min(url.find('?'), fragment);
  const std::string_view sent = url.substr(query, fragment - query);
  std::string result(reference_in_utf8(url.substr(0, query), label, scratch));
  result += query_label.empty() ? in_ascii(sent) : sent_query(sent, encoding_of(query_label));
  result += reference_in_utf8(url.substr(fragment), label, scratch);
  return scratch = std::move(result);
}

}  // namespace absolve::codec

namespace absolve {

bool is_charset(std::string_view label) {
  if (codec::is_label(label)) return true;
  if (label.empty() || label.find_first_of({"/\0", 2}) != std::string_view::npos) return false;  // iconv's own syntax
  const iconv_t conversion = iconv_open("UTF-8", std::string(label).c_str());
  if (conversion == reinterpret_cast<iconv_t>(-1)) return errno != EINVAL;  // other errors say nothing about the label
  iconv_close(conversion);
  return true;
}

}  // namespace absolve
