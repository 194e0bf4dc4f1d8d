#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "../codec/charset/url_text.h"
#include "../codec/markup/character_references.h"
#include "../text/ascii.h"
#include "absolve/plan.h"

namespace absolve {
namespace {

/// A reference in UTF-8 of which some characters are written as character references or escapes. These are in UTF-8
/// when they are decoded, while all other bytes are in the charset of the document:
///
///     t\xEAte?q=&eacute;      as it is written in windows-1252
///     t\xEAte?q=\xC3\xA9     decoded: Link::reference
///     t\xC3\xAAte?q=\xC3\xA9 in UTF-8
///
/// nullopt: none is escaped, or both kinds are in it, and the escapes are no character references.
std::optional<std::string> escaped_reference(const Document& document, const Link& link) {
  const std::string_view written = document.bytes.substr(link.offset, link.length);
  if (written == link.reference) return std::nullopt;
  if (is_ascii(written)) return std::string(link.reference);
  std::string decoded;
  std::string result;
  for (std::size_t at = 0; at < written.size();) {
    const bool is_of_ascii = is_ascii(written[at]);
    const auto rest = written.substr(at);
    const auto end = std::ranges::find_if(rest, [&](char c) { return is_ascii(c) != is_of_ascii; });
    const std::string_view piece(rest.begin(), end);
    std::string scratch;
    const std::string_view read = is_of_ascii ? codec::decode_attribute(piece, scratch) : piece;
    decoded += read;
    std::string converted;
    result += is_of_ascii ? read : codec::reference_in_utf8(read, document.charset, document.query_charset, converted);
    at += piece.size();
  }
  return decoded == link.reference ? std::optional(std::move(result)) : std::nullopt;
}

std::string in_utf8(const Document& document, std::string_view url) {
  std::string scratch;
  return std::string(codec::url_in_utf8(url, document.charset, document.query_charset, scratch));
}

}  // namespace

std::string reference_text(const Plan& plan, const Link& link) {
  if (is_ascii(link.reference)) return std::string(link.reference);
  const Document& document = plan.document(link);
  if (auto escaped = escaped_reference(document, link)) return *std::move(escaped);
  std::string scratch;
  return std::string(codec::reference_in_utf8(link.reference, document.charset, document.query_charset, scratch));
}

std::optional<std::string> url_text(const Plan& plan, const Link& link) {
  auto url = link.url();
  if (!url || is_ascii(*url)) return url;
  const Document& document = plan.document(link);
  const bool begins_in_ascii = is_ascii(link.reference.substr(0, link.tail));
  const auto escaped = begins_in_ascii ? escaped_reference(document, link) : std::nullopt;
  if (!escaped) return in_utf8(document, *url);
  return in_utf8(document, link.head)
      .append(codec::with_sent_query(escaped->substr(link.tail), document.charset, document.query_charset));
}

std::optional<std::string> url_text(const Document& document, const Base* base) {
  return base == nullptr ? std::nullopt : std::optional(in_utf8(document, base->url()));
}

std::string element_name(const Link& link) { return lower_case(link.element); }

}  // namespace absolve
