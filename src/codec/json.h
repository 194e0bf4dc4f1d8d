#pragma once

#include <string>
#include <string_view>

namespace absolve::codec {

/// What a string of JSON means (RFC 8259, section 7): escapes are decoded, surrogates without their other half become
/// U+FFFD. A backslash that starts no escape stands for itself. The result is a slice of `raw` or of `scratch`. Linear.
[[nodiscard]] std::string_view decode_json_string(std::string_view raw, std::string& scratch);

}  // namespace absolve::codec
