// Text in a charset in which a byte that looks like ASCII may be none, read as UTF-8. Malformed bytes read as U+FFFD,
// and are kept unless an edit touches them. Most of a page is ASCII, which is decoded many bytes at a time.
//
// For offsets only some places are remembered, one for each 64 bytes of the text; from there on, characters are read
// once more:
//
//     source:  a  b  ESC $ B  4A      ;z      ESC ( B  c
//              0  1  2        5       7       9        12
//     text:    a  b           U+6F22  U+5B57           c       a kanji has three bytes in UTF-8
//              0  1           2       5                8
//                 |
//                 a place: text 1, source 1, state ascii
//
// ISO-2022-JP has shift states, which escape sequences change. They stand for no character: a place is before them. An
// edit must begin and end in the same state, the ASCII state, and its new bytes end in that state, too. Otherwise the
// text after it would be read in another script.
//
//     a b ESC $ B 4A ;z ESC ( B c d     an edit of the kanji is refused, one of `d` is not
//
// ASCII in an edit is written as it is. Other characters are written with the bytes that they have elsewhere in the
// source, near the edit: several spellings may be read as the same character, and some are read that no encoder writes.

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>

#include "../../text/ascii.h"
#include "../../text/byte_sets.h"
#include "../../text/utf8.h"
#include "../rows.h"
#include "../units.h"
#include "charset.h"
#include "indexes.h"
#include "multi_byte.h"

namespace absolve::codec {
namespace {

/// The shift states of ISO-2022-JP. All other charsets remain in the first one.
enum class State : std::uint8_t { ascii, roman, katakana, kanji };

struct Shift {
  std::string_view escape;
  State state;
};

/// The first one of each state is the one that is written.
constexpr auto shifts = std::to_array<Shift>({
    {"\x1B(B", State::ascii},
    {"\x1B(J", State::roman},
    {"\x1B(I", State::katakana},
    {"\x1B$B", State::kanji},
    {"\x1B$@", State::kanji},
});

constexpr char escape = '\x1B';
constexpr std::size_t in_kanji_row = 94;

/// A place between two characters, and the shift state there.
struct Place {
  std::size_t text = 0;
  std::size_t source = 0;
  State state = State::ascii;
};

constexpr std::size_t spacing = 64;  // of the places that are remembered, in bytes of the text

/// The first place at or after a multiple of `spacing`. There are many: it takes one word.
struct Remembered {
  std::uint64_t source : 56;
  std::uint64_t beyond : 6;  // how far after the multiple it is in the text
  std::uint64_t state : 2;
};
static_assert(sizeof(Remembered) == sizeof(std::uint64_t));
constexpr std::uint64_t max_source = (std::uint64_t{1} << 56) - 1;

/// ASCII that is read at once.
constexpr std::size_t ascii_at_once = 256;
using Block = std::array<char, ascii_at_once>;

constexpr auto byte_at(std::string_view bytes, std::size_t at) noexcept {
  return static_cast<unsigned char>(bytes[at]);
}

constexpr std::size_t utf8_size(char32_t c) noexcept { return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4; }

/// Reads characters of a source, one after the other.
class Source {
 public:
  Source(std::string_view bytes, Encoding encoding) : bytes_(bytes), encoding_(encoding) {}

  [[nodiscard]] Encoding encoding() const noexcept { return encoding_; }

  /// Reads the next character, and the escape sequences before it. Its width is 0 if there is none.
  [[nodiscard]] Character next(Place& place) const {
    if (encoding_ == Encoding::iso2022jp) shift(place);
    if (place.source == bytes_.size()) return {0, 0};
    const Character c = encoding_ == Encoding::iso2022jp ? iso2022jp_character(place.source, place.state)
                                                         : first_character(bytes_.substr(place.source), encoding_);
    place.source += c.width;
    place.text += utf8_size(c.code_point) + (c.combined == 0 ? 0 : utf8_size(c.combined));
    return c;
  }

