#pragma once

#include <array>
#include <string>
#include <string_view>

#include "../find/finding.h"
#include "blocks.h"

namespace absolve::http {

/// Fields that say a digest of the body (RFC 9530; RFC 3230; RFC 1864).
inline constexpr auto digest_fields =
    std::to_array<std::string_view>({"Content-Digest", "Repr-Digest", "Digest", "Content-MD5"});

/// The Content-Type of a response: the last of several that is one, as browsers take it; it has the charset of one
/// before it that names the same type, where it has none itself (Fetch standard, "extract a MIME type"). "": there is
/// none. Linear in the header.
[[nodiscard]] std::string content_type_in(std::string_view text, const Block& block);

/// Finds the references in the fields of header blocks of a response: Location, Content-Location, what is in angle
/// brackets in Link, where Refresh leads to. None of them means the base of the page, but the URL of the response
/// itself (RFC 9110, sections 8.7 and 10.2.2; RFC 8288, section 3.2). Linear.
[[nodiscard]] Finding find_in_header(std::string_view header, const Request& request);

}  // namespace absolve::http
