// Text in UTF-16 or ISO-2022-JP, read as UTF-8. It is not decoded by iconv, which gives no offsets, and stops at
// malformed bytes: here these read as U+FFFD, and are kept unless an edit touches them. Offsets are looked up in runs
// of similar characters (see the drawing at Transcoded::Run), by a binary search. Most of a page is ASCII, which is
// decoded many bytes at a time.
//
// Edits are encoded by iconv if they hold more than ASCII. ISO-2022-JP has shift states, which escape sequences change:
// an edit must begin and end in the same state, the ASCII state, and its new bytes must end in that state, too.
// Otherwise the text after it would be read in another script.
//
//     a b ESC $ B 4A ;z ESC ( B c d     an edit of the kanji is refused, one of `d` is not

#include <iconv.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <new>
#include <optional>
#include <system_error>

#include "../../text/ascii.h"
#include "../../text/byte_sets.h"
#include "../../text/utf8.h"
#include "../rows.h"
#include "../units.h"
#include "absolve/options.h"
#include "charset.h"

namespace absolve::codec {
namespace {

constexpr auto byte_at(std::string_view bytes, std::size_t at) noexcept {
  return static_cast<unsigned char>(bytes[at]);
}

}  // namespace

/// A conversion of the C library, which reads files for it. If it can't, it is unknown what the charset can express:
/// that throws std::bad_alloc or std::system_error.
class Converter {
 public:
  Converter(const char* to, const char* from) : handle_(iconv_open(to, from)) {
    if (handle_ != reinterpret_cast<iconv_t>(-1)) return;
    if (errno == ENOMEM) throw std::bad_alloc();
    throw std::system_error(errno, std::generic_category(),
                            std::string("cannot load the conversion from ") + from + " to " + to);
  }
  ~Converter() { iconv_close(handle_); }
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;

  /// Converts the whole `input` and returns to the initial state; nullopt if a character can't be expressed.
  std::optional<std::string> operator()(std::string_view input) const {
    iconv(handle_, nullptr, nullptr, nullptr, nullptr);
    std::string in(input);
    std::string out(input.size() * 8 + 16, '\0');
    char* from = in.data();
    char* to = out.data();
    std::size_t in_left = in.size();
    std::size_t out_left = out.size();
    if (iconv(handle_, &from, &in_left, &to, &out_left) == static_cast<std::size_t>(-1)) return std::nullopt;
    if (iconv(handle_, nullptr, nullptr, &to, &out_left) == static_cast<std::size_t>(-1)) return std::nullopt;
    out.resize(out.size() - out_left);
    return out;
  }

 private:
  iconv_t handle_;
};

namespace {

char32_t first_code_point(std::string_view utf8) noexcept {
  const unsigned char lead = byte_at(utf8, 0);
  char32_t c = lead < 0x80 ? lead : lead < 0xE0 ? lead & 0x1FU : lead < 0xF0 ? lead & 0x0FU : lead & 0x07U;
  for (std::size_t i = 1; i < utf8.size() && (byte_at(utf8, i) & 0xC0U) == 0x80; ++i) {
    c = c << 6 | (byte_at(utf8, i) & 0x3FU);
  }
  return c;
}

/// Converts kanji; the C library is asked only once for each.
class Kanji {
 public:
  /// The character with these two bytes.
  char32_t of(unsigned char row, unsigned char cell) {
    constexpr std::size_t in_row = 94;
    const std::size_t index = (row - 0x21U) * in_row + (cell - 0x21U);
    if (known_.empty()) known_.resize(in_row * in_row);
    if (known_[index] == 0) known_[index] = ask(row, cell);
    return known_[index];
  }

 private:
  [[nodiscard]] char32_t ask(unsigned char row, unsigned char cell) {
    if (!from_euc_) from_euc_.emplace("UTF-8", "EUC-JP");  // the same characters, without shift states
    const std::array<char, 2> euc = {static_cast<char>(row | 0x80), static_cast<char>(cell | 0x80)};
    const auto utf8 = (*from_euc_)({euc.data(), euc.size()});
    return utf8 ? first_code_point(*utf8) : replacement_character;
  }

