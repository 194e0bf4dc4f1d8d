// Most characters have two bytes, and these a pointer into an index:
//
//     Shift_JIS   95 5C   (95 - 81) * 188 + 5C - 40 = 3788   U+8868
//                 |  |
//                 |  the second byte may look like ASCII: here, like a backslash
//                 the first byte never does
//
// If bytes are malformed, the last of those that were looked at is read again if it is ASCII: then a quote or a bracket
// is not lost.

#include "multi_byte.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "../../text/ascii.h"
#include "../../text/utf8.h"
#include "indexes.h"

namespace absolve::codec {
namespace {

constexpr std::size_t npos = std::string_view::npos;

/// A byte; 0 if the text ends before it.
constexpr std::size_t byte_at(std::string_view bytes, std::size_t at) noexcept {
  return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0;
}

constexpr bool is_in(std::size_t byte, std::size_t first, std::size_t last) noexcept {
  return byte >= first && byte <= last;
}

/// `read` is how many bytes were looked at, if there are so many.
Character malformed(std::string_view bytes, std::size_t read) noexcept {
  read = std::min(read, bytes.size());
  if (read > 1 && is_ascii(bytes[read - 1])) --read;
  return {replacement_character, static_cast<std::uint8_t>(read)};
}

/// How a charset numbers pairs of bytes. The second ones are those from `first_cell` to 0x7E, and those of a second
/// part.
struct Layout {
  const Index& index;
  std::size_t first_lead;
  std::size_t first_cell;
  std::size_t second_part;
  std::size_t last_cell;

  [[nodiscard]] constexpr std::size_t in_first_part() const noexcept { return 0x7F - first_cell; }
  [[nodiscard]] constexpr std::size_t in_row() const noexcept { return in_first_part() + last_cell - second_part + 1; }

