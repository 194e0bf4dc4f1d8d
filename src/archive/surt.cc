// Keys of indexes (SURT, Sort-friendly URI Reordering Transform). The steps, each applied to the result of the last:
//
//     http://user@www.Example.com:80/a//%2E/b/?Y=%41&sid=...#f
//     scheme and fragment are removed    user@www.Example.com:80/a//%2E/b/?Y=%41&sid=...
//     escapes are decoded until there are none, and then necessary ones are written once
//     userinfo, www and the default port are removed, the host is reversed     com,example
//     segments . and .. and empty ones are removed, and a slash at the end     /a/b
//     session IDs are removed, parameters sorted, everything in lower case     ?y=a
//
// pywb and OpenWayback look up captures by these keys, so if a rule seems odd, it is one of theirs. Linear, except for
// sorting the parameters.

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "../text/ascii.h"
#include "../text/percent.h"
#include "../text/utf8.h"
#include "archive.h"

namespace absolve::inline detail {
namespace {

constexpr std::size_t npos = std::string_view::npos;

/// Escapes may hide escapes: `%2541` is `A`. Each round that changes anything makes the text shorter.
std::string unescaped(std::string_view text) {
  constexpr int most_rounds = 64;
  std::string result = percent_decoded(text);
  for (int i = 0; i < most_rounds && result.find('%') != npos; ++i) {
    std::string next = percent_decoded(result);
    if (next == result) break;
    result = std::move(next);
  }
  return result;
}

std::string escaped(std::string_view text) {
  return with_escapes(text, [](char c) { return c <= ' ' || c == '\x7F' || !is_ascii(c) || c == '#' || c == '%'; });
}

/// In an index, a blank follows the key, so there must be none in it.
std::string without_blanks(std::string_view text) {
  return with_escapes(text, [](char c) { return is_ascii(c) && (c <= ' ' || c == '\x7F'); });
}

/// A label that is not ASCII, in Punycode (RFC 3492); unchanged if it is not UTF-8, or longer than a label may be.
std::string ascii_label(std::string_view label) {
  constexpr std::size_t longest = 63;  // characters
  constexpr std::uint32_t base = 36, low = 1, high = 26, skew = 38, damp = 700, first_bias = 72, first = 128;
  std::vector<char32_t> characters;
  for (std::size_t at = 0; at < label.size();) {
    const std::size_t size = character_size(label, at);
    if (size == 0) return percent_escaped(label);
    char32_t c = static_cast<unsigned char>(label[at]);
    if (size > 1) c &= 0xFFU >> (size + 1);
    for (std::size_t i = 1; i < size; ++i) c = c << 6 | (static_cast<unsigned char>(label[at + i]) & 0x3FU);
    characters.push_back(c);
    at += size;
    if (characters.size() > longest) return percent_escaped(label);
  }
  std::string output;
  for (const char32_t c : characters) {
    if (c < first) output += static_cast<char>(c);
  }
  const auto basic = static_cast<std::uint32_t>(output.size());
  if (basic > 0) output += '-';
  const auto digit = [](std::uint32_t value) {
    return static_cast<char>(value < high ? 'a' + value : '0' + value - high);
  };
  std::uint32_t n = first, bias = first_bias, handled = basic;
  std::uint64_t delta = 0;
  while (handled < characters.size()) {
    char32_t next = 0x110000;
    for (const char32_t c : characters) {
      if (c >= n) next = std::min(next, c);
    }
    delta += std::uint64_t{next - n} * (handled + 1);
    n = next;
    for (const char32_t c : characters) {
      if (c < n) ++delta;
      if (c != n) continue;
      auto q = static_cast<std::uint32_t>(delta);
      for (std::uint32_t k = base;; k += base) {
        const std::uint32_t threshold = k <= bias ? low : std::min(k - bias, high);
        if (q < threshold) break;
        output += digit(threshold + (q - threshold) % (base - threshold));
        q = (q - threshold) / (base - threshold);
      }
      output += digit(q);
      std::uint32_t rest = static_cast<std::uint32_t>(handled == basic ? delta / damp : delta / 2);
      rest += rest / (handled + 1);
      std::uint32_t k = 0;
      for (; rest > (base - low) * high / 2; k += base) rest /= base - low;
      bias = k + (base - low + 1) * rest / (rest + skew);
      delta = 0;
      ++handled;
    }
    ++delta;
    ++n;
  }
  return "xn--" + output;
}

/// Removes `www.`, `www2.`, ...
std::string_view without_www(std::string_view host) noexcept {
  if (!host.starts_with("www")) return host;
  const std::size_t end = host.find_first_not_of("0123456789", 3);
  return end != npos && host[end] == '.' ? host.substr(end + 1) : host;
}

/// A name reversed, with commas: `com,example`. An address in brackets is left unchanged.
std::string reversed(std::string_view host) {
  std::string result;
  while (!host.empty()) {
    const std::size_t point = host.rfind('.');
    const std::string_view label = host.substr(point == npos ? 0 : point + 1);
    host = host.substr(0, point == npos ? 0 : point);
    const bool is_plain = std::ranges::all_of(label, [](char c) { return is_ascii(c); });
    if (!label.empty())
      result.append(result.empty() ? "" : ",").append(is_plain ? std::string(label) : ascii_label(label));
  }
  return result;
}

std::string key_of_host(std::string_view authority, std::string_view scheme) {
  authority.remove_prefix(std::min(authority.rfind('@') + 1, authority.size()));
  std::string_view port;
  const std::size_t bracket = authority.rfind(']');
  const std::size_t colon = authority.find(':', bracket == npos ? 0 : bracket);
  if (colon != npos) {
    port = authority.substr(colon + 1);
    authority = authority.substr(0, colon);
  }
  const bool is_default = port.empty() || (scheme == "http" && port == "80") || (scheme == "https" && port == "443");
  const std::string host = without_blanks(lower_case(unescaped(authority)));
  std::string key =
      host.starts_with('[') ? std::string(host.substr(1, host.find(']') - 1)) : reversed(without_www(host));
  if (!is_default) key.append(":").append(without_blanks(port));
  return key;
}

bool are_alphanumeric(std::string_view text) noexcept {
  return std::ranges::all_of(text, [](char c) { return is_letter(c) || is_digit(c); });
}

/// Whether a path segment is a session ID of ASP.NET: `(S(lit3py55t21z5v55vlm25s55))`,
/// `(4hqa0555fwsecu455xqckv45)`.
bool is_session(std::string_view segment) noexcept {
  constexpr std::size_t length = 24;
  if (!segment.starts_with('(') || !segment.ends_with(')')) return false;
  segment = segment.substr(1, segment.size() - 2);
  if (segment.size() == length) return are_alphanumeric(segment);
  bool is_one = !segment.empty();
  for (; is_one && !segment.empty(); segment.remove_prefix(std::min(length + 3, segment.size()))) {
    is_one = segment.size() >= length + 3 && is_letter(segment[0]) && segment[1] == '(' &&
             are_alphanumeric(segment.substr(2, length)) && segment[length + 2] == ')';
  }
  return is_one;
}

/// A path without `.`, `..`, empty segments and session IDs, and without a slash at the end.
std::string key_of_path(std::string_view path) {
  std::vector<std::string_view> segments;
  const bool is_aspx = path.find(".aspx") != npos;
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    const std::string_view segment = path.substr(at, end - at);
    if (segment == "..") {
      if (!segments.empty()) segments.pop_back();
    } else if (!segment.empty() && segment != "." && !(is_aspx && is_session(segment))) {
      segments.push_back(segment);
    }
    at = end + 1;
  }
  std::string key;
  for (const std::string_view segment : segments) key.append("/").append(segment);
  return key.empty() ? "/" : key;
}

/// A session ID in a query: how its parameter begins, and how many letters and digits follow.
struct SessionId {
  std::string_view name;
  std::size_t key;  // number of characters in the name that vary
  std::size_t value;
};

constexpr auto session_ids =
    std::to_array<SessionId>({{"jsessionid", 0, 32}, {"phpsessid", 0, 32}, {"sid", 0, 32}, {"aspsessionid", 8, 24}});

/// Where a session ID that begins at `at` ends; `at` if there is none.
std::size_t end_of_session(std::string_view query, std::size_t at, const SessionId& id) noexcept {
  const std::size_t equals = at + id.name.size() + id.key;
  const std::size_t end = equals + 1 + id.value;
  if (end > query.size() || query[equals] != '=' || (end < query.size() && query[end] != '&')) return at;
  const bool is_it = are_alphanumeric(query.substr(at + id.name.size(), id.key)) &&
                     are_alphanumeric(query.substr(equals + 1, id.value));
  return is_it ? std::min(end + 1, query.size()) : at;
}

/// The query, in lower case, without session IDs: of each kind the last one is removed; the text after it is kept.
std::string without_session(std::string query) {
  for (const SessionId& id : session_ids) {
    for (std::size_t at = query.rfind(id.name); at != npos; at = at == 0 ? npos : query.rfind(id.name, at - 1)) {
      const std::size_t end = end_of_session(query, at, id);
      if (end == at) continue;
      query.erase(at, end - at);
      break;
    }
  }
  const std::size_t cold_fusion = query.rfind("cfid=");  // cfid=1&cftoken=2
  const std::size_t token = cold_fusion == npos ? npos : query.find('&', cold_fusion);
  constexpr std::string_view token_name = "&cftoken=";
  if (token == npos || token == cold_fusion + 5 || !std::string_view(query).substr(token).starts_with(token_name)) {
    return query;
  }
  const std::size_t end = std::min(query.find('&', token + 1), query.size());
  if (end > token + token_name.size()) query.erase(cold_fusion, std::min(end + 1, query.size()) - cold_fusion);
  return query;
}

std::string key_of_query(std::string query) {
  query = without_session(std::move(query));
  std::vector<std::string_view> parameters;
  for (std::size_t at = 0; at <= query.size();) {
    const std::size_t end = std::min(query.find('&', at), query.size());
    parameters.push_back(std::string_view(query).substr(at, end - at));
    at = end + 1;
  }
  // Sorts by name, and then by value.
  std::ranges::stable_sort(parameters, {}, [](std::string_view one) {
    const std::size_t equals = std::min(one.find('='), one.size());
    return std::pair(one.substr(0, equals), one.substr(equals));
  });
  std::string key;
  for (const std::string_view one : parameters) key.append(key.empty() ? "?" : "&").append(one);
  return key == "?" ? "" : key;
}

/// The path of a URL without a host, which may be any text: only a slash at the end is removed.
std::string key_of_opaque(std::string path, bool has_query) {
  if (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path.empty() && has_query ? "/" : path;
}

/// The size of the scheme that a URL begins with (RFC 3986, section 3.1), without its colon; 0 if it has none.
std::size_t scheme_size(std::string_view url) noexcept {
  if (url.empty() || !is_letter(url.front())) return 0;
  const auto ends = [](char c) { return !is_letter(c) && !is_digit(c) && c != '+' && c != '-' && c != '.'; };
  const auto end = std::ranges::find_if(url, ends);
  return end != url.end() && *end == ':' ? static_cast<std::size_t>(end - url.begin()) : 0;
}

/// A URL without tabs and line ends; of `http://https://a/`, only the last scheme is kept.
std::string with_one_scheme(std::string_view url) {
  std::string text;
  std::ranges::copy_if(url, std::back_inserter(text), [](char c) { return c != '\t' && c != '\n' && c != '\r'; });
  const auto size_at = [&](std::size_t at) -> std::size_t {
    const std::string_view rest = std::string_view(text).substr(at);
    return rest.starts_with("http://") ? 7 : rest.starts_with("https://") ? 8 : 0;
  };
  std::size_t last = 0;
  while (size_at(last) > 0 && size_at(last + size_at(last)) > 0) last += size_at(last);
  return text.substr(last);
}

}  // namespace

std::string surt_key(std::string_view url) {
  const std::string text = with_one_scheme(trimmed(url));
  std::string_view rest = text;
  const std::size_t colon = scheme_size(rest);
  const std::string scheme = colon == 0 ? "http" : lower_case(rest.substr(0, colon));
  rest.remove_prefix(colon == 0 ? 0 : colon + 1);
  rest = rest.substr(0, rest.find('#'));
  // Only slashes after the scheme make a host, which http must have: the one in urn:view:http://h/ is part of a path.
  const bool is_web = scheme.starts_with("http");
  const std::size_t slashes = std::min(rest.find_first_not_of('/'), rest.size());
  const std::size_t before_host = is_web ? slashes : rest.starts_with("//") ? 2 : 0;
  rest.remove_prefix(before_host);
  const std::size_t host_end = is_web || before_host > 0 ? std::min(rest.find_first_of("/?"), rest.size()) : 0;
  const std::string_view authority = rest.substr(0, host_end);
  rest.remove_prefix(host_end);
  const std::size_t question = std::min(rest.find('?'), rest.size());
  const std::string path = lower_case(escaped(unescaped(rest.substr(0, question))));
  const std::string query =
      key_of_query(lower_case(escaped(unescaped(rest.substr(std::min(question + 1, rest.size()))))));
  if (!authority.empty()) return key_of_host(authority, scheme) + ")" + key_of_path(path) + query;
  return scheme + ":" + key_of_opaque(path, !query.empty()) + query;
}

}  // namespace absolve::inline detail
