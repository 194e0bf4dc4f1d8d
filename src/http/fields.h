#pragma once

#include <array>
#include <string>
#include <string_view>

#include "../find/finding.h"
#include "blocks.h"

namespace absolve::http {

/// Fields with a digest of the body (RFC 9530; RFC 3230; RFC 1864).
inline constexpr auto digest_fields =
    std::to_array<std::string_view>({"Content-Digest", "Repr-Digest", "Digest", "Content-MD5"});

/// The Content-Type of a response: the last valid one of several, as browsers read it; if it has no charset, it gets
/// that of an earlier field with the same type (Fetch standard, "extract a MIME type"). "": there is none. Linear in
/// the header.
[[nodiscard]] std::string content_type_in(std::string_view text, const Block& block);

/// Finds the references in the header fields of a response: Location, Content-Location, those in angle brackets in
/// Link, and the URL in Refresh. They are not resolved against the base of the page, but against the URL of the
/// response itself (RFC 9110, sections 8.7 and 10.2.2; RFC 8288, section 3.2). Linear.
[[nodiscard]] Finding find_in_header(std::string_view header, const Request& request);

}  // namespace absolve::http
