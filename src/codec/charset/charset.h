#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "../codec.h"

namespace absolve::codec {

/// How an encoding must be treated.
enum class Encoding : std::uint8_t {
  ascii_compatible,  // an unknown one, or any that isn't listed here: bytes below 0x80 are ASCII, and are read as they
                     // are
  utf8,              // the same
  // These are decoded, in the order of their codecs.
  utf16le,
  utf16be,
  iso2022jp,
  shift_jis,
  euc_jp,
  gbk,
  gb18030,
  big5,
  euc_kr,
  refused,  // can't be edited safely: UTF-7, UTF-32, HZ, ...
};

[[nodiscard]] constexpr bool keeps_ascii(Encoding encoding) noexcept { return encoding <= Encoding::utf8; }

[[nodiscard]] constexpr bool is_utf16(Encoding encoding) noexcept {
  return encoding == Encoding::utf16le || encoding == Encoding::utf16be;
}

/// Whether most of its characters have several bytes, the first of which is not ASCII, while any other may look like
/// it.
[[nodiscard]] constexpr bool is_multi_byte(Encoding encoding) noexcept {
  return encoding >= Encoding::shift_jis && encoding <= Encoding::euc_kr;
}

/// Whether the byte of a line end is one everywhere, so that a text can be cut there, and another one inserted.
[[nodiscard]] constexpr bool ends_lines_in_bytes(Encoding encoding) noexcept {
  return keeps_ascii(encoding) || is_multi_byte(encoding);
}

/// The codec that decodes this encoding to UTF-8; identity if the bytes are read as they are.
[[nodiscard]] constexpr Coding coding_of(Encoding encoding) noexcept {
  if (keeps_ascii(encoding) || encoding == Encoding::refused) return Coding::identity;
  return static_cast<Coding>(static_cast<int>(Coding::utf16le) + static_cast<int>(encoding) -
                             static_cast<int>(Encoding::utf16le));
}
static_assert(coding_of(Encoding::euc_kr) == Coding::euc_kr);

/// The encoding that a codec decodes: is_charset() must be true.
[[nodiscard]] constexpr Encoding encoding_of(Coding coding) noexcept {
  return static_cast<Encoding>(static_cast<int>(Encoding::utf16le) + static_cast<int>(coding) -
                               static_cast<int>(Coding::utf16le));
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

/// Whether a label names a charset: one of the labels of the Encoding standard (section 4.2), or a name that the C
/// library knows. In a document, a label that names none is not an error: its bytes are read as ASCII-compatible.
[[nodiscard]] bool names_charset(std::string_view label);

/// The name by which the C library knows the charset that a label stands for, as far as its bytes are read as they are;
/// "" if it doesn't know it. A label that is not one of the standard's may be such a name.
[[nodiscard]] std::string_view library_name(std::string_view label) noexcept;

/// Detects the encoding by the byte order mark, then by the `declared` label, then by an XML declaration in UTF-16.
/// nullopt if none of these says it; the finder of the format must look inside. In a list whose entries end with NUL, a
/// mark or declaration with a NUL in it is no such thing, but its first entries.
[[nodiscard]] std::optional<Detected> detect(std::string_view bytes, std::string_view declared,
                                             bool entries_end_with_nul = false);

}  // namespace absolve::codec
