// Base64 (RFC 2045, section 6.8). Four characters stand for three bytes, so an edit shifts everything after it: the
// text is encoded again from the group of four characters in which the first edit begins, in lines of the same width.
//
//     text:    abc def ghi     edit at 4
//     outer:   YWJjZGVmZ2hp
//                  ^ kept up to here
//
// White space may be anywhere, so offsets are looked up in blocks of 1 KiB (Positions). After the padding there may be
// a footer, as mailing lists append it: it is kept, and never becomes part of the data. Linear.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "../../text/ascii.h"
#include "../../text/byte_sets.h"
#include "../../text/edits.h"
#include "../../text/lines.h"
#include "../rows.h"
#include "base64.h"

namespace absolve::codec {
namespace {

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Two numbers that are not values: for white space, and for a byte that is neither white space nor in the alphabet.
constexpr std::uint8_t blank = 64;
constexpr std::uint8_t foreign = 65;

/// The value of each byte.
constexpr auto values = [] {
  std::array<std::uint8_t, 256> table{};
  table.fill(foreign);
  for (const char c : {' ', '\t', '\r', '\n', '\f'}) table[static_cast<unsigned char>(c)] = blank;
  for (std::uint8_t i = 0; i < 64; ++i) table[static_cast<unsigned char>(alphabet[i])] = i;
  return table;
}();

constexpr std::uint8_t value_of(char c) noexcept { return values[static_cast<unsigned char>(c)]; }

/// The same as bits, for each of the four places in a group: a byte that is not a value gives more than all of them
/// together.
constexpr std::uint32_t no_bits = 1U << 24;
constexpr auto bits_of_four = [] {
  std::array<std::array<std::uint32_t, 256>, 4> tables{};
  for (std::size_t place = 0; place < 4; ++place) {
    for (std::size_t c = 0; c < 256; ++c) {
      tables[place][c] = values[c] < blank ? std::uint32_t{values[c]} << (18 - 6 * place) : no_bits;
    }
  }
  return tables;
}();

/// The two characters for each value of twelve bits.
constexpr auto pairs = [] {
  std::array<std::array<char, 2>, 4096> table{};
  for (std::size_t bits = 0; bits < table.size(); ++bits) table[bits] = {alphabet[bits >> 6], alphabet[bits & 63]};
  return table;
}();

constexpr bool in_alphabet(char c) noexcept { return value_of(c) < blank; }

/// Where the encoded data ends: after the last character of the alphabet before the padding.
std::size_t end_of_data(std::string_view encoded) noexcept {
  std::size_t end = std::min(encoded.find('='), encoded.size());
  while (end > 0 && !in_alphabet(encoded[end - 1])) --end;
  return end;
}

/// Where the padding ends, which may be in lines of its own; the end of the data if there is none.
std::size_t end_of_padding(std::string_view encoded, std::size_t data_end) noexcept {
  const std::size_t after = std::min(encoded.find_first_not_of("= \t\r\n", data_end), encoded.size());
  const std::size_t last = encoded.substr(0, after).rfind('=');
  return last == std::string_view::npos ? data_end : last + 1;
}

/// The width at which lines are broken: that of the longest, if none is too long; otherwise that of the shortest, the
/// last one not counted, but at least 76. A single line of more than 76 characters stays one line: of its own width if
/// mail can carry it, otherwise of any width.
std::size_t width_of(std::string_view data) noexcept {
  constexpr std::size_t max_line = 998;  // bytes (RFC 5322, section 2.1.1)
  std::size_t longest = 0;
  std::size_t shortest = std::string_view::npos;
  std::size_t lines = 0;
  std::size_t end = 0;
  for (std::size_t at = 0; at < data.size(); at = end + 1) {
    end = line_end(data, at);
    std::size_t size = end - at;
    if (size > 0 && data[end - 1] == '\r') --size;
    if (size == 0) continue;
    ++lines;
    longest = std::max(longest, size);
    if (end < data.size()) shortest = std::min(shortest, size);
  }
  if (longest <= max_encoded_line) return lines < 2 ? max_encoded_line : longest;
  if (lines < 2 && longest <= max_line) return longest;
  return std::max(shortest, max_encoded_line);
}

/// The offset of the character of the alphabet that has `count` others before it; the end if there are not so many.
std::size_t offset_of(std::string_view encoded, std::size_t count) noexcept {
  for (std::size_t at = 0; at < encoded.size(); ++at) {
    if (!in_alphabet(encoded[at])) continue;
    if (count == 0) return at;
    --count;
  }
  return encoded.size();
}

/// Finds characters of the alphabet in encoded data that may have white space anywhere. For each block, it stores how
/// many of them are before it: memory is an eighth of a percent of the text, whatever its lines are.
class Positions {
 public:
  /// `data` consists of characters of the alphabet and white space, then perhaps padding and text after it. Linear.
  explicit Positions(std::string_view data) : data_(data) {
    std::size_t count = 0;
    for (std::size_t at = 0; at < data.size(); at += block) {
      before_.push_back(count);
      count += count_in_set<ByteRange<'!', '~'>>(data.substr(at, block));  // decode_base64() has verified the rest
    }
  }

