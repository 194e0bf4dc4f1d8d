#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "codec.h"

namespace absolve::codec {

// The functions that open each kind of codec; open() calls them by its table. All are linear.

[[nodiscard]] std::unique_ptr<Codec> open_identity(Coding, std::string_view outer, const DecodeContext&);
[[nodiscard]] std::unique_ptr<Codec> open_attribute(Coding, std::string_view outer, const DecodeContext&);
[[nodiscard]] std::unique_ptr<Codec> open_field(Coding, std::string_view outer, const DecodeContext&);
[[nodiscard]] std::unique_ptr<Codec> open_delimited(Coding, std::string_view outer, const DecodeContext&);
[[nodiscard]] std::unique_ptr<Codec> open_comment(Coding, std::string_view outer, const DecodeContext&);
[[nodiscard]] std::unique_ptr<Codec> open_css(Coding, std::string_view outer, const DecodeContext&);
[[nodiscard]] std::unique_ptr<Codec> open_json_string(Coding, std::string_view outer, const DecodeContext&);
[[nodiscard]] std::unique_ptr<Codec> open_markdown(Coding, std::string_view outer, const DecodeContext&);
[[nodiscard]] std::unique_ptr<Codec> open_ranges(Coding, std::string_view outer, const DecodeContext&);
[[nodiscard]] std::unique_ptr<Codec> open_json_strings(Coding, std::string_view outer, const DecodeContext&);
[[nodiscard]] std::unique_ptr<Codec> open_csv_quoted(Coding, std::string_view outer, const DecodeContext&);
[[nodiscard]] std::unique_ptr<Codec> open_element_content(Coding, std::string_view outer, const DecodeContext&);

[[nodiscard]] std::unique_ptr<Codec> open_utf16(Coding, std::string_view outer, const DecodeContext&);
[[nodiscard]] std::unique_ptr<Codec> open_transcoded(Coding, std::string_view outer, const DecodeContext&);

[[nodiscard]] std::unique_ptr<Codec> open_quoted_printable(Coding, std::string_view outer, const DecodeContext&);

/// nullptr if it contains characters that are neither in the alphabet nor white space, or too few of them.
[[nodiscard]] std::unique_ptr<Codec> open_base64(Coding, std::string_view outer, const DecodeContext&);

/// nullptr if it is broken, or its content exceeds the limit on its size.
[[nodiscard]] std::unique_ptr<Codec> open_compressed(Coding, std::string_view outer, const DecodeContext&);

/// The longest line of an encoded body in bytes, without its line end (RFC 2045, sections 6.7 and 6.8).
inline constexpr std::size_t max_encoded_line = 76;

}  // namespace absolve::codec
