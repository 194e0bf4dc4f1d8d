#pragma once

#include <cstddef>
#include <string_view>

namespace absolve::mime {

// Messages that were transferred in a batch: news (RFC 1036), or the commands of SMTP in a file (RFC 2442); and those
// that Apple Mail stores, after their length and before a property list (.emlx).
//
//     #! rnews 1234            MAIL FROM:<a@b>            1234
//     Path: ...                RCPT TO:<c@d>              Received: ...
//                              DATA
//                              Received: ...              <?xml ...

/// The beginning of the line before a news message.
inline constexpr std::string_view rnews = "#! rnews ";

/// The offset after the batch lines that a text starts with; 0 if there are none. Linear in them.
[[nodiscard]] std::size_t after_batch_lines(std::string_view text) noexcept;

/// Whether the first line is only a number. Linear in that line.
[[nodiscard]] bool starts_with_length(std::string_view text) noexcept;

/// Why a batch isn't read, in words; "" if it is read, or it is not a batch. Only a batch with one message is read; in
/// SMTP, none of the message's lines may start with a dot, as dots are doubled there. A message of Apple Mail isn't
/// read if the length before it is wrong; if it is right, container::emlx_message has removed it before. Linear.
[[nodiscard]] std::string_view why_unread(std::string_view text) noexcept;

}  // namespace absolve::mime
