#pragma once

#include <string_view>

namespace absolve::mime {

/// What is said of a signature once what it is about has changed, and of a part that stays for one.
inline constexpr std::string_view does_not_match = "doesn't match any longer";
inline constexpr std::string_view how_to_rewrite_signed = " (--signed=rewrite changes such parts)";

/// Whether a DKIM-Signature, DomainKey-Signature or ARC-Message-Signature covers the header fields of a name: its `h=`
/// lists them (RFC 6376, section 3.5; RFC 4870, section 3.3). Without an `h=` it covers all. All cover the body; that
/// `l=` may leave out the end of it doesn't count here. Linear.
[[nodiscard]] bool covers_field(std::string_view signature, std::string_view name) noexcept;

/// Whether a text holds one that is signed in plain sight: between the lines of OpenPGP's cleartext signature framework
/// (RFC 9580, section 7), which may be anywhere in a page. Linear.
[[nodiscard]] bool holds_clear_signed_text(std::string_view text) noexcept;

}  // namespace absolve::mime