  std::optional<Converter> from_euc_;
  std::vector<char32_t> known_;  // 0: not converted yet
};

/// ASCII text, encoded in UTF-16.
std::string in_utf16(std::string_view ascii, std::size_t low) {
  std::string result(2 * ascii.size(), '\0');
  for (std::size_t i = 0; i < ascii.size(); ++i) result[2 * i + low] = ascii[i];
  return result;
}

#ifdef __SSE2__
/// Writes sixteen UTF-16 units as bytes, if all of them are ASCII; otherwise returns false.
bool narrow_sixteen(const char* units, std::size_t low, char* ascii) noexcept {
  SixteenBytes first = load_sixteen(units);
  SixteenBytes second = load_sixteen(units + sizeof first);
  const auto swap = [](SixteenBytes some) { return _mm_or_si128(_mm_slli_epi16(some, 8), _mm_srli_epi16(some, 8)); };
  if (low == 1) {
    first = swap(first);
    second = swap(second);
  }
  const SixteenBytes beyond = _mm_srli_epi16(_mm_or_si128(first, second), 7);
  if (_mm_movemask_epi8(_mm_cmpeq_epi8(beyond, _mm_setzero_si128())) != 0xFFFF) return false;
  _mm_storeu_si128(reinterpret_cast<SixteenBytes*>(ascii), _mm_packus_epi16(first, second));
  return true;
}
#endif

}  // namespace

Transcoded::Transcoded(std::string_view source, Encoding encoding, std::size_t mark)
    : encoding_(encoding), mark_(mark) {
  text_.reserve(source.size());
  if (encoding == Encoding::iso2022jp) {
    decode_iso2022jp(source);
  } else {
    decode_utf16(source, mark);
  }
}

void Transcoded::append(char32_t character, std::size_t source, std::size_t source_width, State state) {
  const std::size_t text = text_.size();
  append_utf8(text_, character);
  extend({text, source, static_cast<std::uint8_t>(text_.size() - text), static_cast<std::uint8_t>(source_width), state},
         source + source_width);
}

void Transcoded::append_ascii(std::string_view ascii, std::size_t source, std::size_t source_width) {
  extend({text_.size(), source, 1, static_cast<std::uint8_t>(source_width), State::ascii},
         source + ascii.size() * source_width);
  text_ += ascii;
}

/// Appends a run that ends at `source_end`: extends the last one if that is of the same kind and adjacent.
void Transcoded::extend(const Run& run, std::size_t source_end) {
  const bool continues = !runs_.empty() && source_end_ == run.source && runs_.back().text_width == run.text_width &&
                         runs_.back().source_width == run.source_width && runs_.back().state == run.state;
  if (!continues) runs_.push_back(run);
  source_end_ = source_end;
}

void Transcoded::decode_utf16(std::string_view source, std::size_t at) {
  const std::size_t low = encoding_ == Encoding::utf16le ? 0 : 1;
  const auto unit = [&](std::size_t i) -> char32_t {
    return byte_at(source, i + low) | static_cast<char32_t>(byte_at(source, i + 1 - low)) << 8;
  };
  while (at + 2 <= source.size()) {
#ifdef __SSE2__
    std::array<char, 256> ascii;
    std::size_t size = 0;
    while (size < ascii.size() && at + 32 <= source.size() &&
           narrow_sixteen(source.data() + at, low, ascii.data() + size)) {
      size += 16;
      at += 32;
    }
    if (size > 0) {
      append_ascii({ascii.data(), size}, at - 2 * size, 2);
      continue;
    }
#endif
    const auto pair = at + 4 <= source.size() ? character_of(unit(at), unit(at + 2)) : std::nullopt;
    const std::size_t width = pair ? 4 : 2;
    append(pair.value_or(unit(at)), at, width, State::ascii);
    at += width;
  }
  if (at < source.size()) append(replacement_character, at, 1, State::ascii);
}

void Transcoded::decode_iso2022jp(std::string_view source) {
  struct Shift {
    std::string_view escape;
    State state;
  };
  static constexpr auto shifts = std::to_array<Shift>({
      {"\x1B(B", State::ascii},
      {"\x1B(J", State::roman},
      {"\x1B(I", State::katakana},
      {"\x1B$@", State::kanji},
      {"\x1B$B", State::kanji},
  });
  constexpr char escape = '\x1B';
  Kanji all_kanji;

  State state = State::ascii;
  for (std::size_t at = 0; at < source.size();) {
    if (state == State::ascii) {
      const std::size_t end = find_in_set<AnyOf<Bytes<escape>, NotAscii>>(source, at);
      if (end > at) append_ascii(source.substr(at, end - at), at, 1);
      at = end;
      if (at == source.size()) break;
    }
    const auto is_here = [&](const Shift& one) { return source.substr(at, 3) == one.escape; };
    const auto shift = source[at] == escape ? std::ranges::find_if(shifts, is_here) : shifts.end();
    if (shift != shifts.end()) {
      state = shift->state;
      at += shift->escape.size();
      continue;
    }
    const unsigned char c = byte_at(source, at);
    const bool graphic = c > 0x20 && c < 0x7F;
    char32_t character = c < 0x80 ? c : replacement_character;
    std::size_t width = 1;
    if (graphic && state == State::roman) {
      character = c == '\\' ? 0xA5 : c == '~' ? 0x203E : c;
    } else if (graphic && state == State::katakana) {
      character = c <= 0x5F ? 0xFF61U + c - 0x21U : replacement_character;
    } else if (graphic && state == State::kanji) {
      character = replacement_character;
      if (at + 1 < source.size() && byte_at(source, at + 1) > 0x20 && byte_at(source, at + 1) < 0x7F) {
        width = 2;
        character = all_kanji.of(c, byte_at(source, at + 1));
      }
    }
    append(character, at, width, state);
    at += width;
  }
}

const Transcoded::Run* Transcoded::run_before(std::size_t text_offset) const {
  const auto after = std::ranges::lower_bound(runs_, text_offset, {}, &Run::text);
  return after == runs_.begin() ? nullptr : &*std::prev(after);
}

std::size_t Transcoded::source_offset(std::size_t text_offset) const {
  const Run* run = run_before(text_offset);
  if (run == nullptr) return mark_;
  return run->source + (text_offset - run->text) / run->text_width * run->source_width;
}

bool Transcoded::is_boundary(std::size_t text_offset) const {
  const Run* run = run_before(text_offset);
  return run == nullptr || (text_offset - run->text) % run->text_width == 0;
}

std::optional<std::string> Transcoded::to_source(std::string_view utf8) const {
  if (is_ascii(utf8)) {
    return is_utf16(encoding_) ? in_utf16(utf8, encoding_ == Encoding::utf16le ? 0 : 1) : std::string(utf8);
  }
  const char* const name = encoding_ == Encoding::utf16le   ? "UTF-16LE"
                           : encoding_ == Encoding::utf16be ? "UTF-16BE"
                                                            : "ISO-2022-JP";
  if (!to_source_) to_source_ = std::make_shared<const Converter>(name, "UTF-8");
  return (*to_source_)(utf8);
}

std::optional<std::string> Transcoded::encode(std::string_view utf8, std::size_t begin, std::size_t end) const {
  if (is_utf16(encoding_)) return to_source(utf8);

  const auto state_at = [&](std::size_t offset) {
    const Run* run = run_before(offset);
    return run == nullptr ? State::ascii : run->state;
  };
  const State state = state_at(begin);
  if (state_at(end) != state) return std::nullopt;
  auto bytes = to_source(utf8);
  const bool roman_says_so = bytes && bytes->find_first_of("\x1B\\~") == std::string::npos;
  return state == State::ascii || (state == State::roman && roman_says_so) ? bytes : std::nullopt;
}

namespace {

constexpr Encoding encoding_of(Coding coding) noexcept {
  switch (coding) {
    case Coding::utf16be: return Encoding::utf16be;
    case Coding::iso2022jp: return Encoding::iso2022jp;
    default: return Encoding::utf16le;
  }
}

/// A text converted to UTF-8 from another charset.
class Charset final : public Codec {
 public:
  Charset(Coding coding, std::string_view outer, std::size_t mark)
      : Codec(outer),
        encoding_(encoding_of(coding)),
        mark_(std::min(mark, outer.size())),
        transcoded_(outer, encoding_, mark_) {
    text_ = transcoded_.text();
  }

