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

/// The URL that a heading holds: without the white space that folding brings, encoded words (RFC 2047) decoded,
/// without quotes, angle brackets and the `URL:` of RFC 1808, section 3.1. Nothing is %-decoded. Linear.
[[nodiscard]] std::string url_of(std::string_view body);

/// The URLs that a field holds that is read for its URL: what stands between angle brackets, but in comments and quoted
/// strings; where there are none, all but comments, which must stand behind white space there. Each as url_of reads it.
/// Linear.
[[nodiscard]] std::vector<std::string> urls_of(std::string_view body);

/// How references stand in a field.
enum class FieldSyntax : std::uint8_t {
  whole,     // it is one, maybe in quotes or angle brackets, as in mail
  brackets,  // in angle brackets, and in comments and quoted strings there may be anything
  // In HTTP, which has neither comments nor encoded words.
  http_whole,
  http_brackets,
  http_refresh,  // a time, and where to go then
};

/// A field that holds references.
struct FieldRow {
  Rule rule;  // its attribute is the name
  FieldSyntax syntax;
};

/// Finds the references in header fields that stand in their order, as their rows say: the rows of mail where none are
/// given. The rows must outlive the finding. Offsets are bytes of the message. Linear.
[[nodiscard]] Finding find_in_fields(std::string_view message, const std::vector<Field>& fields);
[[nodiscard]] Finding find_in_fields(std::string_view message, const std::vector<Field>& fields,
                                     std::span<const FieldRow> rows);

}  // namespace absolve::mime
