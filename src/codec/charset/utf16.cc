// Text in UTF-16, read as UTF-8. Malformed code units read as U+FFFD, and are kept unless an edit touches them. ASCII
// is decoded and encoded sixteen characters at a time.
//
// The text says how many code units a part of it has in the source: two for each character of four bytes, one for each
// other. They are counted from the last place on that is remembered:
//
//     text:    a   b  U+6F22  U+1F600   c
//     source:  61  62  6F22  D83D DE00  63
//              0   2   4     6          10

#include <algorithm>
#include <array>

#include "../../text/ascii.h"
#include "../../text/byte_sets.h"
#include "../../text/utf8.h"
#include "../rows.h"
#include "../units.h"
#include "charset.h"

namespace absolve::codec {
namespace {

constexpr std::size_t bytes_at_once = 512;  // of the source that are decoded
constexpr std::size_t sixteen = 16;

using Tail = ByteRange<'\x80', '\xBF'>;         // all but the first byte of a character
using FirstOfFour = ByteRange<'\xF0', '\xFF'>;  // the first byte of one that takes two code units

/// How many bytes the characters take in UTF-16 that begin in a part of a text.
std::size_t utf16_size(std::string_view text) noexcept {
  return 2 * (text.size() - count_in_set<Tail>(text) + count_in_set<FirstOfFour>(text));
}

#ifdef __SSE2__
SixteenBytes swapped(SixteenBytes units) noexcept {
  return _mm_or_si128(_mm_slli_epi16(units, 8), _mm_srli_epi16(units, 8));
}

/// Writes sixteen code units as bytes, and returns how many of them, from the first, are ASCII.
std::size_t narrow_sixteen(const char* units, bool is_big_endian, char* ascii) noexcept {
  SixteenBytes first = load_sixteen(units);
  SixteenBytes second = load_sixteen(units + sizeof first);
  if (is_big_endian) first = swapped(first), second = swapped(second);
  const auto is_ascii = [](SixteenBytes some) { return _mm_cmpeq_epi16(_mm_srli_epi16(some, 7), _mm_setzero_si128()); };
  const int found = _mm_movemask_epi8(_mm_packs_epi16(is_ascii(first), is_ascii(second)));
  _mm_storeu_si128(reinterpret_cast<SixteenBytes*>(ascii), _mm_packus_epi16(first, second));
  return static_cast<std::size_t>(std::countr_one(static_cast<unsigned>(found)));
}
#endif

/// A text converted to UTF-8 from UTF-16.
class Utf16 final : public Codec {
 public:
  Utf16(bool is_big_endian, std::string_view outer, std::size_t mark)
      : Codec(outer), is_big_endian_(is_big_endian), mark_(std::min(mark, outer.size())) {
    decode();
    text_ = decoded_;
    places_.reserve(text_.size() / spacing + 1);
    std::size_t at = mark_;
    for (std::size_t passed = 0; passed <= text_.size(); passed += spacing) {
      places_.push_back(at);
      at += utf16_size(text_.substr(passed, spacing));
    }
  }

  [[nodiscard]] std::size_t outer_offset(std::size_t offset) const override {
    if (offset >= text_.size()) return outer_.size();
    while (Tail::has(text_[offset])) --offset;
    const std::size_t place = offset / spacing;
    return places_[place] + utf16_size(text_.substr(place * spacing, offset % spacing));
  }

  /// The edit covers whole characters.
  [[nodiscard]] bool can_hold(const Edit& edit) const override {
    return is_boundary(edit.offset) && is_boundary(edit.offset + edit.length) && is_utf8(edit.text);
  }

  /// Edits that can't be held are omitted.
  [[nodiscard]] std::vector<Edit> encode(std::span<const Edit> edits, Strings& strings) const override {
    EditWriter writer(strings);
    std::size_t kept = mark_;  // where the kept bytes before the edit begin
    for (Replacement& one : widened(text_, edits, Units())) {
      if (!can_hold({one.begin, one.end - one.begin, one.text})) continue;
      std::size_t begin = outer_offset(one.begin);
      std::size_t end = one.end == one.begin ? begin : outer_offset(one.end);
      keep_surrogates_apart(one, kept, begin, end);
      append_utf16(writer.text_for(begin, end), one.text);
      kept = end;
    }
    return writer.finish();
  }

 private:
  [[nodiscard]] bool is_boundary(std::size_t offset) const noexcept {
    return offset >= text_.size() || !Tail::has(text_[offset]);
  }

  [[nodiscard]] char32_t unit_at(std::size_t at) const noexcept {
    const auto byte_at = [&](std::size_t i) { return static_cast<char32_t>(static_cast<unsigned char>(outer_[i])); };
    return is_big_endian_ ? byte_at(at) << 8 | byte_at(at + 1) : byte_at(at + 1) << 8 | byte_at(at);
  }

