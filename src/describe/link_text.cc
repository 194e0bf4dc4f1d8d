#include <optional>
#include <string>
#include <string_view>

#include "../codec/charset/url_text.h"
#include "../text/ascii.h"
#include "absolve/plan.h"

namespace absolve {
namespace {

std::string_view as_written(const Document& document, const Link& link) {
  return document.bytes.substr(link.offset, link.length);
}

std::string in_utf8(const Document& document, std::string_view url) {
  std::string scratch;
  return std::string(codec::url_in_utf8(url, document.charset, document.query_charset, scratch));
}

}  // namespace

std::string reference_text(const Plan& plan, const Link& link) {
  const Document& document = plan.document(link);
  return codec::reference_as_text(as_written(document, link), link.reference, document.charset, document.query_charset);
}

std::optional<std::string> url_text(const Plan& plan, const Link& link) {
  auto url = link.url();
  if (!url || is_ascii(*url)) return url;
  const Document& document = plan.document(link);
  const bool begins_in_ascii = is_ascii(link.reference.substr(0, link.tail));
  const auto escaped = begins_in_ascii ? codec::escaped_in_utf8(as_written(document, link), link.reference,
                                                                document.charset, document.query_charset)
                                       : std::nullopt;
  if (!escaped) return in_utf8(document, *url);
  return in_utf8(document, link.head)
      .append(codec::with_sent_query(escaped->substr(link.tail), document.charset, document.query_charset));
}

std::optional<std::string> url_text(const Document& document, const Base* base) {
  return base == nullptr ? std::nullopt : std::optional(in_utf8(document, base->url()));
}

std::string element_name(const Link& link) { return lower_case(link.element); }

}  // namespace absolve