  /// The same as offset_of(). Logarithmic.
  [[nodiscard]] std::size_t of(std::size_t count) const noexcept {
    const auto after = std::ranges::upper_bound(before_, count);
    if (after == before_.begin()) return data_.size();  // there is no data
    const std::size_t last = static_cast<std::size_t>(after - before_.begin()) - 1;
    return last * block + offset_of(data_.substr(last * block), count - before_[last]);
  }

 private:
  static constexpr std::size_t block = 1024;

  std::string_view data_;
  std::vector<std::size_t> before_;
};

/// Three bytes are written as four characters:
///
///     aaaaaaaa bbbbbbbb cccccccc
///     111111222222333333444444
///
/// Returns where the last character ends, without padding.
char* write_base64(std::string_view bytes, char* out) noexcept {
  const auto byte = [&](std::size_t at) { return std::uint32_t{static_cast<unsigned char>(bytes[at])}; };
  const auto put = [&](std::uint32_t bits) {
    std::memcpy(out, pairs[bits].data(), 2);
    out += 2;
  };
  std::size_t at = 0;
  for (; at + 3 <= bytes.size(); at += 3) {
    const std::uint32_t bits = byte(at) << 16 | byte(at + 1) << 8 | byte(at + 2);
    put(bits >> 12);
    put(bits & 0xFFF);
  }
  if (at + 1 == bytes.size()) put(byte(at) << 4);
  if (at + 2 == bytes.size()) {
    put(byte(at) << 4 | byte(at + 1) >> 4);
    *out++ = alphabet[byte(at + 1) << 2 & 63];
  }
  return out;
}

constexpr std::size_t size_in_base64(std::size_t bytes) noexcept { return (bytes + 2) / 3 * 4; }

/// Bytes in base64, in lines of `width` characters; the first line has `column` characters before it. They are first
/// written to the end of the space, and then moved to their lines.
///
///     ........aaaabbbbcccc   ->   aaaa\r\nbbbb\r\ncccc
std::string_view lines_of_base64(std::string_view bytes, bool padded, std::size_t column, std::size_t width,
                                 std::string_view ending, Strings& strings) {
  const std::size_t size = padded ? size_in_base64(bytes.size()) : (bytes.size() * 4 + 2) / 3;
  const std::size_t first = std::min(width - std::min(column, width), size);
  const std::size_t line_ends = (size - first + width - 1) / width;
  const std::span<char> lines = strings.make(size + line_ends * ending.size());
  const char* from = lines.data() + line_ends * ending.size();
  std::ranges::fill(write_base64(bytes, lines.data() + line_ends * ending.size()), lines.data() + lines.size(), '=');
  char* out = lines.data();
  for (std::size_t fitting = first; out != from; fitting = width) {
    std::memmove(out, from, fitting);
    from += fitting;
    out = std::ranges::copy(ending, out + fitting).out;
  }
  return {lines.data(), lines.size()};
}

}  // namespace

std::string encode_base64(std::string_view bytes) {
  std::string result(size_in_base64(bytes.size()), '=');
  write_base64(bytes, result.data());
  return result;
}

std::optional<std::string> decode_base64(std::string_view encoded) {
  encoded = encoded.substr(0, encoded.find('='));
  std::string decoded(encoded.size() / 4 * 3 + 3, '\0');
  char* out = decoded.data();
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(encoded[at]); };
  std::uint32_t bits = 0;
  std::size_t count = 0;  // number of characters in `bits`
  const auto put = [&](std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i) *out++ = static_cast<char>(bits >> (16 - 8 * i));
  };
  for (std::size_t at = 0; at < encoded.size();) {
    for (; count == 0 && at + 4 <= encoded.size(); at += 4) {  // nearly all groups
      bits = bits_of_four[0][byte(at)] | bits_of_four[1][byte(at + 1)] | bits_of_four[2][byte(at + 2)] |
             bits_of_four[3][byte(at + 3)];
      if (bits >= no_bits) break;
      put(3);
    }
    if (at == encoded.size()) break;
    const std::uint8_t value = value_of(encoded[at++]);
    if (value == foreign) return std::nullopt;
    if (value == blank) continue;
    bits = (count == 0 ? 0 : bits) | std::uint32_t{value} << (18 - 6 * count);
    ++count;
    if (count < 4) continue;
    put(3);
    count = 0;
  }
  if (count == 1) return std::nullopt;
  if (count > 1) put(count - 1);
  decoded.resize(static_cast<std::size_t>(out - decoded.data()));
  return decoded;
}

