#include "url_text.h"

#include <algorithm>
#include <array>
#include <utility>

#include "../../text/ascii.h"
#include "../../text/percent.h"
#include "../../text/utf8.h"
#include "../css.h"
#include "../markup/character_references.h"
#include "absolve/options.h"
#include "decoder.h"
#include "multi_byte.h"

namespace absolve::codec {
namespace {

/// Whether iconv_open() would read more in a label than a name.
bool is_syntax_of_iconv(std::string_view label) noexcept {
  return label.find_first_of(std::string_view("/\0", 2)) != std::string_view::npos;
}

/// The name of a charset in the C library; "" if it has none. Without a label, or with one that nobody knows, browsers
/// read windows-1252.
std::string name_in_library(std::string_view label) {
  if (is_label(label)) return std::string(library_name(label));
  std::string name(trimmed(label));
  const bool is_known = !name.empty() && !is_syntax_of_iconv(name) && may_know_charset(name);
  return is_known ? name : "windows-1252";
}

bool is_of_utf8(std::string_view label) noexcept {
  return is_name(trimmed(label), "utf-8") || is_name(trimmed(label), "utf8");
}

/// What stands in a converted text for bytes that are no character.
constexpr std::string_view replacement = "\xEF\xBF\xBD";

/// With an escape for each byte that is not of a character and, if a text was converted, for what stands for them.
std::string valid_utf8(std::string_view text, bool is_converted) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = character_size(text, at);
    if (size == 0) append_escape(result, '%', text[at]);
    else if (is_converted && text.substr(at, size) == replacement) result += percent_escaped(replacement);
    else result.append(text, at, size);
    at += std::max<std::size_t>(size, 1);
  }
  return result;
}

/// The query of a URL, with its question mark; if there is none, what is empty before the fragment.
std::string_view query_in(std::string_view url) noexcept {
  const std::string_view rest = url.substr(0, url.find('#'));
  return rest.substr(std::min(rest.find('?'), rest.size()));
}

std::size_t offset_in(std::string_view url, std::string_view part) noexcept {
  return static_cast<std::size_t>(part.data() - url.data());
}

/// The bytes of the characters of a charset that has one byte for each.
class SingleBytes {
 public:
  explicit SingleBytes(const std::string& name) {
    const Decoder decoder(name);
    for (std::size_t i = 0; decoder.is_open() && i < characters_.size(); ++i) {
      const char byte = static_cast<char>(i + 0x80);
      decoder.append(characters_[i], {&byte, 1});
    }
  }

  /// "" if the charset doesn't have it.
  std::string operator()(char32_t code_point, std::string_view character) const {
    if (code_point < 0x80) return std::string(character);
    const auto found = std::ranges::find(characters_, character);
    return found == characters_.end() ? "" : std::string(1, static_cast<char>(found - characters_.begin() + 0x80));
  }

 private:
  std::array<std::string, 0x80> characters_;
};

/// What stands for a character that the charset doesn't have: an escaped character reference.
std::string escaped_reference(char32_t code_point) {
  return "%26%23" + std::to_string(static_cast<std::uint32_t>(code_point)) + "%3B";
}

/// `bytes_of` are those of a character; "" if it has none.
template <typename BytesOf>
std::string sent_query(std::string_view utf8, const BytesOf& bytes_of) {
  std::string result;
  for (std::size_t at = 0; at < utf8.size();) {
    const std::size_t size = std::max<std::size_t>(character_size(utf8, at), 1);
    const char32_t c = code_point_at(utf8, at, size);
    const std::string bytes = bytes_of(c, utf8.substr(at, size));
    result += bytes.empty() ? escaped_reference(c) : percent_escaped(bytes);
    at += size;
  }
  return result;
}

/// The characters of a row of katakana that the encoder of ISO-2022-JP writes in place of those of half the width.
constexpr std::u32string_view wide_katakana =
    U"\u3002\u300C\u300D\u3001\u30FB\u30F2\u30A1\u30A3\u30A5\u30A7\u30A9\u30E3\u30E5\u30E7\u30C3\u30FC"
    U"\u30A2\u30A4\u30A6\u30A8\u30AA\u30AB\u30AD\u30AF\u30B1\u30B3\u30B5\u30B7\u30B9\u30BB\u30BD\u30BF"
    U"\u30C1\u30C4\u30C6\u30C8\u30CA\u30CB\u30CC\u30CD\u30CE\u30CF\u30D2\u30D5\u30D8\u30DB\u30DE\u30DF"
    U"\u30E0\u30E1\u30E2\u30E4\u30E6\u30E8\u30E9\u30EA\u30EB\u30EC\u30ED\u30EF\u30F3\u309B\u309C";
static_assert(wide_katakana.size() == last_katakana - first_katakana + 1);

