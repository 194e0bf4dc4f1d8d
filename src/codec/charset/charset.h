#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../codec.h"

namespace absolve::codec {

/// What there is to know of an encoding. In the first four, bytes below 0x80 are ASCII wherever markup is looked for:
/// they are read and edited as they are.
enum class Encoding : std::uint8_t {
  ascii_compatible,  // an unknown one, or any that isn't named here
  utf8,
  shift_jis,    // a backslash may be the second byte of a character
  double_byte,  // Big5, GBK, gb18030: so it may here
  utf16le,
  utf16be,
  iso2022jp,
  refused,  // can't be edited safely: UTF-7, UTF-32, HZ, ...
};

[[nodiscard]] constexpr bool keeps_ascii(Encoding encoding) noexcept { return encoding <= Encoding::double_byte; }

/// The first backslash in a text that starts with a whole character; npos: there is none. Linear.
[[nodiscard]] std::size_t find_backslash(std::string_view text, Encoding encoding) noexcept;

/// Whether the second byte of a character may be one of ASCII.
[[nodiscard]] constexpr bool mixes_ascii(Encoding encoding) noexcept {
  return encoding == Encoding::shift_jis || encoding == Encoding::double_byte;
}

/// A text that starts with a whole character, with 0x80 in the place of each second byte of a character that reads as
/// ASCII: a backslash, an `@`, a bracket. What is found in it is there in the text as well. Linear.
[[nodiscard]] std::string with_second_bytes_covered(std::string_view text, Encoding encoding);

/// Whether a text that starts with a whole character holds a backslash that is the second byte of one. Linear.
[[nodiscard]] bool hides_backslash(std::string_view text, Encoding encoding) noexcept;

/// Whether a first byte of two stands alone, where a charset mixes its bytes with those of ASCII: an escape that is put
/// in behind it would become its second byte. Linear.
[[nodiscard]] bool holds_broken_character(std::string_view text, Encoding encoding) noexcept;

[[nodiscard]] constexpr bool is_utf16(Encoding encoding) noexcept {
  return encoding == Encoding::utf16le || encoding == Encoding::utf16be;
}

/// The row of codecs that leads to a text in UTF-8; identity, where the bytes are read as they are.
[[nodiscard]] constexpr Coding coding_of(Encoding encoding) noexcept {
  switch (encoding) {
    case Encoding::utf16le: return Coding::utf16le;
    case Encoding::utf16be: return Coding::utf16be;
    case Encoding::iso2022jp: return Coding::iso2022jp;
    default: return Coding::identity;
  }
}

struct Detected {
  Encoding encoding;
  std::size_t mark;  // length of the byte order mark, in bytes
  std::string name;  // for messages; "" where nothing names it
};

/// The encoding that a label names (section 4.2 of the Encoding standard, as far as the kinds above differ).
[[nodiscard]] Encoding encoding_of(std::string_view label) noexcept;

/// Whether a label is one of the Encoding standard's, or names one of the kinds above.
[[nodiscard]] bool is_label(std::string_view label) noexcept;

/// Detects the encoding by byte order mark, then by the `declared` label, then by an XML declaration in UTF-16.
/// nullopt: nothing says; it is for the format to look inside.
[[nodiscard]] std::optional<Detected> detect(std::string_view bytes, std::string_view declared);

class Converter;

/// Text in UTF-8 made from another encoding, with the way back. Throws std::system_error where the C library can't
/// convert it for lack of files or descriptors.
class Transcoded {
 public:
  /// Linear. Malformed sequences become U+FFFD each, and are never edited.
  Transcoded(std::string_view source, Encoding encoding, std::size_t mark);

  [[nodiscard]] const std::string& text() const noexcept { return text_; }

  /// The offset in the source at which the character before `text_offset` ends. Logarithmic.
  [[nodiscard]] std::size_t source_offset(std::size_t text_offset) const;

  /// Whether a character of the text starts at `text_offset`, or its end is there. Logarithmic.
  [[nodiscard]] bool is_boundary(std::size_t text_offset) const;

  /// The bytes that, put in the place of text [begin, end), read as `utf8`; nullopt where the encoding or the
  /// shift state there can't say them. Not for two threads at a time.
  [[nodiscard]] std::optional<std::string> encode(std::string_view utf8, std::size_t begin, std::size_t end) const;

 private:
  enum class State : std::uint8_t { ascii, roman, katakana, kanji };

  /// Characters in a row that are alike: each takes `text_width` bytes here and `source_width` there. The escape
  /// sequences of ISO-2022-JP change the shift state and stand for no character, so that they lie between runs.
  ///
  ///     source:  a  b  ESC $ B  4A      ;z      ESC ( B  c
  ///              0  1  2        5       7       9        12
  ///     text:    a  b           U+6F22  U+5B57           c       a kanji has three bytes in UTF-8
  ///              0  1           2       5                8
  ///     runs:    |ascii         |kanji                   |ascii
  struct Run {
    std::size_t text;
    std::size_t source;
    std::uint8_t text_width;
    std::uint8_t source_width;
    State state;
  };

  void decode_utf16(std::string_view source, std::size_t at);
  void decode_iso2022jp(std::string_view source);
  void append(char32_t character, std::size_t source, std::size_t source_width, State state);
  void append_ascii(std::string_view ascii, std::size_t source, std::size_t source_width);
  void extend(const Run& run, std::size_t source_end);
  [[nodiscard]] const Run* run_before(std::size_t text_offset) const;
  [[nodiscard]] std::optional<std::string> to_source(std::string_view utf8) const;

  Encoding encoding_;
  std::size_t mark_;
  std::string text_;
  std::vector<Run> runs_;
  std::size_t source_end_ = 0;                          // of the last one
  mutable std::shared_ptr<const Converter> to_source_;  // opened where it is first needed
};

}  // namespace absolve::codec
