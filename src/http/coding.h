#pragma once

#include <string_view>

namespace absolve::http {

/// Whether a body is really in chunks (RFC 9112, section 7.1), whatever its header says: the first chunk, which may be
/// cut, and what comes after it. Constant.
[[nodiscard]] bool is_chunked(std::string_view body) noexcept;

/// Whether a body is really packed as the value of a Content-Encoding says (RFC 9110, section 8.4.1): it starts as what
/// is packed so does, or, where nothing tells that, as no text does. Constant.
[[nodiscard]] bool is_packed(std::string_view body, std::string_view coding) noexcept;

}  // namespace absolve::http
