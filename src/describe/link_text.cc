#include <string>
#include <string_view>

#include "../codec/charset/url_text.h"
#include "../text/ascii.h"
#include "absolve/plan.h"

namespace absolve {
namespace {

/// The charset of a link. If it is written in ASCII, its other characters come from character references or escapes,
/// and are in UTF-8.
std::string_view charset_of(const Plan& plan, const Link& link) {
  const Document& document = plan.document(link);
  const bool is_escaped = !is_ascii(link.reference) && is_ascii(document.bytes.substr(link.offset, link.length));
  return is_escaped ? "utf-8" : std::string_view(document.charset);
}

}  // namespace

std::string reference_text(const Plan& plan, const Link& link) {
  const std::string_view queries = plan.document(link).query_charset;
  std::string scratch;
  return std::string(codec::reference_in_utf8(link.reference, charset_of(plan, link), queries, scratch));
}

std::optional<std::string> url_text(const Plan& plan, const Link& link) {
  auto url = link.url();
  if (!url || is_ascii(*url)) return url;
  const std::string_view around = plan.document(link).charset;
  const std::string_view queries = plan.document(link).query_charset;
  const std::string_view own = charset_of(plan, link);
  std::string scratch;
  if (own == around || is_ascii(link.head)) return std::string(codec::url_in_utf8(*url, own, queries, scratch));
  std::string head(codec::url_in_utf8(link.head, around, queries, scratch));
  return head.append(codec::url_in_utf8(link.reference.substr(link.tail), own, queries, scratch));
}

std::optional<std::string> url_text(const Document& document, const Base* base) {
  if (base == nullptr) return std::nullopt;
  std::string scratch;
  return std::string(codec::url_in_utf8(base->url(), document.charset, document.query_charset, scratch));
}

std::string element_name(const Link& link) { return lower_case(link.element); }

}  // namespace absolve