  [[nodiscard]] std::size_t outer_offset(std::size_t offset) const override {
    return offset < text_.size() ? transcoded_.source_offset(offset) : outer_.size();
  }

  /// The edit covers whole characters, and in ISO-2022-JP both of its ends are in a state that can express the new
  /// text.
  [[nodiscard]] bool can_hold(const Edit& edit) const override { return bytes_of(edit).has_value(); }

  /// Edits that can't be held are left out.
  [[nodiscard]] std::vector<Edit> encode(std::span<const Edit> edits, Strings& strings) const override {
    EditWriter writer(strings);
    std::size_t kept = mark_;  // where the kept bytes before the edit begin
    for (Replacement& one : widened(text_, edits, Units())) {
      std::size_t begin = transcoded_.source_offset(one.begin);
      std::size_t end = transcoded_.source_offset(one.end);
      if (encoding_ != Encoding::iso2022jp) keep_surrogates_apart(one, kept, begin, end);
      const auto bytes = bytes_of({one.begin, one.end - one.begin, one.text});
      if (!bytes) continue;
      writer.add(begin, end, *bytes);
      kept = end;
    }
    return writer.take();
  }

 private:
  /// Malformed code units of UTF-16 read as U+FFFD, but new bytes next to them could complete a character: then they
  /// are replaced by a written U+FFFD. `begin`, `end`: those of the edit, in the outer text.
  ///
  ///     D800 | 0078 | DC00    two lone surrogates, and the text between them that is removed
  ///     D8                    half a code unit at the end
  void keep_surrogates_apart(Replacement& one, std::size_t kept, std::size_t& begin, std::size_t& end) const {
    std::string replacement;
    append_utf8(replacement, replacement_character);
    const bool after_half_unit = begin == outer_.size() && one.begin > 0 && is_half_unit(begin);
    if (after_half_unit) {
      one.text.insert(0, replacement);
      --begin;
    } else if (one.text.empty() && begin >= kept + 2 && end + 2 <= outer_.size() &&
               is_high_surrogate(unit_at(begin - 2)) && is_low_surrogate(unit_at(end))) {
      one.text = replacement;
      end += 2;
    }
  }

