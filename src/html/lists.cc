#include "lists.h"

#include <algorithm>

#include "../text/ascii.h"

namespace absolve::html {
namespace {

Finding find_between(std::string_view text, std::string_view separators, codec::Coding coding) {
  Finding finding;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of(separators, at), text.size());
    const std::string_view reference = trimmed(text.substr(at, end - at));
    if (!reference.empty()) {
      const auto begin = static_cast<std::size_t>(reference.data() - text.data());
      finding.values.push_back(Value{.begin = begin, .end = begin + reference.size(), .coding = coding});
    }
    at = end + 1;
  }
  return finding;
}

}  // namespace

Finding find_in_tokens(std::string_view text, const Request&) {
  return find_between(text, white_space, codec::Coding::token);
}

Finding find_in_commas(std::string_view text, const Request&) {
  return find_between(text, ",", codec::Coding::between_commas);
}

std::vector<std::size_t> break_opportunities(std::string_view list, const Finding&) {
  std::vector<std::size_t> opportunities;
  for (std::size_t at = 0; at < list.size(); ++at) {
    if (is_blank(list[at])) opportunities.push_back(at);
  }
  return opportunities;
}

}  // namespace absolve::html
