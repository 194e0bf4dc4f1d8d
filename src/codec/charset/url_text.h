#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "charset.h"

namespace absolve::codec {

// URLs in the bytes of a document, as text for people and for JSON. `label` is that of the charset of the document; ""
// if it is unknown, so that the bytes are UTF-8 or else windows-1252, as browsers read them. `query_label` is that of
// the charset in which browsers send queries, if the document was converted to UTF-8; "" means that they send the bytes
// of the document. A byte that stands for no character is percent-encoded, as a query of browsers would hold it, or as
// browsers do it with U+FFFD, if it was converted to that. The result is the argument, or in `scratch`. Linear.

/// A reference with all its characters.
[[nodiscard]] std::string_view reference_in_utf8(std::string_view reference, std::string_view label,
                                                 std::string_view query_label, std::string& scratch);

/// A reference that is `written` with character references or escapes. These are in UTF-8 when they are decoded, while
/// all other bytes are in the charset of the document:
///
///     t\xEAte?q=&eacute;      written, in windows-1252
///     t\xEAte?q=\xC3\xA9     reference: decoded
///     t\xC3\xAAte?q=\xC3\xA9 in UTF-8
///
/// nullopt if nothing is escaped, or both kinds are in it, and the escapes are neither character references nor of CSS.
[[nodiscard]] std::optional<std::string> escaped_in_utf8(std::string_view written, std::string_view reference,
                                                         std::string_view label, std::string_view query_label);

/// The characters of any reference, `written` with escapes or not.
[[nodiscard]] std::string reference_as_text(std::string_view written, std::string_view reference,
                                            std::string_view label, std::string_view query_label);

/// An absolute URL with the characters of its path and its fragment, while the query has its bytes percent-encoded:
/// that is what browsers send (URL standard, section 4.4, query state), and what a program can fetch.
///
///     http://h/%E5/大?d=大       of a document in GBK
///     http://h/%E5/大?d=%B4%F3
[[nodiscard]] std::string_view url_in_utf8(std::string_view url, std::string_view label, std::string_view query_label,
                                           std::string& scratch);

/// A URL, or a reference, that is in UTF-8 already: only its query is changed, to what browsers send.
[[nodiscard]] std::string with_sent_query(std::string url, std::string_view label, std::string_view query_label);

/// The query of a URL, in UTF-8, as browsers send it in a charset (URL standard, "percent-encode after encoding"): a
/// character that the charset doesn't have as an escaped character reference. `encoding` must be is_multi_byte(), or
/// ISO-2022-JP.
[[nodiscard]] std::string sent_query(std::string_view utf8, Encoding encoding);

}  // namespace absolve::codec