  /// The pointer of two bytes; npos if the second one can't be one.
  [[nodiscard]] constexpr std::size_t pointer_of(std::size_t lead, std::size_t second) const noexcept {
    const std::size_t row = (lead - first_lead) * in_row();
    if (is_in(second, first_cell, 0x7E)) return row + second - first_cell;
    return is_in(second, second_part, last_cell) ? row + in_first_part() + second - second_part : npos;
  }
};

constexpr Layout in_shift_jis{jis0208_index, 0x81, 0x40, 0x80, 0xFC};  // its lead bytes have a gap
constexpr Layout in_euc_jp{jis0208_index, 0xA1, 0x7F, 0xA1, 0xFE};
constexpr Layout in_euc_jp_of_three{jis0212_index, 0xA1, 0x7F, 0xA1, 0xFE};
constexpr Layout in_gb18030{gb18030_index, 0x81, 0x40, 0x80, 0xFE};
constexpr Layout in_big5{big5_index, 0x81, 0x40, 0xA1, 0xFE};
constexpr Layout in_euc_kr{euc_kr_index, 0x81, 0x41, 0x7F, 0xFE};

/// The character that ends with these two bytes, the last of `width`.
Character two_bytes(const Layout& layout, std::size_t lead, std::string_view bytes, std::uint8_t width) noexcept {
  const std::size_t pointer = layout.pointer_of(lead, byte_at(bytes, width - 1U));
  const char32_t code_point = code_point_in(layout.index, pointer);
  return code_point != 0 ? Character{code_point, width} : malformed(bytes, width);
}

// In Shift_JIS, the lead bytes from 0xE0 on follow those to 0x9F, and these pointers are characters for private use.
constexpr std::size_t gap = 0xE0 - 0xA0;
constexpr std::size_t first_private = 8836;
constexpr std::size_t last_private = 10715;

Character of_shift_jis(std::string_view bytes) noexcept {
  const std::size_t lead = byte_at(bytes, 0);
  if (lead == 0x80) return {0x80, 1};
  if (is_in(lead, 0xA1, 0xDF)) return {static_cast<char32_t>(lead - 0xA1 + first_katakana), 1};
  if (lead == 0xA0 || lead > 0xFC) return malformed(bytes, 1);
  const std::size_t row = lead < 0xA0 ? lead : lead - gap;
  const std::size_t pointer = in_shift_jis.pointer_of(row, byte_at(bytes, 1));
  if (is_in(pointer, first_private, last_private)) return {static_cast<char32_t>(0xE000 + pointer - first_private), 2};
  return two_bytes(in_shift_jis, row, bytes, 2);
}

Character of_euc_jp(std::string_view bytes) noexcept {
  const std::size_t lead = byte_at(bytes, 0);
  const std::size_t second = byte_at(bytes, 1);
  if (lead == 0x8E && is_in(second, 0xA1, 0xDF)) return {static_cast<char32_t>(second - 0xA1 + first_katakana), 2};
  if (lead == 0x8F && is_in(second, 0xA1, 0xFE)) return two_bytes(in_euc_jp_of_three, second, bytes, 3);
  if (lead == 0x8E || lead == 0x8F) return malformed(bytes, 2);
  return is_in(lead, 0xA1, 0xFE) ? two_bytes(in_euc_jp, lead, bytes, 2) : malformed(bytes, 1);
}

/// Characters of Big5 with two code points, by their pointers.
struct Combined {
  std::size_t pointer;
  Character character;
};
constexpr std::array<Combined, 4> combined_in_big5 = {
    {{1133, {0xCA, 2, 0x304}}, {1135, {0xCA, 2, 0x30C}}, {1164, {0xEA, 2, 0x304}}, {1166, {0xEA, 2, 0x30C}}}};

Character of_big5(std::string_view bytes) noexcept {
  const std::size_t lead = byte_at(bytes, 0);
  if (lead == 0x80 || lead == 0xFF) return malformed(bytes, 1);
  const std::size_t pointer = in_big5.pointer_of(lead, byte_at(bytes, 1));
  const auto row = std::ranges::find(combined_in_big5, pointer, &Combined::pointer);
  return row != combined_in_big5.end() ? row->character : two_bytes(in_big5, lead, bytes, 2);
}

Character of_euc_kr(std::string_view bytes) noexcept {
  const std::size_t lead = byte_at(bytes, 0);
  return lead == 0x80 || lead == 0xFF ? malformed(bytes, 1) : two_bytes(in_euc_kr, lead, bytes, 2);
}

/// Four bytes, the second of which is a digit. If the third or the fourth one is wrong, only the first is malformed; at
/// the end of the text, all are.
Character of_four_bytes(std::string_view bytes) noexcept {
  const std::size_t third = byte_at(bytes, 2);
  const std::size_t fourth = byte_at(bytes, 3);
  const bool is_cut = bytes.size() == 2 || (bytes.size() == 3 && is_in(third, 0x81, 0xFE));
  if (is_cut) return {replacement_character, static_cast<std::uint8_t>(bytes.size())};
  if (!is_in(third, 0x81, 0xFE) || !is_in(fourth, '0', '9')) return malformed(bytes, 1);
  const std::size_t tens = ((byte_at(bytes, 0) - 0x81) * 10 + byte_at(bytes, 1) - '0') * 126 + third - 0x81;
  const char32_t code_point = code_point_in_ranges(tens * 10 + fourth - '0');
  return {code_point != 0 ? code_point : replacement_character, 4};
}

Character of_gb18030(std::string_view bytes) noexcept {
  const std::size_t lead = byte_at(bytes, 0);
  if (lead == 0x80) return {0x20AC, 1};
  if (lead == 0xFF) return malformed(bytes, 1);
  return is_in(byte_at(bytes, 1), '0', '9') ? of_four_bytes(bytes) : two_bytes(in_gb18030, lead, bytes, 2);
}

/// Bytes that an encoder writes for a character, of two or, below 0x100, of one.
using Written = std::pair<char32_t, std::uint32_t>;

/// Whether an encoder writes these bytes. Those of private use and those of Hong Kong are only read.
bool is_written(std::uint32_t bytes, char32_t code_point, Encoding encoding) {
  switch (encoding) {
    case Encoding::shift_jis: return !is_in(bytes >> 8, 0xED, 0xF9);
    case Encoding::big5: return bytes >> 8 >= 0xA1;
    case Encoding::gb18030: return bytes != 0x80 && code_point != 0xE5E5;
    case Encoding::gbk: return code_point != 0xE5E5;
    default: return true;
  }
}

std::string as_text(std::uint32_t bytes) {
  const auto byte = [](std::uint32_t value) { return static_cast<char>(static_cast<unsigned char>(value)); };
  return bytes < 0x100 ? std::string{byte(bytes)} : std::string{byte(bytes >> 8), byte(bytes)};
}

/// What an encoder writes, by code points: what is read as one character, of one byte or two.
template <Encoding encoding>
const std::vector<Written>& written() {
  static const std::vector<Written> result = [] {
    std::vector<Written> all;
    for (std::uint32_t bytes = 0x80; bytes < 0xFF00; ++bytes) {
      const std::string text = as_text(bytes);
      if (is_ascii(text[0])) continue;
      const Character c = first_character(text, encoding);
      const bool is_one = c.width == text.size() && c.combined == 0 && c.code_point != replacement_character;
      if (is_one && is_written(bytes, c.code_point, encoding)) all.emplace_back(c.code_point, bytes);
    }
    std::ranges::sort(all);
    return all;
  }();
  return result;
}

const std::vector<Written>& written_in(Encoding encoding) {
  switch (encoding) {
    case Encoding::shift_jis: return written<Encoding::shift_jis>();
    case Encoding::euc_jp: return written<Encoding::euc_jp>();
    case Encoding::gbk: return written<Encoding::gbk>();
    case Encoding::big5: return written<Encoding::big5>();
    case Encoding::euc_kr: return written<Encoding::euc_kr>();
    default: return written<Encoding::gb18030>();
  }
}

/// What encoders of Japanese write for characters that are not in the index.
constexpr char32_t as_japanese(char32_t c) noexcept {
  return c == 0xA5 ? U'\\' : c == 0x203E ? U'~' : c == 0x2212 ? 0xFF0D : c;
}

/// Of several spellings the first is written, and in Big5 the last of these characters.
constexpr std::u32string_view last_in_big5 = U"\u2550\u255E\u2561\u256A\u5341\u5345";

std::string four_bytes(char32_t code_point) {
  const auto pointer = static_cast<std::uint32_t>(pointer_in_ranges(code_point));
  return as_text((pointer / 12600 + 0x81) << 8 | (pointer / 1260 % 10 + '0')) +
         as_text((pointer / 10 % 126 + 0x81) << 8 | (pointer % 10 + '0'));
}

}  // namespace

Character first_character(std::string_view bytes, Encoding encoding) noexcept {
  if (is_ascii(bytes.front())) return {static_cast<char32_t>(bytes.front()), 1};
  switch (encoding) {
    case Encoding::shift_jis: return of_shift_jis(bytes);
    case Encoding::euc_jp: return of_euc_jp(bytes);
    case Encoding::big5: return of_big5(bytes);
    case Encoding::euc_kr: return of_euc_kr(bytes);
    default: return of_gb18030(bytes);
  }
}

std::string encoded(char32_t code_point, Encoding encoding) {
  const bool is_japanese = encoding == Encoding::shift_jis || encoding == Encoding::euc_jp;
  const char32_t c = is_japanese ? as_japanese(code_point) : code_point;
  if (c < 0x80) return as_text(c);
  const std::vector<Written>& all = written_in(encoding);
  const auto first = std::ranges::lower_bound(all, c, {}, &Written::first);
  const auto end = std::ranges::upper_bound(all, c, {}, &Written::first);
  const bool is_last = encoding == Encoding::big5 && last_in_big5.find(c) != npos;
  if (first != end) return as_text(is_last ? std::prev(end)->second : first->second);
  return encoding == Encoding::gb18030 && c != 0xE5E5 ? four_bytes(c) : std::string();
}

}  // namespace absolve::codec
