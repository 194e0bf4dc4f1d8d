#include <algorithm>

#include "absolve/url.h"
#include "split.h"

namespace absolve {
namespace {

constexpr bool is_scheme_character(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' || c == '.' || c == '-';
}

/// Cuts `rest` off at the first `delimiter`, and returns the text after it.
std::optional<std::string_view> cut_from(std::string_view& rest, char delimiter) noexcept {
  const std::size_t at = rest.find(delimiter);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view component = rest.substr(at + 1);
  rest = rest.substr(0, at);
  return component;
}

}  // namespace

std::string_view detail::scheme_of(std::string_view reference) noexcept {
  std::size_t end = 0;
  while (end < reference.size() && is_scheme_character(reference[end])) ++end;
  const bool found = end > 0 && end < reference.size() && reference[end] == ':';
  return reference.substr(0, found ? end : 0);
}

UrlParts detail::split(std::string_view url) noexcept {
  UrlParts parts;
  parts.fragment = cut_from(url, '#');                        // 2.4.1
  if (const auto scheme = scheme_of(url); !scheme.empty()) {  // 2.4.2
    parts.scheme = scheme;
    url.remove_prefix(scheme.size() + 1);
  }
  if (url.starts_with("//")) {  // 2.4.3
    parts.net_loc = url.substr(2, std::min(url.find('/', 2), url.size()) - 2);
    url.remove_prefix(2 + parts.net_loc->size());
  }
  parts.query = cut_from(url, '?');   // 2.4.4
  parts.params = cut_from(url, ';');  // 2.4.5
  parts.path = url;                   // 2.4.6
  return parts;
}

}  // namespace absolve
