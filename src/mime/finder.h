#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::mime {

/// Finds the documents in a message: its entities with the scopes of their header fields, the bodies that are read, the
/// headers if the options ask for them; also statements about its bytes. Linear, within the limits of parts.h: if
/// one is exceeded, an entity is left unchanged, with a note.
[[nodiscard]] Finding find(std::string_view message, const Request& request);

/// Finds the references in a header block: the whole body of Content-Location, and the URLs in angle brackets in Link
/// and List-*. Linear.
[[nodiscard]] Finding find_in_header(std::string_view header, const Request& request);

/// Where lines of a header may be folded: before the last blanks before each reference, unless this would leave a line
/// with nothing but blanks (RFC 5322, section 3.2.2). Sorted. Linear.
[[nodiscard]] std::vector<std::size_t> fold_opportunities(std::string_view header, const Finding& finding);

}  // namespace absolve::mime
