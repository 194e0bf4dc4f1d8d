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

/// How an encoding must be treated. In the first four, bytes below 0x80 are ASCII wherever markup is looked for: they
/// are read and edited as they are.
enum class Encoding : std::uint8_t {
  ascii_compatible,  // an unknown one, or any that isn't listed here
  utf8,
  shift_jis,    // a backslash may be the second byte of a character
  double_byte,  // Big5, GBK, gb18030: the same is possible here
  utf16le,
  utf16be,
  iso2022jp,
  refused,  // can't be edited safely: UTF-7, UTF-32, HZ, ...
};

[[nodiscard]] constexpr bool keeps_ascii(Encoding encoding) noexcept { return encoding <= Encoding::double_byte; }

/// The first backslash in a text that starts with a whole character; npos: none. Linear.
[[nodiscard]] std::size_t find_backslash(std::string_view text, Encoding encoding) noexcept;

/// Whether the second byte of a character may be an ASCII byte.
[[nodiscard]] constexpr bool mixes_ascii(Encoding encoding) noexcept {
  return encoding == Encoding::shift_jis || encoding == Encoding::double_byte;
}

/// A text that starts with a whole character, in which 0x80 replaces the second byte of each character if that looks
/// like ASCII: a backslash, an `@`, a bracket. What is found in the result is in the text as well. Linear.
[[nodiscard]] std::string with_second_bytes_covered(std::string_view text, Encoding encoding);

/// The same for nothing but `]`, so that a CDATA section ends where it does for a reader that decodes first.
[[nodiscard]] std::string with_brackets_covered(std::string_view text, Encoding encoding);

/// Whether a text that starts with a whole character holds a backslash that is the second byte of a character. Linear.
[[nodiscard]] bool hides_backslash(std::string_view text, Encoding encoding) noexcept;

/// Whether the text holds the first byte of a two-byte character without its second, in a charset where that may be
/// ASCII: an escape inserted after it would become its second byte. Linear.
[[nodiscard]] bool holds_broken_character(std::string_view text, Encoding encoding) noexcept;

[[nodiscard]] constexpr bool is_utf16(Encoding encoding) noexcept {
  return encoding == Encoding::utf16le || encoding == Encoding::utf16be;
}

/// The codec that decodes this encoding to UTF-8; identity if the bytes are read as they are.
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
  std::string name;  // for messages; "" if it has no name
};

/// The encoding that a label names (section 4.2 of the Encoding standard, as far as the kinds above must be
/// distinguished).
[[nodiscard]] Encoding encoding_of(std::string_view label) noexcept;

/// Whether a label is one of the Encoding standard, or names one of the kinds above.
[[nodiscard]] bool is_label(std::string_view label) noexcept;

/// Detects the encoding by the byte order mark, then by the `declared` label, then by an XML declaration in UTF-16.
/// nullopt: none of these says it; the finder of the format must look inside.
[[nodiscard]] std::optional<Detected> detect(std::string_view bytes, std::string_view declared);

class Converter;

/// Text converted to UTF-8 from another encoding, with a way back. Throws std::system_error if the C library can't
/// convert the encoding because files or file descriptors are missing.
class Transcoded {
 public:
  /// Linear. Each malformed sequence becomes U+FFFD, and is never edited.
  Transcoded(std::string_view source, Encoding encoding, std::size_t mark);

  [[nodiscard]] const std::string& text() const noexcept { return text_; }

  /// The offset in the source where the character before `text_offset` ends. Logarithmic.
  [[nodiscard]] std::size_t source_offset(std::size_t text_offset) const;

  /// Whether `text_offset` is the start of a character, or the end of the text. Logarithmic.
  [[nodiscard]] bool is_boundary(std::size_t text_offset) const;

  /// The bytes that read as `utf8` when they replace text [begin, end); nullopt if the encoding, or the shift state
  /// there, can't express it. Must not be called by two threads at the same time.
  [[nodiscard]] std::optional<std::string> encode(std::string_view utf8, std::size_t begin, std::size_t end) const;

 private:
  enum class State : std::uint8_t { ascii, roman, katakana, kanji };

  /// Consecutive characters of the same kind: each takes `text_width` bytes here and `source_width` bytes in the
  /// source. The escape sequences of ISO-2022-JP change the shift state and stand for no character, so they are between
  /// runs.
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
  std::size_t source_end_ = 0;                          // of the last run
  mutable std::shared_ptr<const Converter> to_source_;  // opened when it is first needed
};

}  // namespace absolve::codec