namespace {

/// Whether the padding is followed by more base64, not by a footer in plain text.
bool goes_on_after_padding(std::string_view encoded) {
  const std::size_t padding = std::min(encoded.find('='), encoded.size());
  const std::string_view rest =
      encoded.substr(std::min(encoded.find_first_not_of("= \t\r\n", padding), encoded.size()));
  return !rest.empty() && decode_base64(rest).has_value();
}

/// Whether a text of `size` bytes, encoded in place of `encoded`, needs an additional line end: if something follows
/// the padding, such as the footer of a mailing list, there must be padding before it, or it would be read as data.
bool needs_line_end(std::string_view encoded, std::size_t size) noexcept {
  const std::size_t padding = encoded.find('=');
  if (size % 3 != 0 || padding == std::string_view::npos) return false;
  return encoded.find_first_not_of("= \t\r\n", padding) != std::string_view::npos;
}

/// Everything from the first edit on is encoded again, in lines of the same width.
std::vector<Edit> edits_in_base64(std::string_view encoded, std::string_view decoded, std::span<const Edit> edits,
                                  const Positions& positions, std::string_view ending, Strings& strings) {
  if (edits.empty()) return {};
  const std::size_t quantum = std::min(edits.front().offset, decoded.size()) / 3;
  const std::string_view data = encoded.substr(0, end_of_data(encoded));
  const std::size_t begin = std::min(positions.of(quantum * 4), data.size());
  const std::size_t padding_end = end_of_padding(encoded, data.size());
  // Blanks at the end of the line, and a carriage return that does not belong to a line end, would make the last line
  // too long.
  std::size_t end = std::min(encoded.find_first_not_of(" \t\r", padding_end), encoded.size());
  if (end < encoded.size() && encoded[end] == '\n' && end > padding_end && encoded[end - 1] == '\r') --end;

  std::string bytes = edited(decoded, edits, quantum * 3);
  if (needs_line_end(encoded, bytes.size())) bytes += bytes.ends_with("\r\n") ? "\r\n" : "\n";
  const bool padded = padding_end > data.size() || decoded.size() % 3 == 0;
  const std::size_t column = begin - line_begin(data, begin);
  return {{begin, end - begin, lines_of_base64(bytes, padded, column, width_of(data), ending, strings)}};
}

/// A body in base64 (RFC 2045, section 6.8). An edit also replaces everything that follows it.
class Base64 final : public Codec {
 public:
  Base64(std::string_view outer, std::string decoded, const DecodeContext& around)
      : Codec(outer),
        decoded_(std::move(decoded)),
        ending_(line_ending(outer, around.line_ending)),
        positions_(outer.substr(0, outer.find('='))),
        goes_on_(goes_on_after_padding(outer)) {
    text_ = decoded_;
  }

  [[nodiscard]] bool can_hold(const Edit&) const override { return true; }

  [[nodiscard]] std::vector<Edit> encode(std::span<const Edit> edits, Strings& strings) const override {
    return edits_in_base64(outer_, text_, edits, positions_, ending_, strings);
  }

  [[nodiscard]] std::string_view unread() const noexcept override {
    if (!goes_on_) return {};
    return "its base64 continues after the padding; the rest is not read";
  }

  [[nodiscard]] std::string_view side_effect(std::span<const Edit> edits) const noexcept override {
    std::size_t size = text_.size();
    for (const Edit& edit : edits) size += edit.text.size() - edit.length;
    if (edits.empty() || !needs_line_end(outer_, size)) return {};
    return "a line end was added to its text, as other text follows its base64";
  }

 private:
  std::string decoded_;
  std::string ending_;
  Positions positions_;
  bool goes_on_;
};

}  // namespace

std::unique_ptr<Codec> open_base64(Coding, std::string_view outer, const DecodeContext& around) {
  auto decoded = decode_base64(outer);
  return decoded ? std::make_unique<Base64>(outer, std::move(*decoded), around) : nullptr;
}

}  // namespace absolve::codec