  /// Reads some of the ASCII characters that come next, at most `max`, and returns how many. It may stop early, or read
  /// none: then next() reads them. `out` gets them.
  std::size_t next_ascii(Place& place, std::size_t max, Block& out) const {
    if (place.state != State::ascii) return 0;
    const std::string_view some = bytes_.substr(place.source, max);
    const std::size_t size = some.copy(out.data(), find_in_set<AnyOf<Bytes<escape>, NotAscii>>(some, 0));
    place.text += size;
    place.source += size;
    return size;
  }

 private:
  void shift(Place& place) const noexcept {
    while (place.source < bytes_.size() && bytes_[place.source] == escape) {
      const std::string_view here = bytes_.substr(place.source, 3);
      const auto found = std::ranges::find(shifts, here, &Shift::escape);
      if (found == shifts.end()) return;
      place.state = found->state;
      place.source += here.size();
    }
  }

  [[nodiscard]] Character iso2022jp_character(std::size_t at, State state) const noexcept {
    const auto is_graphic = [](unsigned char c) { return c > 0x20 && c < 0x7F; };
    const unsigned char c = byte_at(bytes_, at);
    if (!is_graphic(c) || state == State::ascii) return {c < 0x80 ? c : replacement_character, 1};
    if (state == State::roman) return {c == '\\' ? U'\xA5' : c == '~' ? U'\x203E' : c, 1};
    if (state == State::katakana) return {c <= 0x5F ? first_katakana + c - 0x21 : replacement_character, 1};
    if (at + 1 == bytes_.size() || !is_graphic(byte_at(bytes_, at + 1))) return {replacement_character, 1};
    const char32_t kanji = code_point_in(jis0208_index, (c - 0x21U) * in_kanji_row + (byte_at(bytes_, at + 1) - 0x21U));
    return {kanji == 0 ? replacement_character : kanji, 2};
  }

  std::string_view bytes_;
  Encoding encoding_;
};

/// Appends a character to text in ISO-2022-JP, with an escape sequence before it if that is needed. False: the charset
/// doesn't have it.
bool append_iso2022jp(std::string& out, char32_t c, State& state) {
  const bool is_katakana = c >= first_katakana && c <= last_katakana;
  const State needed = c < 0x80                   ? State::ascii
                       : c == 0xA5 || c == 0x203E ? State::roman
                       : is_katakana              ? State::katakana
                                                  : State::kanji;
  if (needed != state) out += std::ranges::find(shifts, needed, &Shift::state)->escape;
  state = needed;
  const auto append = [&](auto byte) { out += static_cast<char>(byte); };
  if (needed == State::ascii) return append(c), true;
  if (needed == State::roman) return append(c == 0xA5 ? '\\' : '~'), true;
  if (needed == State::katakana) return append(c - first_katakana + 0x21), true;
  const std::string euc = codec::encoded(c, Encoding::euc_jp);
  if (euc.size() != 2 || first_character(euc, Encoding::euc_jp).code_point != c) return false;
  append(euc[0] & 0x7F);
  append(euc[1] & 0x7F);
  return true;
}

/// A text converted to UTF-8 from another charset.
class Charset final : public Codec {
 public:
  Charset(Encoding encoding, std::string_view outer, const DecodeContext& around)
      : Codec(outer),
        source_(outer, encoding),
        mark_(std::min(around.mark, outer.size())),
        writes_utf8_(around.writes_utf8) {
    const std::size_t expected = outer.size() + (is_multi_byte(encoding) ? outer.size() / 2 : 0);
    decoded_.reserve(expected);
    places_.reserve(expected / spacing + 1);
    decode();
    text_ = decoded_;
  }

  [[nodiscard]] std::size_t outer_offset(std::size_t offset) const override {
    return offset < text_.size() ? place_at(offset).source : outer_.size();
  }

  /// The edit covers whole characters, and in ISO-2022-JP both of its ends are in a state that can express the new
  /// text.
  [[nodiscard]] bool can_hold(const Edit& edit) const override {
    const Place begin = place_at(edit.offset);
    const Place end = edit.length == 0 ? begin : place_at(edit.offset + edit.length);
    return bytes_of(edit, begin, end).has_value();
  }

