#pragma once

#include <array>
#include <string_view>

#include "../find/finding.h"

namespace absolve::http {

/// Fields that say a digest of the body (RFC 9530; RFC 3230; RFC 1864).
inline constexpr auto digest_fields =
    std::to_array<std::string_view>({"Content-Digest", "Repr-Digest", "Digest", "Content-MD5"});

/// Finds the references in the fields of header blocks of a response: Location, Content-Location, what stands in angle
/// brackets in Link, where Refresh leads to. None of them means the base of the page, but the URL of the response
/// itself (RFC 9110, sections 8.7 and 10.2.2; RFC 8288, section 3.2). Linear.
[[nodiscard]] Finding find_in_header(std::string_view header, const Request& request);

}  // namespace absolve::http
