#include "codec.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "rows.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace absolve::codec {
namespace {

struct Row {
  Coding coding;
  std::string_view name;
  std::unique_ptr<Codec> (*open)(Coding, std::string_view, const Surroundings&);
};

/// In the order of Coding.
constexpr auto rows = std::to_array<Row>({
    {Coding::identity, "identity", open_identity},
    {Coding::quotation_mark, "quotation-mark", open_attribute},
    {Coding::apostrophe, "apostrophe", open_attribute},
    {Coding::unquoted, "unquoted", open_attribute},
    {Coding::missing, "missing", open_attribute},
    {Coding::absent, "absent", open_attribute},
    {Coding::field, "field", open_field},
    {Coding::srcset_url, "srcset-url", open_delimited},
    {Coding::token, "token", open_delimited},
    {Coding::between_commas, "between-commas", open_delimited},
    {Coding::refresh_quotation_mark, "refresh-quotation-mark", open_delimited},
    {Coding::refresh_apostrophe, "refresh-apostrophe", open_delimited},
    {Coding::refresh_url, "refresh-url", open_delimited},
    {Coding::comment, "comment", open_delimited},
    {Coding::css_quotation_mark, "css-quotation-mark", open_css},
    {Coding::css_apostrophe, "css-apostrophe", open_css},
    {Coding::css_url, "css-url", open_css},
    {Coding::json_string, "json-string", open_json_string},
    {Coding::foreign_content, "foreign-content", open_foreign_content},
    {Coding::utf16le, "utf-16le", open_transcoded},
    {Coding::utf16be, "utf-16be", open_transcoded},
    {Coding::iso2022jp, "iso-2022-jp", open_transcoded},
    {Coding::quoted_printable, "quoted-printable", open_quoted_printable},
    {Coding::base64, "base64", open_base64},
});

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (static_cast<std::size_t>(rows[i].coding) != i) return false;
  }
  return true;
}
static_assert(is_in_order());

constexpr const Row& row_of(Coding coding) noexcept { return rows[static_cast<std::size_t>(coding)]; }

/// Characters that a value can't have and be plain.
struct Quoted {
  static constexpr bool is_special(char c) noexcept { return static_cast<unsigned char>(c) < 0x20 || c == '&'; }

#ifdef __SSE2__
  static __m128i special(__m128i bytes) noexcept {
    const __m128i controls = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1F)), bytes);
    return _mm_or_si128(controls, _mm_cmpeq_epi8(bytes, _mm_set1_epi8('&')));
  }
#endif
};

struct Unquoted {
  static constexpr bool is_special(char c) noexcept {
    return static_cast<unsigned char>(c) <= 0x20 || c == '&' || c == '"' || c == '\'' || (c >= '<' && c <= '>') ||
           c == '`';
  }

#ifdef __SSE2__
  static __m128i special(__m128i bytes) noexcept {
    const auto is = [&](char c) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)); };
    const __m128i spaces = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x20)), bytes);
    const __m128i quotes = _mm_or_si128(_mm_or_si128(is('&'), is('"')), _mm_or_si128(is('\''), is('`')));
    const __m128i signs = _mm_or_si128(_mm_or_si128(is('<'), is('=')), is('>'));
    return _mm_or_si128(spaces, _mm_or_si128(quotes, signs));
  }
#endif
};

struct InContent {
  static constexpr bool is_special(char c) noexcept { return c == '<' || c == '&' || c == '\r' || c == '\0'; }

#ifdef __SSE2__
  static __m128i special(__m128i bytes) noexcept {
    const auto is = [&](char c) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)); };
    return _mm_or_si128(_mm_or_si128(is('<'), is('&')), _mm_or_si128(is('\r'), is('\0')));
  }
#endif
};

/// In CSS and JSON.
struct WithBackslashes {
  static constexpr bool is_special(char c) noexcept { return c == '\\' || static_cast<unsigned char>(c) < 0x20; }

#ifdef __SSE2__
  static __m128i special(__m128i bytes) noexcept {
    const __m128i controls = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1F)), bytes);
    return _mm_or_si128(controls, _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')));
  }
#endif
};

/// Whether none of its characters is special. Most values are short: half of them have less than 16 bytes, which are
/// looked at in two pieces that overlap.
///
///     images/a.png        images/a
///                             es/a.png
template <typename Characters>
bool has_no_special(std::string_view text) noexcept {
  const char* const begin = text.data();
#ifdef __SSE2__
  const auto holds_none = [](__m128i bytes) { return _mm_movemask_epi8(Characters::special(bytes)) == 0; };
  constexpr std::size_t step = sizeof(__m128i);
  if (text.size() >= step) {
    const auto load = [&](std::size_t at) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(begin + at)); };
    for (std::size_t at = 0; at + step < text.size(); at += step) {
      if (!holds_none(load(at))) return false;
    }
    return holds_none(load(text.size() - step));
  }
  if (text.size() >= step / 2) {
    const auto load = [&](std::size_t at) { return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(begin + at)); };
    return holds_none(_mm_unpacklo_epi64(load(0), load(text.size() - step / 2)));
  }
  if (text.size() >= step / 4) {
    const auto load = [&](std::size_t at) {
      int four = 0;
      std::memcpy(&four, begin + at, sizeof four);
      return _mm_cvtsi32_si128(four);
    };
    const __m128i eight = _mm_unpacklo_epi32(load(0), load(text.size() - step / 4));
    return holds_none(_mm_unpacklo_epi64(eight, eight));
  }
#endif
  return std::none_of(begin, begin + text.size(), Characters::is_special);
}

}  // namespace

std::unique_ptr<Codec> open(Coding coding, std::string_view outer, const Surroundings& around) {
  return row_of(coding).open(coding, outer, around);
}

std::string_view name_of(Coding coding) noexcept { return row_of(coding).name; }

bool is_plain(Coding coding, std::string_view outer) noexcept {
  switch (coding) {
    case Coding::identity: return true;
    case Coding::quotation_mark:
    case Coding::apostrophe: return has_no_special<Quoted>(outer);
    case Coding::unquoted: return !outer.empty() && has_no_special<Unquoted>(outer);
    case Coding::css_quotation_mark:
    case Coding::css_apostrophe:
    case Coding::css_url:
    case Coding::json_string: return has_no_special<WithBackslashes>(outer);
    case Coding::foreign_content: return has_no_special<InContent>(outer);
    default: return false;
  }
}

bool stays_plain(Coding coding, std::string_view text) noexcept {
  switch (coding) {
    case Coding::identity: return true;
    case Coding::quotation_mark:
    case Coding::apostrophe:
      return std::ranges::none_of(text, [](char c) { return Quoted::is_special(c) || c == '"' || c == '\''; });
    // Without a new text the value might become empty.
    case Coding::unquoted: return !text.empty() && has_no_special<Unquoted>(text);
    case Coding::css_quotation_mark:
    case Coding::css_apostrophe:
    case Coding::css_url:
    case Coding::json_string:
      return std::ranges::none_of(text, [](char c) {
        return WithBackslashes::is_special(c) || c == 0x7F ||
               std::string_view(" \"'()<").find(c) != std::string_view::npos;
      });
    case Coding::foreign_content:
      return std::ranges::none_of(text, [](char c) { return Quoted::is_special(c) || c == '<'; });
    default: return false;
  }
}

}  // namespace absolve::codec