  /// Edits that can't be held are left out.
  [[nodiscard]] std::vector<Edit> encode(std::span<const Edit> edits, Strings& strings) const override {
    EditWriter writer(strings);
    for (const Replacement& one : widened(text_, edits, Units())) {
      const Place first = place_at(one.begin);
      const Place last = one.end == one.begin ? first : place_at(one.end);
      if (const auto bytes = bytes_of({one.begin, one.end - one.begin, one.text}, first, last)) {
        writer.add(first.source, last.source, *bytes);
      }
    }
    return writer.finish();
  }

 private:
  void decode() {
    Block ascii;
    Place place{.source = mark_};
    remember(place, false);
    for (;;) {
      if (const std::size_t size = source_.next_ascii(place, ascii_at_once, ascii); size > 0) {
        decoded_.append(ascii.data(), size);
        remember(place, true);
        continue;
      }
      const Character c = source_.next(place);
      if (c.width == 0) return;
      append_utf8(decoded_, c.code_point);
      if (c.combined != 0) append_utf8(decoded_, c.combined);
      remember(place, false);
    }
  }

  /// Remembers the places for the multiples that were passed, through ASCII or in one character.
  void remember(const Place& place, bool through_ascii) {
    for (std::size_t next = places_.size() * spacing; next <= place.text; next += spacing) {
      const std::size_t passed = place.text - next;
      places_.push_back({(place.source - (through_ascii ? passed : 0)) & max_source,
                         (through_ascii ? 0 : passed) % spacing, static_cast<unsigned>(place.state) & 3});
    }
  }

  /// The last place at or before an offset that is remembered.
  [[nodiscard]] Place remembered_before(std::size_t offset) const {
    std::size_t i = std::min(offset / spacing, places_.size() - 1);
    if (i * spacing + places_[i].beyond > offset) --i;
    const Remembered& one = places_[i];
    return {i * spacing + one.beyond, static_cast<std::size_t>(one.source), static_cast<State>(one.state)};
  }

  /// The place where the character before `offset` ends, or, inside of a character, where it begins. Constant time.
  [[nodiscard]] Place place_at(std::size_t offset) const {
    Place place = remembered_before(offset);
    Block ascii;
    while (place.text < offset) {
      if (source_.next_ascii(place, std::min(offset - place.text, ascii_at_once), ascii) > 0) continue;
      Place next = place;
      if (source_.next(next).width == 0 || next.text > offset) break;
      place = next;
    }
    return place;
  }

  /// Whether an edit covers whole characters.
  static bool is_whole(const Edit& edit, const Place& begin, const Place& end) noexcept {
    return begin.text == edit.offset && end.text == edit.offset + edit.length;
  }

  /// The bytes that read as the new text when they replace what the edit covers; nullopt if the charset, or the bytes
  /// around them, can't express it.
  [[nodiscard]] std::optional<std::string> bytes_of(const Edit& edit, const Place& begin, const Place& end) const {
    if (!is_whole(edit, begin, end)) return std::nullopt;
    if (writes_utf8_) return std::string(edit.text);
    if (is_multi_byte(source_.encoding())) return may_join(edit) ? std::nullopt : encoded(edit);
    if (may_shift(edit, begin) || begin.state != end.state) return std::nullopt;
    auto bytes = encoded(edit);
    const bool roman_says_so = bytes && bytes->find_first_of("\x1B\\~") == std::string::npos;
    return begin.state == State::ascii || (begin.state == State::roman && roman_says_so) ? bytes : std::nullopt;
  }

  /// Whether the new text holds an ESC, or completes an escape sequence that an ESC before it starts.
  [[nodiscard]] bool may_shift(const Edit& edit, const Place& begin) const {
    const std::size_t size = std::min<std::size_t>(begin.source, 2);
    const std::string_view before = outer_.substr(begin.source - size, size);
    return before.find(escape) != std::string_view::npos || edit.text.find(escape) != std::string_view::npos;
  }

