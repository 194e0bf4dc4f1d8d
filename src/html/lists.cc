#include "lists.h"

#include <algorithm>
#include <array>

#include "../markup/lazy.h"
#include "../text/ascii.h"

namespace absolve::html {
namespace {

/// An entry that is a reference as a whole.
std::string_view whole(std::string_view entry) noexcept { return entry; }

Stays in_no_case(std::string_view /*reference*/) noexcept { return Stays::no; }

/// As other values of meta elements that are meant for other programs.
Stays as_in_meta(std::string_view reference) noexcept {
  return markup::is_no_reference(reference) ? Stays::value : Stays::no;
}

/// The value of a field that holds a reference; "" if it holds none.
std::string_view uri_of_field(std::string_view field) noexcept {
  constexpr auto names = std::to_array<std::string_view>(
      {"action-uri", "icon-uri", "polling-uri", "polling-uri2", "polling-uri3", "polling-uri4", "polling-uri5"});
  const std::size_t sign = field.find('=');
  const std::string_view name = trimmed(field.substr(0, sign));
  return is_any_of(name, names) && sign != std::string_view::npos ? field.substr(sign + 1) : std::string_view();
}

Finding find_between(std::string_view text, std::string_view separators, codec::Coding coding,
                     std::string_view (*reference_of)(std::string_view entry) noexcept = whole,
                     Stays (*stays)(std::string_view reference) noexcept = in_no_case) {
  Finding finding;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of(separators, at), text.size());
    const std::string_view reference = trimmed(reference_of(text.substr(at, end - at)));
    if (!reference.empty()) {
      const auto begin = static_cast<std::size_t>(reference.data() - text.data());
      finding.values.push_back(
          Value{.begin = begin, .end = begin + reference.size(), .coding = coding, .stays = stays(reference)});
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

Finding find_in_semicolons(std::string_view text, const Request&) {
  return find_between(text, ";", codec::Coding::between_semicolons);
}

Finding find_in_task(std::string_view text, const Request&) {
  return find_between(text, ";", codec::Coding::between_semicolons, uri_of_field, as_in_meta);
}

std::vector<std::size_t> break_opportunities(std::string_view list, const Finding&) {
  std::vector<std::size_t> opportunities;
  for (std::size_t at = 0; at < list.size(); ++at) {
    if (is_blank(list[at])) opportunities.push_back(at);
  }
  return opportunities;
}

}  // namespace absolve::html
