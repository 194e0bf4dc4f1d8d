#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../text/strings.h"
#include "absolve/edit.h"

// What the rows of codec.h do, in single functions, for callers that haven't come to them yet.

namespace absolve::codec {

/// Appends `text` to `out` so that it reads as itself between two `quote` characters (`"` or `'`).
void append_escaped(std::string& out, std::string_view text, char quote);

[[nodiscard]] std::string decode_quoted_printable(std::string_view encoded);
[[nodiscard]] std::vector<Edit> encode_quoted_printable(std::string_view encoded, std::span<const Edit> edits,
                                                        std::string_view ending, Strings& strings);
[[nodiscard]] std::vector<Edit> encode_base64(std::string_view encoded, std::string_view decoded,
                                              std::span<const Edit> edits, std::string_view ending, Strings& strings);

/// Whether what stands behind the padding is more base64, and no footer in plain words.
[[nodiscard]] bool goes_on_behind_padding(std::string_view encoded);

/// Whether a text of `size` bytes gets a line end more in the place of `encoded`: where something stands behind the
/// padding, such as the footer of a mailing list, there must be padding before it, or it would be read as data.
[[nodiscard]] bool needs_line_end(std::string_view encoded, std::size_t size) noexcept;

}  // namespace absolve::codec
