#include "related.h"

#include <algorithm>

#include "../url/ascii.h"

namespace absolve::mime {
namespace {

std::string_view without_fragment(std::string_view url) noexcept { return url.substr(0, url.find('#')); }

constexpr bool is_unreserved(char c) noexcept {
  return is_letter(c) || is_digit(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

/// One spelling for those that mean the same: scheme and host in lower case, escapes of unreserved characters
/// decoded, other escapes in upper case (RFC 3986, section 6.2.2).
std::string common_spelling(std::string_view url) {
  url = without_fragment(url);
  const UrlParts parts = split(url);
  const std::size_t head = parts.net_loc
                               ? static_cast<std::size_t>(parts.net_loc->data() + parts.net_loc->size() - url.data())
                               : scheme_of(url).size();
  std::string result;
  for (std::size_t i = 0; i < url.size(); ++i) {
    const auto byte = url[i] == '%' ? hexadecimal_byte(url, i + 1) : std::nullopt;
    if (!byte) {
      result += i < head ? to_lower(url[i]) : url[i];
      continue;
    }
    if (is_unreserved(*byte)) {
      result += *byte;
    } else {
      const auto upper = [](char digit) { return is_digit(digit) ? digit : static_cast<char>(digit & ~0x20); };
      result.append(1, '%').append(1, upper(url[i + 1])).append(1, upper(url[i + 2]));
    }
    i += 2;
  }
  return result;
}

}  // namespace

void Related::add(const std::string& location, const Base* base, bool made_absolute) {
  if (location.empty()) return;
  if (!scheme_of(location).empty()) {
    by_url_.try_emplace(common_spelling(location), Part{location, false});
    return;
  }
  if (base == nullptr) {
    by_spelling_.try_emplace(location, Part{location, true});
    return;
  }
  const Part part{made_absolute ? base->absolute(location) : location, !made_absolute};
  by_spelling_.try_emplace(location, part);
  by_url_.try_emplace(common_spelling(base->absolute(location)), part);
}

const Related::Part* Related::spelled(std::string_view reference) const {
  const auto found = by_spelling_.find(std::string(without_fragment(reference)));
  return found == by_spelling_.end() ? nullptr : &found->second;
}

const Related::Part* Related::at(std::string_view url) const {
  const auto found = by_url_.find(common_spelling(url));
  return found == by_url_.end() ? nullptr : &found->second;
}

}  // namespace absolve::mime
