#pragma once

#include <string_view>

namespace absolve::mime {

/// How notes describe a signature after a change of what it covers, and a part that is left unchanged because of one.
inline constexpr std::string_view does_not_match = "no longer matches";
inline constexpr std::string_view how_to_rewrite_signed = " (--signed=rewrite rewrites such parts)";

/// Whether a DKIM-Signature, DomainKey-Signature or ARC-Message-Signature covers the header fields with a name: its
/// `h=` lists them (RFC 6376, section 3.5; RFC 4870, section 3.3). Without `h=` it covers all fields. All signatures
/// are regarded as covering the whole body, although `l=` may leave out the end of it. Linear.
[[nodiscard]] bool covers_field(std::string_view signature, std::string_view name) noexcept;

/// Whether a text contains clear-signed text: between the lines of OpenPGP's cleartext signature framework (RFC 9580,
/// section 7), which may be anywhere in a page. Linear.
[[nodiscard]] bool holds_clear_signed_text(std::string_view text) noexcept;

}  // namespace absolve::mime