  /// Whether malformed bytes right before an edit could become a part of a character with what comes next after the
  /// edit: in gb18030 also with a digit between them. ASCII before '0' never does. An edit that only removes text may
  /// touch another one, so it is unknown what follows. At the end of the text, more bytes may be malformed than if
  /// anything follows.
  ///
  ///     81 | 22     the first byte of a character, and a quote: with a letter before the quote, it would be whole
  ///     81 30 |     malformed, while 30 before a quote is a digit
  [[nodiscard]] bool may_join(const Edit& edit) const {
    constexpr std::string_view malformed = "\xEF\xBF\xBD";
    std::string_view before = text_.substr(0, edit.offset);
    const bool has_digit = !before.empty() && is_digit(before.back());
    if (has_digit) before.remove_suffix(1);
    if (!before.ends_with(malformed)) return false;
    const bool is_at_end = edit.offset == text_.size() && !has_digit;
    const bool is_several = outer_.size() - place_at(edit.offset - malformed.size()).source > 1;  // bytes as one U+FFFD
    if (is_at_end && is_several) return true;
    return edit.text.empty() || byte_at(edit.text, 0) >= (has_digit ? 0x80 : '0');
  }

  [[nodiscard]] std::optional<std::string> encoded(const Edit& edit) const {
    const std::string_view utf8 = edit.text;
    const std::size_t end = edit.offset + edit.length;
    if (is_ascii(utf8)) return std::string(utf8);
    std::string bytes;
    State state = State::ascii;
    for (std::size_t at = 0; at < utf8.size();) {
      const std::size_t size = append_next(bytes, utf8.substr(at), end, state);
      if (size == 0) return std::nullopt;
      at += size;
    }
    if (state != State::ascii) bytes += shifts.front().escape;
    return bytes;
  }

  /// Appends the first character of a new text, and returns its size; 0 if it can't be expressed. `end` is where the
  /// text that it replaces ends.
  std::size_t append_next(std::string& out, std::string_view utf8, std::size_t end, State& state) const {
    const std::size_t size = character_size(utf8, 0);
    if (size == 0) return 0;
    const char32_t c = code_point_at(utf8, 0, size);
    const Encoding encoding = source_.encoding();
    if (encoding == Encoding::iso2022jp) return append_iso2022jp(out, c, state) ? size : 0;
    if (size == 1) return out += utf8[0], size;
    const std::size_t second = character_size(utf8, size);
    for (const std::string_view one : {utf8.substr(0, size + second), utf8.substr(0, size)}) {
      if (const auto own = own_bytes(one, end); !own.empty()) return out += own, one.size();
    }
    const std::string bytes = codec::encoded(c, encoding);
    if (bytes.empty() || first_character(bytes, encoding).code_point != c) return 0;
    return out += bytes, size;
  }

  /// How a character is spelled in the source from a place in the text on.
  struct Spelling {
    std::size_t text;
    std::string_view bytes;
  };

  /// The bytes of a character in the source, or of two that are encoded as one: of the last before `end`, or else of
  /// the first one. "" if it isn't there.
  [[nodiscard]] std::string_view own_bytes(std::string_view utf8, std::size_t end) const {
    if (!knows_spellings_) find_spellings();
    const auto found = spellings_.find(utf8);
    if (found == spellings_.end()) return {};
    const auto after = std::ranges::lower_bound(found->second, end, {}, &Spelling::text);
    return after == found->second.begin() ? after->bytes : std::prev(after)->bytes;
  }

  void find_spellings() const {
    knows_spellings_ = true;
    for (Place place{.source = mark_};;) {
      const Place begin = place;
      const Character c = source_.next(place);
      if (c.width == 0) return;
      if (c.code_point < 0x80 || c.code_point == replacement_character) continue;
      const std::string_view bytes = outer_.substr(begin.source, c.width);
      auto& known = spellings_[text_.substr(begin.text, place.text - begin.text)];
      if (known.empty() || known.back().bytes != bytes) known.push_back({begin.text, bytes});
    }
  }

  Source source_;
  std::size_t mark_;
  bool writes_utf8_;
  std::string decoded_;
  std::vector<Remembered> places_;
  // By text; filled when they are first needed.
  mutable std::unordered_map<std::string_view, std::vector<Spelling>> spellings_;
  mutable bool knows_spellings_ = false;
};

}  // namespace

std::unique_ptr<Codec> open_transcoded(Coding coding, std::string_view outer, const DecodeContext& around) {
  return std::make_unique<Charset>(encoding_of(coding), outer, around);
}

}  // namespace absolve::codec