  [[nodiscard]] bool is_half_unit(std::size_t end) const { return (end - mark_) % 2 != 0; }

  [[nodiscard]] char32_t unit_at(std::size_t at) const noexcept {
    const std::size_t low = encoding_ == Encoding::utf16le ? 0 : 1;
    return byte_at(outer_, at + low) | static_cast<char32_t>(byte_at(outer_, at + 1 - low)) << 8;
  }

  [[nodiscard]] std::optional<std::string> bytes_of(const Edit& edit) const {
    const std::size_t end = edit.offset + edit.length;
    if (!transcoded_.is_boundary(edit.offset) || !transcoded_.is_boundary(end)) return std::nullopt;
    if (encoding_ == Encoding::iso2022jp && may_shift(edit)) return std::nullopt;
    return transcoded_.encode(edit.text, edit.offset, end);
  }

  /// Whether the new text holds an ESC, or completes an escape sequence that an ESC before it starts.
  [[nodiscard]] bool may_shift(const Edit& edit) const {
    constexpr char escape = '\x1B';
    const std::size_t begin = transcoded_.source_offset(edit.offset);
    const std::string_view before =
        outer_.substr(begin - std::min<std::size_t>(begin, 2), std::min<std::size_t>(begin, 2));
    return before.find(escape) != std::string_view::npos || edit.text.find(escape) != std::string_view::npos;
  }

  Encoding encoding_;
  std::size_t mark_;
  Transcoded transcoded_;
};

}  // namespace

std::unique_ptr<Codec> open_transcoded(Coding coding, std::string_view outer, const DecodeContext& around) {
  return std::make_unique<Charset>(coding, outer, around.mark);
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
