#include "host.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "../text/ascii.h"
#include "../text/byte_sets.h"
#include "../text/percent.h"

namespace absolve::inline detail {
namespace {

constexpr std::size_t npos = std::string_view::npos;

/// Forbidden host code points (section 3.1).
using ForbiddenInHosts =
    Bytes<'\0', '\t', '\n', '\r', ' ', '#', '/', ':', '<', '>', '?', '@', '[', '\\', ']', '^', '|'>;

/// Forbidden domain code points.
using ForbiddenInDomains = AnyOf<ForbiddenInHosts, ByteRange<'\0', ' '>, Bytes<'%', '\x7F'>>;

/// Removes the first part of a text, up to and including `delimiter`, and returns it without the delimiter.
std::string_view extract_until(std::string_view& text, char delimiter) noexcept {
  const std::size_t end = std::min(text.find(delimiter), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

/// Section 3.5, IPv4 number parser. A number that is too large for any address is returned as 2^32.
std::optional<std::uint64_t> ipv4_number(std::string_view text) noexcept {
  constexpr std::uint64_t too_large = std::uint64_t{1} << 32;
  if (text.empty()) return std::nullopt;
  int radix = 10;
  if (text.size() > 1 && text[0] == '0') {
    radix = to_lower(text[1]) == 'x' ? 16 : 8;
    text.remove_prefix(radix == 16 ? 2 : 1);
  }
  std::uint64_t number = 0;
  for (const char c : text) {
    const int digit = digit_value(c);
    if (digit >= radix) return std::nullopt;
    number = std::min(number * static_cast<unsigned>(radix) + static_cast<unsigned>(digit), too_large);
  }
  return number;
}

/// The label that decides whether a domain is an address: the last one, ignoring a dot at the end.
std::string_view last_label(std::string_view domain) noexcept {
  if (domain.ends_with('.')) domain.remove_suffix(1);
  return domain.substr(after_last(domain, '.'));
}

/// Section 3.5, ends in a number checker.
bool ends_in_number(std::string_view domain) noexcept {
  const std::string_view label = last_label(domain);
  if (label.empty() || !is_digit(label.front())) return false;  // nearly all domains
  return std::ranges::all_of(label, is_digit) || ipv4_number(label).has_value();
}

/// Section 3.5, IPv4 parser: each number but the last stands for one byte, and the last one for all remaining bytes.
bool is_ipv4(std::string_view domain) noexcept {
  constexpr std::size_t bytes = 4;
  if (domain.ends_with('.')) domain.remove_suffix(1);
  const auto dots = static_cast<std::size_t>(std::ranges::count(domain, '.'));
  if (dots >= bytes) return false;
  for (std::size_t left = dots; left > 0; --left) {
    const auto number = ipv4_number(extract_until(domain, '.'));
    if (!number || *number > 0xFF) return false;
  }
  const auto number = ipv4_number(domain);
  return number && *number < std::uint64_t{1} << 8 * (bytes - dots);
}

/// The IPv4 address at the end of an IPv6 address: four numbers of up to three decimal digits.
bool is_dotted_quad(std::string_view text) noexcept {
  if (std::ranges::count(text, '.') != 3) return false;
  for (int i = 0; i < 4; ++i) {
    const std::string_view number = extract_until(text, '.');
    const bool leads_with_zero = number.size() > 1 && number.front() == '0';
    if (number.empty() || number.size() > 3 || leads_with_zero || !std::ranges::all_of(number, is_digit)) return false;
    if (number.size() == 3 && number > "255") return false;
  }
  return true;
}

/// The number of 16-bit pieces in one half of an IPv6 address; nullopt if it is malformed. Only at the end of the
/// address, an IPv4 address may stand for two pieces.
std::optional<int> count_pieces(std::string_view half, bool is_at_end) noexcept {
  if (half.empty()) return 0;
  if (half.ends_with(':')) return std::nullopt;
  int pieces = 0;
  while (!half.empty()) {
    const std::string_view piece = extract_until(half, ':');
    if (half.empty() && is_at_end && piece.find('.') != npos)
      return is_dotted_quad(piece) ? std::optional(pieces + 2) : std::nullopt;
    const auto is_hex = [](char c) { return digit_value(c) < 16; };
    if (piece.empty() || piece.size() > 4 || !std::ranges::all_of(piece, is_hex)) return std::nullopt;
    ++pieces;
  }
  return pieces;
}

/// Section 3.5, IPv6 parser: eight pieces, or fewer with one `::`.
bool is_ipv6(std::string_view address) noexcept {
  constexpr int all = 8;
  const std::size_t gap = address.find("::");
  if (gap == npos) return count_pieces(address, true) == all;
  const auto before = count_pieces(address.substr(0, gap), false);
  const auto after = count_pieces(address.substr(gap + 2), true);
  return before && after && *before + *after < all;
}

bool is_domain(std::string_view domain) noexcept {
  if (domain.empty() || !has_none_of<ForbiddenInDomains>(domain)) return false;
  return !ends_in_number(domain) || !is_ascii(domain) || is_ipv4(domain);
}

/// Where the port starts, with its colon; the size if there is none. A colon in brackets belongs to an address.
std::size_t find_port(std::string_view text) noexcept {
  bool in_brackets = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '[') in_brackets = true;
    if (text[i] == ']') in_brackets = false;
    if (text[i] == ':' && !in_brackets) return i;
  }
  return text.size();
}

bool is_port(std::string_view text) noexcept {
  if (!std::ranges::all_of(text, is_digit)) return false;
  text.remove_prefix(std::min(text.find_first_not_of('0'), text.size()));
  constexpr std::string_view largest = "65535";
  return text.size() < largest.size() || (text.size() == largest.size() && text <= largest);
}

}  // namespace

bool is_host(std::string_view host, bool is_special) {
  if (host.starts_with('[')) return host.size() > 1 && host.ends_with(']') && is_ipv6(host.substr(1, host.size() - 2));
  if (!is_special) return has_none_of<ForbiddenInHosts>(host);
  return is_domain(host) || (host.find('%') != npos && is_domain(percent_decoded(host)));
}

bool is_authority(std::string_view authority, bool is_special) {
  if (is_special && is_domain(authority)) return true;  // nearly all authorities
  const std::size_t host_begin = after_last(authority, '@');
  const std::string_view rest = authority.substr(host_begin);
  const std::size_t port = find_port(rest);
  const std::string_view host = rest.substr(0, port);
  const bool may_be_empty = !is_special && host_begin == 0 && port == rest.size();
  if (host.empty()) return may_be_empty;
  return is_host(host, is_special) && is_port(rest.substr(std::min(port + 1, rest.size())));
}

}  // namespace absolve::inline detail
