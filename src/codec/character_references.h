#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace absolve::codec {

/// Decodes the value of an attribute as the HTML standard does: character references (section 13.2.5.72 on, with
/// the rule for attributes, by which `&copy=` stays as it is), U+0000 and line ends. Returns a view of `raw` itself
/// where nothing is to be decoded, of `scratch` otherwise. Linear.
[[nodiscard]] std::string_view decode_attribute(std::string_view raw, std::string& scratch);

/// The offset in `raw` of what became byte `decoded_offset` of its decoded form. Linear.
[[nodiscard]] std::size_t raw_offset(std::string_view raw, std::size_t decoded_offset);

/// Appends `text` to `out` so that it reads as itself between two `quote` characters (`"` or `'`).
void append_escaped(std::string& out, std::string_view text, char quote);

}  // namespace absolve::codec
