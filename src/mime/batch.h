#pragma once

#include <cstddef>
#include <string_view>

namespace absolve::mime {

// Messages that were handed over in a batch: news (RFC 1036), or the commands of SMTP in a file (RFC 2442).
//
//     #! rnews 1234            MAIL FROM:<a@b>
//     Path: ...                RCPT TO:<c@d>
//                              DATA
//                              Received: ...

/// What the line before a message of news starts with.
inline constexpr std::string_view rnews = "#! rnews ";

/// The offset after the lines of a batch that a text starts with; 0: there are none. Linear in them.
[[nodiscard]] std::size_t after_batch_lines(std::string_view text) noexcept;

/// Why a batch isn't read, in words; "": it is, or there is none. Only one with one message is, and in SMTP no line of
/// that may start with a dot, as dots are doubled there. Linear.
[[nodiscard]] std::string_view why_unread(std::string_view text) noexcept;

}  // namespace absolve::mime
