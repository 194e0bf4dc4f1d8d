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
#include <initializer_list>
#include <utility>
#include <vector>

#include "../../text/ascii.h"
#include "../../text/utf8.h"
#include "indexes.h"

namespace absolve::codec {
namespace {

constexpr std::size_t npos = std::string_view::npos;

// U+FF61 to U+FF9F, the katakana that take one byte in Shift_JIS.
constexpr char32_t first_katakana = 0xFF61;
constexpr char32_t last_katakana = 0xFF9F;

/// A byte; 0: the text ends before it.
constexpr std::size_t byte_at(std::string_view bytes, std::size_t at) noexcept {
  return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0;
}

constexpr bool is_in(std::size_t byte, std::size_t first, std::size_t last) noexcept {
  return byte >= first && byte <= last;
}

constexpr bool is_ascii(char32_t code_point) noexcept { return code_point < 0x80; }

/// `read`: how many bytes were looked at, if there are so many.
Character malformed(std::string_view bytes, std::size_t read) noexcept {
  read = std::min(read, bytes.size());
  if (read > 1 && is_ascii(bytes[read - 1])) --read;
  return {replacement_character, static_cast<std::uint8_t>(read)};
}

/// The character of a pointer, which `width` bytes give; malformed: there is none.
Character in_index(Index index, std::size_t pointer, std::string_view bytes, std::uint8_t width) noexcept {
  const char32_t code_point = code_point_in(index, pointer);
  return code_point != 0 ? Character{code_point, width} : malformed(bytes, width);
}

/// The place of a second byte among those from 0x40 to 0x7E and from `second_part` on; npos: it isn't one.
constexpr std::size_t cell_of(std::size_t byte, std::size_t second_part, std::size_t last) noexcept {
  if (is_in(byte, 0x40, 0x7E)) return byte - 0x40;
  return is_in(byte, second_part, last) ? byte - second_part + 0x3F : npos;
}

Character in_shift_jis(std::string_view bytes) noexcept {
  constexpr std::size_t in_row = 188;
  constexpr std::size_t first_private = 8836;  // pointers of characters for private use, which are in no index
  constexpr std::size_t last_private = 10715;
  const std::size_t lead = byte_at(bytes, 0);
  if (lead == 0x80) return {0x80, 1};
  if (is_in(lead, 0xA1, 0xDF)) return {static_cast<char32_t>(lead - 0xA1 + first_katakana), 1};
  if (lead == 0xA0 || lead > 0xFC) return malformed(bytes, 1);
  const std::size_t cell = cell_of(byte_at(bytes, 1), 0x80, 0xFC);
  if (cell == npos) return malformed(bytes, 2);
  const std::size_t pointer = (lead - (lead < 0xA0 ? 0x81 : 0xC1)) * in_row + cell;
  if (is_in(pointer, first_private, last_private)) {
    return {static_cast<char32_t>(0xE000 + pointer - first_private), 2};
  }
  return in_index(jis0208_index, pointer, bytes, 2);
}

/// The pointer of two bytes of EUC-JP; npos: they have none.
constexpr std::size_t euc_pointer(std::size_t row, std::size_t cell) noexcept {
  return is_in(row, 0xA1, 0xFE) && is_in(cell, 0xA1, 0xFE) ? (row - 0xA1) * 94 + cell - 0xA1 : npos;
}

Character in_euc_jp(std::string_view bytes) noexcept {
  const std::size_t lead = byte_at(bytes, 0);
  const std::size_t second = byte_at(bytes, 1);
  if (lead == 0x8E && is_in(second, 0xA1, 0xDF)) return {static_cast<char32_t>(second - 0xA1 + first_katakana), 2};
  if (lead == 0x8F && is_in(second, 0xA1, 0xFE)) {
    return in_index(jis0212_index, euc_pointer(second, byte_at(bytes, 2)), bytes, 3);
  }
  const bool is_lead = lead == 0x8E || lead == 0x8F || is_in(lead, 0xA1, 0xFE);
  return is_lead ? in_index(jis0208_index, euc_pointer(lead, second), bytes, 2) : malformed(bytes, 1);
}

Character in_euc_kr(std::string_view bytes) noexcept {
  const std::size_t lead = byte_at(bytes, 0);
  const std::size_t second = byte_at(bytes, 1);
  if (!is_in(lead, 0x81, 0xFE)) return malformed(bytes, 1);
  const std::size_t pointer = is_in(second, 0x41, 0xFE) ? (lead - 0x81) * 190 + second - 0x41 : npos;
  return in_index(euc_kr_index, pointer, bytes, 2);
}

/// Characters of Big5 with two code points.
struct Combined {
  std::size_t pointer;
  char32_t code_point;
  char32_t combined;
};
constexpr std::array<Combined, 4> combined_in_big5 = {
    {{1133, 0xCA, 0x304}, {1135, 0xCA, 0x30C}, {1164, 0xEA, 0x304}, {1166, 0xEA, 0x30C}}};

Character in_big5(std::string_view bytes) noexcept {
  const std::size_t lead = byte_at(bytes, 0);
  if (!is_in(lead, 0x81, 0xFE)) return malformed(bytes, 1);
  const std::size_t cell = cell_of(byte_at(bytes, 1), 0xA1, 0xFE);
  const std::size_t pointer = cell == npos ? npos : (lead - 0x81) * 157 + cell;
  const auto* const row = std::ranges::find(combined_in_big5, pointer, &Combined::pointer);
  if (row != combined_in_big5.end()) return {row->code_point, 2, row->combined};
  return in_index(big5_index, pointer, bytes, 2);
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

Character in_gb18030(std::string_view bytes) noexcept {
  const std::size_t lead = byte_at(bytes, 0);
  const std::size_t second = byte_at(bytes, 1);
  if (lead == 0x80) return {0x20AC, 1};
  if (lead == 0xFF) return malformed(bytes, 1);
  if (is_in(second, '0', '9')) return of_four_bytes(bytes);
  const std::size_t cell = cell_of(second, 0x80, 0xFE);
  return in_index(gb18030_index, cell == npos ? npos : (lead - 0x81) * 190 + cell, bytes, 2);
}

/// The pointers of an index by their code points, in order.
using Pointers = std::vector<std::pair<char32_t, std::uint32_t>>;

/// The pointers that an encoder may use.
Pointers pointers_in(Index index, auto&& is_used) {
  Pointers result;
  for (std::uint32_t pointer = 0; pointer < index.size(); ++pointer) {
    if (index[pointer] != 0 && is_used(pointer)) result.emplace_back(index[pointer], pointer);
  }
  std::ranges::sort(result);
  return result;
}

/// The first pointer of a code point; npos: it has none.
std::size_t first_in(const Pointers& pointers, char32_t code_point) {
  const auto found = std::ranges::lower_bound(pointers, code_point, {}, &Pointers::value_type::first);
  return found != pointers.end() && found->first == code_point ? found->second : npos;
}

constexpr auto all = [](std::size_t) { return true; };

std::size_t shift_jis_pointer(char32_t code_point) {
  static const Pointers pointers =
      pointers_in(jis0208_index, [](std::size_t pointer) { return !is_in(pointer, 8272, 8835); });
  return first_in(pointers, code_point);
}

std::size_t big5_pointer(char32_t code_point) {
  constexpr std::size_t first = (0xA1 - 0x81) * 157;  // those before it are of Hong Kong
  constexpr auto with_last = std::to_array<char32_t>({0x2550, 0x255E, 0x2561, 0x256A, 0x5341, 0x5345});
  static const Pointers pointers = pointers_in(big5_index, [](std::size_t pointer) { return pointer >= first; });
  const std::size_t pointer = first_in(pointers, code_point);
  if (std::ranges::find(with_last, code_point) == with_last.end()) return pointer;
  return std::prev(std::ranges::upper_bound(pointers, code_point, {}, &Pointers::value_type::first))->second;
}

std::size_t euc_kr_pointer(char32_t code_point) {
  static const Pointers pointers = pointers_in(euc_kr_index, all);
  return first_in(pointers, code_point);
}

std::size_t gb18030_pointer(char32_t code_point) {
  static const Pointers pointers = pointers_in(gb18030_index, all);
  return first_in(pointers, code_point);
}

/// Appends bytes, and is true.
bool append(std::string& out, std::initializer_list<std::size_t> bytes) {
  for (const std::size_t byte : bytes) out += static_cast<char>(static_cast<unsigned char>(byte));
  return true;
}

/// Appends the two bytes of a pointer, if there is one. `in_row`: how many second bytes there are, those from
/// `second_part` on after the first 0x3F; `first`: the lead byte of the pointer 0.
bool append_two(std::string& out, std::size_t pointer, std::size_t in_row, std::size_t first, std::size_t second_part) {
  if (pointer == npos) return false;
  const std::size_t cell = pointer % in_row;
  return append(out, {pointer / in_row + first, cell < 0x3F ? cell + 0x40 : cell - 0x3F + second_part});
}

/// What encoders of Japanese write for characters that are not in the index.
char32_t japanese(char32_t code_point) noexcept {
  switch (code_point) {
    case 0xA5: return '\\';
    case 0x203E: return '~';
    case 0x2212: return 0xFF0D;
    default: return code_point;
  }
}

bool append_shift_jis(std::string& out, char32_t code_point) {
  if (code_point <= 0x80) return append(out, {code_point});
  if (is_in(code_point, first_katakana, last_katakana)) return append(out, {code_point - first_katakana + 0xA1});
  const std::size_t pointer = shift_jis_pointer(code_point);
  return append_two(out, pointer, 188, pointer / 188 < 0x1F ? 0x81 : 0xC1, 0x80);
}

bool append_euc_jp(std::string& out, char32_t code_point) {
  if (is_ascii(code_point)) return append(out, {code_point});
  if (is_in(code_point, first_katakana, last_katakana)) return append(out, {0x8E, code_point - first_katakana + 0xA1});
  const std::size_t pointer = jis0208_pointer(code_point);
  return pointer != npos && append(out, {pointer / 94 + 0xA1, pointer % 94 + 0xA1});
}

bool append_gb18030(std::string& out, char32_t code_point, bool is_gbk) {
  if (code_point == 0xE5E5) return false;
  if (is_gbk && code_point == 0x20AC) return append(out, {0x80});
  if (append_two(out, gb18030_pointer(code_point), 190, 0x81, 0x80)) return true;
  const std::size_t pointer = pointer_in_ranges(code_point);
  return !is_gbk && append(out, {pointer / 12600 + 0x81, pointer / 1260 % 10 + '0', pointer / 10 % 126 + 0x81,
                                 pointer % 10 + '0'});
}

bool append_euc_kr(std::string& out, char32_t code_point) {
  const std::size_t pointer = euc_kr_pointer(code_point);
  return pointer != npos && append(out, {pointer / 190 + 0x81, pointer % 190 + 0x41});
}

}  // namespace

std::size_t jis0208_pointer(char32_t code_point) {
  static const Pointers pointers = pointers_in(jis0208_index, all);
  return first_in(pointers, code_point);
}

Character first_character(std::string_view bytes, Encoding encoding) noexcept {
  if (is_ascii(bytes.front())) return {static_cast<char32_t>(bytes.front()), 1};
  switch (encoding) {
    case Encoding::shift_jis: return in_shift_jis(bytes);
    case Encoding::euc_jp: return in_euc_jp(bytes);
    case Encoding::big5: return in_big5(bytes);
    case Encoding::euc_kr: return in_euc_kr(bytes);
    default: return in_gb18030(bytes);
  }
}

bool append_encoded(std::string& out, char32_t code_point, Encoding encoding) {
  if (is_ascii(code_point)) return append(out, {code_point});
  switch (encoding) {
    case Encoding::shift_jis: return append_shift_jis(out, japanese(code_point));
    case Encoding::euc_jp: return append_euc_jp(out, japanese(code_point));
    case Encoding::big5: return append_two(out, big5_pointer(code_point), 157, 0x81, 0xA1);
    case Encoding::euc_kr: return append_euc_kr(out, code_point);
    default: return append_gb18030(out, code_point, encoding == Encoding::gbk);
  }
}

}  // namespace absolve::codec
