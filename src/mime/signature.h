#pragma once

#include <string_view>

namespace absolve::mime {

/// Whether a DKIM-Signature, DomainKey-Signature or ARC-Message-Signature covers the header fields of a name: its `h=`
/// lists them (RFC 6376, section 3.5; RFC 4870, section 3.3). Without an `h=` it covers all. All cover the body; that
/// `l=` may leave out the end of it doesn't count here. Linear.
[[nodiscard]] bool covers_field(std::string_view signature, std::string_view name) noexcept;

}  // namespace absolve::mime
