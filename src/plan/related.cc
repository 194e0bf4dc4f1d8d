// References to other parts of a multipart/related (RFC 2557, section 8). A part is found in two ways:
//
//     Content-Location: img/a.png    by its spelling, img/a.png, wherever the reference is
//     in the base http://h/x/        by its URL, http://h/x/img/a.png, in its normalized spelling
//
// The spelling is tried first, and inner groups before outer ones. A lookup hashes the reference once for each of the
// groups around it. If a Content-Location stays relative, references to it must be left unchanged, too, or they would
// no longer match.

#include "related.h"

#include "../text/percent.h"
#include "../url/split.h"

namespace absolve::inline detail {
namespace {

std::string_view without_fragment(std::string_view url) noexcept { return url.substr(0, url.find('#')); }

/// A normalized spelling of URLs that mean the same: scheme and host in lower case, escapes of unreserved characters
/// decoded, other escapes in upper case (RFC 3986, section 6.2.2).
std::string common_spelling(std::string_view url) {
  url = without_fragment(url);
  const UrlParts parts = split(url);
  const std::size_t head = parts.net_loc
                               ? static_cast<std::size_t>(parts.net_loc->data() + parts.net_loc->size() - url.data())
                               : scheme_of(url).size();
  std::string result;
  for (std::size_t i = 0; i < url.size(); ++i) {
    const auto byte = escaped_byte(url, i);
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

const Related::Part* find_part(const std::vector<const Related*>& around, std::string_view reference,
                               const Base* base) {
  const std::string spelling(without_fragment(reference));
  const std::string url = base == nullptr ? "" : common_spelling(base->absolute(reference));
  const auto in = [](const std::unordered_map<std::string, Related::Part>& parts, const std::string& key) {
    const auto found = parts.find(key);
    return found == parts.end() ? nullptr : &found->second;
  };
  for (const Related* related : around) {
    if (const auto* const part = in(related->by_spelling_, spelling)) return part;
    if (const auto* const part = in(related->by_url_, url)) return part;
  }
  return nullptr;
}

}  // namespace absolve::inline detail
