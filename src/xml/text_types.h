#pragma once

#include <cstdint>
#include <string_view>

namespace absolve::xml {

/// The type of a text construct of Atom, or of a similar one, by its attributes.
enum class TextType : std::uint8_t { text, html, base64_html, markup };

/// Determined by the decoded attributes type and mode (RFC 4287, section 3.1; Atom 0.3).
[[nodiscard]] TextType text_type(std::string_view type, std::string_view mode) noexcept;

/// Whether text may contain a tag once it is decoded: in a CDATA section, or escaped.
[[nodiscard]] bool may_hold_tag(std::string_view content) noexcept;

}  // namespace absolve::xml
