#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace absolve::codec {

/// The context of a character reference, which determines how it is read.
///
/// In HTML (section 13.2.5.72 on) some need no semicolon. In an attribute, an old name without a semicolon is not a
/// reference before a letter, a digit or an equals sign: `&copy=` is left unchanged. In XML (XML 1.0, section 4.1) all
/// references need one, and numbers are Unicode code points; HTML's names are accepted there, too, as they occur in
/// feeds.
enum class ReferenceIn : std::uint8_t { attribute, text, xml };

/// Decodes the value of an attribute: character references, U+0000 and line ends. Returns a view of `raw` itself if
/// there is nothing to decode, otherwise of `scratch`. Linear.
[[nodiscard]] std::string_view decode_attribute(std::string_view raw, std::string& scratch,
                                                ReferenceIn place = ReferenceIn::attribute);

/// The first offset from `at` on in the value of an attribute where something must be decoded: an `&`, a CR or a
/// U+0000; the size if there is none.
[[nodiscard]] std::size_t find_decoded(std::string_view raw, std::size_t at) noexcept;

/// Decodes what is at `raw[at]` and appends it: a character reference, a line end, or a byte. Returns its end.
std::size_t decode_unit(std::string_view raw, std::size_t at, std::string& out,
                        ReferenceIn place = ReferenceIn::attribute);

/// `raw[at]` is an `&`. The name in the reference to a general entity there (XML 1.0, section 4.1), as a view of `raw`;
/// "" if there is no such reference, or its name has more than 256 bytes. A numeric reference is not one. Constant.
///
///     a&nbsp;b    a&my.name;b    a&b c    &#160;
///       nbsp        my.name
[[nodiscard]] std::string_view entity_at(std::string_view raw, std::size_t at) noexcept;

/// Whether an entity is defined without a declaration: one of XML's five (section 4.6), or one of HTML's names that end
/// with a semicolon. Logarithmic.
[[nodiscard]] bool is_known_entity(std::string_view name) noexcept;

/// How many bytes from an `&` on are needed to recognize a named character reference of HTML: the `&`, the longest
/// name, and the byte after that.
inline constexpr std::size_t max_reference_context = 34;

}  // namespace absolve::codec
