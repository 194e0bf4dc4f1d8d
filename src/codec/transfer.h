#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../text/strings.h"
#include "absolve/edit.h"

namespace absolve::codec {

// The codecs of RFC 2045. Each decodes a body, and turns edits of the decoded bytes into edits of the encoded ones,
// the smallest that its lines allow: in quoted-printable, the rest of the lines with an edit; in base64, all from the
// first edit on, in lines of the same width. No line grows past 76 bytes that was not longer before; new lines end with
// `ending`. Edits are sorted and disjoint; new texts are kept in `strings`. All are linear.

/// The longest line of an encoded body, its line end not counted (RFC 2045, sections 6.7 and 6.8).
inline constexpr std::size_t longest_encoded_line = 76;

/// A `=` before anything but two hexadecimal digits, of either case, and a line end is itself, as mail readers have it
/// (RFC 2045, section 6.7); where it is kept, its byte stays, unless what comes to stand behind it would make an
/// escape.
[[nodiscard]] std::string decode_quoted_printable(std::string_view encoded);
[[nodiscard]] std::vector<Edit> encode_quoted_printable(std::string_view encoded, std::span<const Edit> edits,
                                                        std::string_view ending, Strings& strings);

/// Decodes up to the first padding; what stands behind it is no part of the text. nullopt: there are characters that
/// are neither of the alphabet nor white space, or too few.
[[nodiscard]] std::optional<std::string> decode_base64(std::string_view encoded);
[[nodiscard]] std::vector<Edit> encode_base64(std::string_view encoded, std::string_view decoded,
                                              std::span<const Edit> edits, std::string_view ending, Strings& strings);

/// Whether what stands behind the padding is more base64, and no footer in plain words.
[[nodiscard]] bool goes_on_behind_padding(std::string_view encoded);

/// Whether a text of `size` bytes gets a line end more in the place of `encoded`: where something stands behind the
/// padding, such as the footer of a mailing list, there must be padding before it, or it would be read as data.
[[nodiscard]] bool needs_line_end(std::string_view encoded, std::size_t size) noexcept;

}  // namespace absolve::codec
