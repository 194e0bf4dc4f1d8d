#include "refresh.h"

#include <algorithm>

#include "../text/ascii.h"

namespace absolve::html {

Finding find_in_refresh(std::string_view text, const Request&) {
  std::size_t at = after_spaces(text, 0);
  const std::size_t time = at;
  while (at < text.size() && is_digit(text[at])) ++at;
  if (at == time && (at == text.size() || text[at] != '.')) return {};
  while (at < text.size() && (is_digit(text[at]) || text[at] == '.')) ++at;
  const std::size_t after_time = at;
  at = after_spaces(text, at);
  const bool separated = at < text.size() && (text[at] == ';' || text[at] == ',');
  if (separated) at = after_spaces(text, at + 1);
  if (at == text.size() || at == after_time) return {};
  if (is_name(text.substr(at, 3), "url")) {
    const std::size_t sign = after_spaces(text, at + 3);
    if (sign < text.size() && text[sign] == '=') at = after_spaces(text, sign + 1);
  }
  if (at == text.size()) return {};

  auto coding = codec::Coding::refresh_url;
  std::size_t end = text.size();
  if (text[at] == '"' || text[at] == '\'') {
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
