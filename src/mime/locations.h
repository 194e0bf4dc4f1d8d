#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../find/finding.h"
#include "fields.h"

namespace absolve::mime {

/// The URL in a header field: without comments before it, white space from folding, quotes, angle brackets and the
/// `URL:` of RFC 1808, section 3.1; encoded words (RFC 2047) are decoded. Percent escapes are not decoded. Linear.
[[nodiscard]] std::string url_of(std::string_view body);

/// The URLs in a field that the user has named as one that holds URLs: those between angle brackets, outside of
/// comments and quoted strings. If there are none, the whole body without comments, which must be separated from the
/// URL by white space. Each is read as by url_of. Linear.
[[nodiscard]] std::vector<std::string> urls_of(std::string_view body);

/// How a field holds references.
enum class FieldSyntax : std::uint8_t {
  whole,     // the whole body is one; in mail perhaps in quotes or angle brackets
  brackets,  // in angle brackets; comments and quoted strings may contain anything
  refresh,   // a time, and the reference to load then
  link,      // in angle brackets, and in parameters anchor and imagesrcset (RFC 8288, section 3; HTML standard, 4.6.7)
  strings,   // each member of the list is a string (RFC 8941, section 3.1)
};

/// A field that holds references.
struct FieldRow {
  Rule rule;  // its attribute is the name
  FieldSyntax syntax;
};

/// Finds the references in header fields of mail, in order. Offsets are bytes of the message. Linear.
[[nodiscard]] Finding find_in_fields(std::string_view message, const std::vector<Field>& fields);

/// The same for fields of HTTP, in which there are neither comments nor encoded words. `rows` lists the fields; it must
/// outlive the finding.
[[nodiscard]] Finding find_in_http_fields(std::string_view message, const std::vector<Field>& fields,
                                          std::span<const FieldRow> rows);

}  // namespace absolve::mime
