#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../find/finding.h"
#include "fields.h"

namespace absolve::mime {

/// The URL that a heading holds: without comments before it, without the white space that folding brings, encoded words
/// (RFC 2047) decoded, without quotes, angle brackets and the `URL:` of RFC 1808, section 3.1. Nothing is %-decoded.
/// Linear.
[[nodiscard]] std::string url_of(std::string_view body);

/// The URLs that a field holds that is read for its URL: what is between angle brackets, but in comments and quoted
/// strings; where there are none, all but comments, which must be behind white space there. Each as url_of reads it.
/// Linear.
[[nodiscard]] std::vector<std::string> urls_of(std::string_view body);

/// How a field holds references.
enum class FieldSyntax : std::uint8_t {
  whole,     // it is one; in mail maybe in quotes or angle brackets
  brackets,  // in angle brackets, and in comments and quoted strings there may be anything
  refresh,   // a time, and where to go then
  link,      // as brackets, and in the parameters anchor and imagesrcset (RFC 8288, section 3; HTML standard, 4.6.7)
  strings,   // each member of the list is a string (RFC 8941, section 3.1)
};

/// A field that holds references.
struct FieldRow {
  Rule rule;  // its attribute is the name
  FieldSyntax syntax;
};

/// Finds the references in header fields of mail, which come in their order. Offsets are bytes of the message. Linear.
[[nodiscard]] Finding find_in_fields(std::string_view message, const std::vector<Field>& fields);

/// The same in fields of HTTP, which has neither comments nor encoded words. The rows say which, and must outlive the
/// finding.
[[nodiscard]] Finding find_in_http_fields(std::string_view message, const std::vector<Field>& fields,
                                          std::span<const FieldRow> rows);

}  // namespace absolve::mime
