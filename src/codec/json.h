#pragma once

#include <string>
#include <string_view>

namespace absolve::codec {

/// What a string of JSON means (RFC 8259, section 7): escapes are decoded, surrogates without their other half become
/// U+FFFD. A backslash that starts no escape stands for itself. The result is a slice of `raw` or of `scratch`. Linear.
[[nodiscard]] std::string_view decode_json_string(std::string_view raw, std::string& scratch);

/// Appends a text as a string of JSON, with its quotes. ASCII control characters are escapes, bytes that are no UTF-8
/// become U+FFFD, and all else stands for itself. Linear.
void append_json_string(std::string& out, std::string_view text);

/// Appends a member with such a value to those of an object: a comma, its name, which needs no escape, and the value.
inline void append_json_member(std::string& out, std::string_view name, std::string_view value) {
  out.append(",\"").append(name).append("\":");
  append_json_string(out, value);
}

}  // namespace absolve::codec
