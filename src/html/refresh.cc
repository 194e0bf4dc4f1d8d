#include "refresh.h"

#include <algorithm>

#include "../text/ascii.h"

namespace absolve::html {
namespace {

constexpr bool is_separator(char c) noexcept { return c == ';' || c == ','; }

/// Where the time, and what separates it from a URL, ends; the size if there is no URL or no time.
std::size_t after_time(std::string_view text) noexcept {
  const auto is_at = [&](std::size_t at, auto is) { return at < text.size() && is(text[at]); };
  const auto is_point = [](char c) { return c == '.'; };
  std::size_t at = after_spaces(text, 0);  // step 3
  if (!is_at(at, is_digit) && !is_at(at, is_point)) return text.size();
  while (is_at(at, is_digit) || is_at(at, is_point)) ++at;                   // steps 5 to 8
  if (!is_at(at, is_separator) && !is_at(at, is_space)) return text.size();  // step 10.1
  at = after_spaces(text, at);                                               // step 10.2
  return is_at(at, is_separator) ? after_spaces(text, at + 1) : at;          // steps 10.3 and 10.4
}

/// Where the `url=` before a URL ends; `at`, if there is none: then the URL itself may start like it.
std::size_t after_url_sign(std::string_view text, std::size_t at) noexcept {
  if (!is_name(text.substr(at, 3), "url")) return at;
  const std::size_t sign = after_spaces(text, at + 3);
  return sign < text.size() && text[sign] == '=' ? after_spaces(text, sign + 1) : at;
}

}  // namespace

Finding find_in_refresh(std::string_view text, const Request&) {
  std::size_t at = after_time(text);
  if (at == text.size()) return {};
  at = after_url_sign(text, at);  // steps 11.2 to 11.7

  auto coding = codec::Coding::refresh_url;
  std::size_t end = text.size();
  if (at < text.size() && is_quote(text[at])) {  // steps 11.8 to 11.10
    coding = text[at] == '"' ? codec::Coding::refresh_quotation_mark : codec::Coding::refresh_apostrophe;
    end = std::min(text.find(text[at], at + 1), text.size());
    ++at;
  }
  const std::string_view reference = trimmed(text.substr(at, end - at));
  const std::size_t begin = reference.empty() ? at : static_cast<std::size_t>(reference.data() - text.data());
  Finding finding;
  finding.values.push_back(Value{.begin = begin, .end = begin + reference.size(), .coding = coding});
  return finding;
}

}  // namespace absolve::html