/// The same in ISO-2022-JP, which has shift states (Encoding standard, section 12.2.2).
std::string sent_in_iso2022jp(std::string_view utf8) {
  constexpr std::string_view ascii = "\x1B(B";
  constexpr std::string_view roman = "\x1B(J";
  constexpr std::string_view kanji = "\x1B$B";
  std::string_view state = ascii;
  std::string result;
  const auto append = [&](std::string_view needed, std::string_view bytes) {
    const auto is_escaped = [](char c) { return c < ' ' || c == '"' || c == '#' || c == '\'' || c == '<' || c == '>'; };
    if (needed != state) result += with_escapes(needed, is_escaped);
    state = needed;
    result += needed == kanji ? with_escapes(bytes, is_escaped) : bytes;
  };
  for (std::size_t at = 0; at < utf8.size();) {
    const std::size_t size = std::max<std::size_t>(character_size(utf8, at), 1);
    const char32_t c = code_point_at(utf8, at, size);
    const bool is_katakana = c >= first_katakana && c <= last_katakana;
    const std::string bytes = encoded(is_katakana ? wide_katakana[c - first_katakana] : c, Encoding::euc_jp);
    const bool differs = c == '\\' || c == '~' || c < ' ';
    if (c == 0xA5 || c == 0x203E) append(roman, c == 0xA5 ? "\\" : "~");
    else if (c < 0x80) append(state == roman && !differs ? roman : ascii, utf8.substr(at, size));
    else if (bytes.size() == 2)
      append(kanji, std::string{static_cast<char>(bytes[0] & 0x7F), static_cast<char>(bytes[1] & 0x7F)});
    else append(ascii, escaped_reference(c));
    at += size;
  }
  append(ascii, "");
  return result;
}

}  // namespace

std::string sent_query(std::string_view utf8, Encoding encoding) {
  if (encoding == Encoding::iso2022jp) return sent_in_iso2022jp(utf8);
  return sent_query(utf8, [&](char32_t c, std::string_view) { return encoded(c, encoding); });
}

std::string with_sent_query(std::string url, std::string_view label, std::string_view query_label) {
  const std::string_view query = query_in(url);
  if (is_ascii(query) || label.empty() || (is_of_utf8(label) && query_label.empty())) return url;
  const std::string sent = query_label.empty() ? sent_query(query, SingleBytes(name_in_library(label)))
                                               : sent_query(query, encoding_of(query_label));
  return url.replace(offset_in(url, query), query.size(), sent);
}

std::string_view reference_in_utf8(std::string_view reference, std::string_view label, std::string_view query_label,
                                   std::string& scratch) {
  if (is_ascii(reference) || (label.empty() && is_utf8(reference))) return reference;
  if (is_of_utf8(label)) return scratch = valid_utf8(reference, !query_label.empty());
  const Decoder decoder(name_in_library(label));
  if (!decoder.is_open()) return scratch = with_escapes(reference, [](char c) { return !is_ascii(c); });
  scratch.clear();
  decoder.append(scratch, reference);
  return scratch;
}

namespace {

/// How escapes are decoded: character references, CSS escapes, or these in the value of an attribute.
using Decode = std::string (*)(std::string_view written);

std::string decode_references(std::string_view written) {
  std::string scratch;
  return std::string(decode_attribute(written, scratch));
}

std::string decode_both(std::string_view written) { return decode_css(decode_references(written)); }

std::optional<std::string> escaped_in_utf8(std::string_view written, std::string_view reference, std::string_view label,
                                           std::string_view query_label, Decode decode) {
  std::string decoded;
  std::string result;
  while (!written.empty()) {
    const bool is_of_ascii = is_ascii(written.front());
    const auto end = std::ranges::find_if(written, [&](char c) { return is_ascii(c) != is_of_ascii; });
    const std::string_view piece(written.begin(), end);
    const std::string read = is_of_ascii ? decode(piece) : std::string(piece);
    decoded += read;
    std::string converted;
    result += is_of_ascii ? read : reference_in_utf8(read, label, query_label, converted);
    written.remove_prefix(piece.size());
  }
  return decoded == reference ? std::optional(std::move(result)) : std::nullopt;
}

}  // namespace

std::optional<std::string> escaped_in_utf8(std::string_view written, std::string_view reference, std::string_view label,
                                           std::string_view query_label) {
  if (written == reference) return std::nullopt;
  if (is_ascii(written)) return std::string(reference);
  for (const Decode decode : {decode_references, decode_css, decode_both}) {
    if (auto result = escaped_in_utf8(written, reference, label, query_label, decode)) return result;
  }
  return std::nullopt;
}

std::string reference_as_text(std::string_view written, std::string_view reference, std::string_view label,
                              std::string_view query_label) {
  if (is_ascii(reference)) return std::string(reference);
  if (auto escaped = escaped_in_utf8(written, reference, label, query_label)) return *std::move(escaped);
  std::string scratch;
  return std::string(reference_in_utf8(reference, label, query_label, scratch));
}

std::string_view url_in_utf8(std::string_view url, std::string_view label, std::string_view query_label,
                             std::string& scratch) {
  const bool is_of_one_kind = query_label.empty() && (is_of_utf8(label) || (label.empty() && is_utf8(url)));
  if (is_ascii(url) || is_of_one_kind) return reference_in_utf8(url, label, query_label, scratch);
  const std::string_view query = query_in(url);
  const std::size_t begin = offset_in(url, query);
  std::string result(reference_in_utf8(url.substr(0, begin), label, query_label, scratch));
  result += query_label.empty() ? percent_escaped(query) : sent_query(query, encoding_of(query_label));
  result += reference_in_utf8(url.substr(begin + query.size()), label, query_label, scratch);
  return scratch = std::move(result);
}

bool names_charset(std::string_view label) {
  if (is_label(label)) return true;
  if (label.empty() || is_syntax_of_iconv(label)) return false;
  return may_know_charset(std::string(label));
}

}  // namespace absolve::codec
