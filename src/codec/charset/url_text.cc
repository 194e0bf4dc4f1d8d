#include "url_text.h"

#include <iconv.h>

#include <algorithm>
#include <array>

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

constexpr auto meant = std::to_array<Meant>({
    {"", "windows-1252"},
    {"ascii", "windows-1252"},
    {"big5", "BIG5-HKSCS"},
    {"euc-kr", "UHC"},
    {"gb2312", "GB18030"},
    {"gbk", "GB18030"},
    {"iso-8859-1", "windows-1252"},
    {"iso-8859-9", "windows-1254"},
    {"iso8859-1", "windows-1252"},
    {"ks_c_5601-1987", "UHC"},
    {"latin1", "windows-1252"},
    {"shift-jis", "CP932"},
    {"shift_jis", "CP932"},
    {"tis-620", "windows-874"},
    {"us-ascii", "windows-1252"},
    {"x-cp1251", "windows-1251"},
    {"x-cp1252", "windows-1252"},
    {"x-gbk", "GB18030"},
    {"x-sjis", "CP932"},
});

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

std::string reference_in_utf8(std::string_view reference, std::string_view label) {
  if (is_ascii(reference) || (label.empty() && is_utf8(reference))) return std::string(reference);
  if (is_of_utf8(label)) return valid_utf8(reference);
  const Decoder decoder(label);
  if (!decoder.is_open()) return valid_utf8(reference);
  std::string result;
  decoder.append(result, reference);
  return result;
}

std::string url_in_utf8(std::string_view url, std::string_view label) {
  if (is_ascii(url) || is_of_utf8(label) || (label.empty() && is_utf8(url))) return reference_in_utf8(url, label);
  const std::size_t fragment = std::min(url.find('#'), url.size());
  const std::size_t query = std::min(url.find('?'), fragment);
  const std::string_view sent = url.substr(query, fragment - query);
  return reference_in_utf8(url.substr(0, query), label)
      .append(with_escapes(sent, [](char c) { return !is_ascii(c); }))
      .append(reference_in_utf8(url.substr(fragment), label));
}

}  // namespace absolve::codec
