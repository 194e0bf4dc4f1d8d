#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "fields.h"

namespace absolve::mime {

// Messages that were handed over in a batch: news (RFC 1036), or the commands of SMTP in a file (RFC 2442).
//
//     #! rnews 1234            MAIL FROM:<a@b>
//     Path: ...                RCPT TO:<c@d>
//                              DATA
//                              Received: ...

/// Behind the lines of a batch that a text starts with; 0: there are none. Linear in them.
[[nodiscard]] std::size_t behind_batch_lines(std::string_view text) noexcept;

/// The size that rnews is told, where it is right: then a rewrite must keep it so. nullopt: there is none such.
[[nodiscard]] std::optional<ContentLength> rnews_length(std::string_view text) noexcept;

/// Why a batch isn't read, in words; "": it is, or there is none. Only one with one message is, and in SMTP no line of
/// that may start with a dot, as dots are doubled there. Linear.
[[nodiscard]] std::string_view why_unread(std::string_view text) noexcept;

}  // namespace absolve::mime
