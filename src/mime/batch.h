#pragma once

#include <cstddef>
#include <string_view>

namespace absolve::mime {

// Messages that were handed over in a batch: news (RFC 1036), or the commands of SMTP in a file (RFC 2442); and those
// that Apple Mail keeps, behind their length and before a property list (.emlx).
//
//     #! rnews 1234            MAIL FROM:<a@b>            1234
//     Path: ...                RCPT TO:<c@d>              Received: ...
//                              DATA
//                              Received: ...              <?xml ...

/// What the line before a message of news starts with.
inline constexpr std::string_view rnews = "#! rnews ";

/// The offset after the lines of a batch that a text starts with; 0: there are none. Linear in them.
[[nodiscard]] std::size_t after_batch_lines(std::string_view text) noexcept;

/// Whether the first line holds a number alone. Linear in that.
[[nodiscard]] bool starts_with_length(std::string_view text) noexcept;

/// Why a batch isn't read, in words; "": it is, or there is none. Only one with one message is, and in SMTP no line of
/// that may start with a dot, as dots are doubled there. Nor is a message of Apple Mail behind another length than
/// its own: where it is right, container::emlx_message has taken it off. Linear.
[[nodiscard]] std::string_view why_unread(std::string_view text) noexcept;

}  // namespace absolve::mime
