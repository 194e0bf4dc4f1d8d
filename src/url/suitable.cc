#include "suitable.h"

#include <algorithm>
#include <array>

#include "../text/ascii.h"
#include "../text/byte_sets.h"
#include "../text/limits.h"
#include "browsers.h"
#include "schemes.h"
#include "split.h"

namespace absolve {
namespace {

/// Section 2.3 names the first three. The others have no relative references either, and URLs that browsers execute
/// must never be written before a reference.
constexpr std::array<std::string_view, 16> never_hierarchical_schemes = {
    "mailto", "news", "telnet",     "about",    "blob", "cid", "data",        "javascript",
    "mid",    "tel",  "livescript", "vbscript", "sms",  "urn", "view-source", "thismessage",
};

/// More schemes whose URLs have no network location: registered ones, and others that occur on pages.
// clang-format off
constexpr auto schemes_without_net_loc = std::to_array<std::string_view>({
    "acct", "aim", "apt", "bitcoin", "bitcoincash", "callto", "did", "dns", "doi", "ethereum", "facetime",
    "facetime-audio", "fax", "feed", "filesystem", "geo", "gtalk", "h323", "iax", "im", "info", "intent", "jabber",
    "jar", "lightning", "litecoin", "lync", "magnet", "matrix", "mmsto", "mocha", "modem", "monero", "moz-icon",
    "ms-access", "ms-excel", "ms-powerpoint", "ms-settings", "ms-windows-store", "ms-word", "msnim", "ni", "nostr",
    "oid", "onenote", "opaquelocktoken", "openpgp4fpr", "pkcs11", "pres", "sgn", "sip", "sips", "skype", "smsto",
    "snews", "spotify", "stun", "stuns", "tag", "turn", "turns", "vnd.youtube", "whatsapp", "wyciwyg", "xmpp",
    "ymsgr",
});
// clang-format on

constexpr bool is_address_character(char c) noexcept {
  return is_digit(c) || (to_lower(c) >= 'a' && to_lower(c) <= 'f') || c == ':' || c == '.';
}

/// [user[:password]@]host[:port], where the host may be an address in brackets.
bool is_net_loc(std::string_view net_loc) noexcept {
  using Forbidden = Bytes<' ', '"', '<', '>', '\\', '^', '`', '{', '|', '}'>;
  if (find_in_set<Forbidden>(net_loc, 0) < net_loc.size()) return false;
  std::string_view host = net_loc.substr(after_last(net_loc, '@'));
  if (host.starts_with('[')) {
    const std::size_t close = host.find(']');
    if (close == std::string_view::npos || close == 1) return false;
    if (!std::ranges::all_of(host.substr(1, close - 1), is_address_character)) return false;
    host.remove_prefix(close + 1);
    if (!host.empty() && host.front() != ':') return false;
  }
  if (find_in_set<Bytes<'[', ']'>>(host, 0) < host.size()) return false;
  const std::size_t colon = host.find(':');
  return colon == std::string_view::npos || std::ranges::all_of(host.substr(colon + 1), is_digit);
}

/// After a byte that is not ASCII it may be part of a character, as in Shift_JIS, so it is ignored.
bool has_backslash(std::string_view path) noexcept {
  for (std::size_t at = 0; (at = path.find('\\', at)) != std::string_view::npos; ++at) {
    if (at == 0 || static_cast<unsigned char>(path[at - 1]) < 0x80) return true;
  }
  return false;
}

}  // namespace

inline namespace detail {

Unsuitable unsuitable_by_rfc(std::string_view url) noexcept {
  if (url.empty()) return Unsuitable::empty;
  if (url.size() > limits::base) return Unsuitable::too_long;
  const std::string_view scheme = scheme_of(url);
  if (scheme.empty()) return Unsuitable::relative;
  if (is_any_of(scheme, never_hierarchical_schemes)) return Unsuitable::never_hierarchical;
  if (std::ranges::any_of(url, is_control)) return Unsuitable::control_character;
  if (has_backslash(before_query(url))) return Unsuitable::backslash;
  const UrlParts parts = split(url);
  if (!parts.net_loc && !parts.path.starts_with('/')) return Unsuitable::opaque;
  if (parts.net_loc.value_or("").empty() && is_any_of(scheme, schemes_with_host)) return Unsuitable::no_host;
  if (!is_net_loc(parts.net_loc.value_or(""))) return Unsuitable::bad_net_loc;
  return Unsuitable::no;
}

bool may_be_meant_as_path(std::string_view reference) noexcept {
  const std::string_view scheme = scheme_of(reference);
  if (scheme.empty()) return false;
  const std::string_view rest = reference.substr(scheme.size() + 1);
  const bool has_net_loc = rest.find_first_not_of("/\\") >= 2 && rest.size() >= 2;  // browsers read `\` as `/`
  return !has_net_loc && !is_any_of(scheme, never_hierarchical_schemes) && !is_any_of(scheme, schemes_without_net_loc);
}

bool names_directory_by_type(std::string_view url) noexcept {
  const UrlParts parts = split(url);
  return is_name(parts.scheme.value_or(""), "ftp") && is_name(parts.params.value_or(""), "type=d") &&
         !parts.path.ends_with('/');
}

std::string_view describe(Unsuitable why) noexcept {
  switch (why) {
    case Unsuitable::no: return "it can be a base";
    case Unsuitable::empty: return "it is empty";
    case Unsuitable::relative: return "it has no scheme, and there is nothing to resolve it against";
    case Unsuitable::never_hierarchical: return "its scheme doesn't support relative references";
    case Unsuitable::opaque: return "it has no slash after the scheme";
    case Unsuitable::no_host: return "it has no host";
    case Unsuitable::bad_net_loc: return "its host or port is malformed";
    case Unsuitable::too_long: return "it is longer than 65536 bytes, including its escapes";
    case Unsuitable::control_character: return "it contains a control character";
    case Unsuitable::backslash: return "it contains a backslash, which browsers read as a slash";
  }
  return {};
}

}  // namespace detail
}  // namespace absolve
