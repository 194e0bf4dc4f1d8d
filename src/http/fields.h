#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "../find/finding.h"
#include "../mime/parts.h"
#include "absolve/input.h"
#include "blocks.h"

namespace absolve::http {

/// Fields with a digest of the body (RFC 9530; RFC 3230; RFC 1864).
inline constexpr auto digest_fields =
    std::to_array<std::string_view>({"Content-Digest", "Repr-Digest", "Digest", "Content-MD5"});

/// The Content-Type of a response: the last valid one of several, as browsers read it; if it has no charset, it gets
/// that of an earlier field with the same type (Fetch standard, "extract a MIME type"). "" if there is none. Linear in
/// the header.
[[nodiscard]] std::string content_type_in(std::string_view text, const Block& block);

/// Whether a Content-Type says of which type a body is: it is one media type, and none that stands for an unknown type
/// (MIME Sniffing standard, sections 5.1 and 7). Linear.
[[nodiscard]] bool says_a_type(std::string_view content_type);

/// Whether a text of a media type that is not read may hold links: images, sound, video and fonts hold none.
[[nodiscard]] bool may_hold_links(std::string_view media_type) noexcept;

/// The candidates for bases in the header of a response, innermost first, as mime::bases_in_header() finds them. Those
/// that HTTP, or the browsers that a resolver stands for, ignore are disqualified.
[[nodiscard]] std::vector<Candidate> bases_in_header(std::string_view text, const mime::Entity& entity,
                                                     const std::string& part, Resolver resolver);

/// The rule of a header field, named in any case, that holds references; nullptr if it holds none.
[[nodiscard]] const Rule* rule_of_field(std::string_view name) noexcept;

/// The rule of the member redirectURL of HAR, which says the same as Location.
[[nodiscard]] const Rule& rule_of_redirect_url() noexcept;

/// Finds the references in the header fields of a response: Location, Content-Location, those in angle brackets in
/// Link, and the URL in Refresh. They are not resolved against the base of the page, but against the URL of the
/// response itself (RFC 9110, sections 8.7 and 10.2.2; RFC 8288, section 3.2). With Request::field, the text is the
/// body of that field. Linear.
[[nodiscard]] Finding find_in_header(std::string_view header, const Request& request);

}  // namespace absolve::http