  void decode() {
    constexpr std::size_t most = bytes_at_once / 2 * 3 + sixteen;  // a code unit stands for at most three bytes
    std::array<char, most> some;
    decoded_.reserve(outer_.size() - mark_);
    std::size_t at = mark_;
    while (at + 2 <= outer_.size()) {
      char* out = some.data();
      for (const std::size_t end = at + bytes_at_once; at < end && at + 2 <= outer_.size();) at = decode_next(at, out);
      decoded_.append(some.data(), out);
    }
    if (at < outer_.size()) append_utf8(decoded_, replacement_character);  // half a code unit
  }

  /// Decodes a character, or sixteen, and returns where the next one begins.
  std::size_t decode_next(std::size_t at, char*& out) const noexcept {
    const char32_t unit = unit_at(at);
#ifdef __SSE2__
    if (unit < 0x80 && at + 2 * sixteen <= outer_.size()) {
      const std::size_t read = narrow_sixteen(outer_.data() + at, is_big_endian_, out);
      out += read;
      return at + 2 * read;
    }
#endif
    const auto pair = at + 4 <= outer_.size() ? character_of(unit, unit_at(at + 2)) : std::nullopt;
    out = write_utf8(out, pair.value_or(unit));
    return at + (pair ? 4 : 2);
  }

  /// Malformed code units read as U+FFFD, but new bytes next to them could complete a character: then they are replaced
  /// by a written U+FFFD. `begin`, `end` are those of the edit, in the outer text.
  ///
  ///     D800 | 0078 | DC00    two lone surrogates, and the text between them that is removed
  ///     D8                    half a code unit at the end
  void keep_surrogates_apart(Replacement& one, std::size_t kept, std::size_t& begin, std::size_t& end) const {
    std::string replacement;
    append_utf8(replacement, replacement_character);
    const bool after_half_unit = begin == outer_.size() && one.begin > 0 && (begin - mark_) % 2 != 0;
    if (after_half_unit) {
      one.text.insert(0, replacement);
      --begin;  // the half unit is replaced, too
    } else if (one.text.empty() && begin >= kept + 2 && end + 2 <= outer_.size() &&
               is_high_surrogate(unit_at(begin - 2)) && is_low_surrogate(unit_at(end))) {
      one.text = replacement;
      end += 2;
    }
  }

  void append_utf16(std::string& out, std::string_view utf8) const {
    const auto append = [&](char32_t unit) {
      const std::array<char, 2> bytes = {static_cast<char>(unit & 0xFF), static_cast<char>(unit >> 8)};
      out += bytes[is_big_endian_ ? 1 : 0];
      out += bytes[is_big_endian_ ? 0 : 1];
    };
    for (std::size_t at = 0; at < utf8.size();) {
#ifdef __SSE2__
      if (at + sixteen <= utf8.size() && append_sixteen(out, utf8.data() + at)) {
        at += sixteen;
        continue;
      }
#endif
      const std::size_t size = character_size(utf8, at);
      const char32_t c = code_point_at(utf8, at, size);
      if (c >= 0x10000) append(0xD800 + ((c - 0x10000) >> 10));
      append(c >= 0x10000 ? 0xDC00 + (c & 0x3FF) : c);
      at += size;
    }
  }

#ifdef __SSE2__
  /// Appends sixteen characters, if they are ASCII.
  bool append_sixteen(std::string& out, const char* utf8) const {
    const SixteenBytes bytes = load_sixteen(utf8);
    if (bits_in_set<NotAscii>(bytes) != 0) return false;
    const SixteenBytes zero = _mm_setzero_si128();
    const SixteenBytes units[] = {
        is_big_endian_ ? _mm_unpacklo_epi8(zero, bytes) : _mm_unpacklo_epi8(bytes, zero),
        is_big_endian_ ? _mm_unpackhi_epi8(zero, bytes) : _mm_unpackhi_epi8(bytes, zero),
    };
    out.append(reinterpret_cast<const char*>(units), sizeof units);
    return true;
  }
#endif

  static constexpr std::size_t spacing = 64;  // of the places that are remembered, in bytes of the text

  bool is_big_endian_;
  std::size_t mark_;
  std::string decoded_;
  std::vector<std::size_t> places_;  // of the characters that begin at or after each multiple of `spacing`
};

}  // namespace

std::unique_ptr<Codec> open_utf16(Coding coding, std::string_view outer, const DecodeContext& around) {
  return std::make_unique<Utf16>(coding == Coding::utf16be, outer, around.mark);
}

}  // namespace absolve::codec
