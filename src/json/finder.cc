// JSON in script elements: import maps, speculation rules, JSON-LD. Each format is a table of steps (places.h) that
// gives strings a role. Whether a string is a reference may depend on later strings: an @base changes what relative
// URLs mean, and a URL pattern with a host is not relative to the document. So all strings are collected first
// (whole_of()), and then evaluated. Linear, except for sorting the patterns.

#include "finder.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "../text/ascii.h"
#include "../text/json.h"
#include "../url/paths.h"
#include "../url/resolver.h"
#include "../url/schemes.h"
#include "../url/split.h"
#include "places.h"
#include "schema_org.h"

namespace absolve::json {
namespace {

namespace in_import_map {
constexpr Place imports = 2;
constexpr Place scopes = 4;
constexpr Place integrity = 8;

constexpr auto steps = std::to_array<Step>({
    {start, "imports", imports},
    {start, "scopes", scopes},
    {start, "integrity", integrity},
    {imports, Step::any_key, nowhere, Role::url_like, Role::url_like},
    {scopes, Step::any_key, imports, Role::url},
    {integrity, Step::any_key, nowhere, Role::url_like},
});
}  // namespace in_import_map

namespace in_speculation_rules {
constexpr Place rules = 2;
constexpr Place rule = 4;
constexpr Place urls = 8;
constexpr Place condition = 16;
constexpr Place conditions = 32;
constexpr Place patterns = 64;  // a string, or an array of strings

constexpr auto steps = std::to_array<Step>({
    {start, "prefetch", rules},
    {start, "prerender", rules},
    {start, "prerender_until_script", rules},
    {rules, Step::item, rule},
    {rule, "urls", urls},
    {urls, Step::item, nowhere, Role::none, Role::url},
    {rule, "where", condition},
    {condition, "and", conditions},
    {condition, "or", conditions},
    {condition, "not", condition},
    {conditions, Step::item, condition},
    {condition, "href_matches", patterns, Role::none, Role::pattern},
    {patterns, Step::item, patterns, Role::none, Role::pattern},
    {patterns, "pathname", nowhere, Role::none, Role::component},
    {patterns, "search", nowhere, Role::none, Role::component},
    {patterns, "hash", nowhere, Role::none, Role::component},
    {patterns, "hostname", nowhere, Role::none, Role::site},
    {patterns, "baseURL", nowhere, Role::none, Role::site},
});
}  // namespace in_speculation_rules

namespace in_linked_data {
constexpr Place node = start;  // or an array of them
constexpr Place urls = 2;      // a string, an array of strings, or a node instead
constexpr Place names = 4;     // the same, but a string may also be a text
constexpr Place target = 8;    // the same, but a string may also be a template
constexpr Place context = 16;
constexpr Place paths = 32;  // as names
constexpr Place value = node | urls | names | target | paths;

constexpr auto steps = std::to_array<Step>({
    {value, "@context", context},
    {value, "@id", nowhere, Role::none, Role::node},
    {value, "target", target, Role::none, Role::uri_template},
    {value, "urlTemplate", target, Role::none, Role::uri_template},
    {.from = value, .key = Step::one_of, .to = urls, .value_role = Role::iri, .keys = schema_org::urls},
    {.from = value, .key = Step::one_of, .to = names, .value_role = Role::iri_like, .keys = schema_org::names_or_urls},
    {.from = value, .key = Step::one_of, .to = paths, .value_role = Role::path_like, .keys = schema_org::paths},
    {value, Step::any_key, node},
    {node, Step::item, node},
    {urls, Step::item, urls, Role::none, Role::iri},
    {names, Step::item, names, Role::none, Role::iri_like},
    {paths, Step::item, paths, Role::none, Role::path_like},
    {target, Step::item, target, Role::none, Role::uri_template},
    {context, "@base", nowhere, Role::base},
    {context, Step::any_key, context, Role::term},
    {context, Step::item, context},
});
}  // namespace in_linked_data

constexpr Rule iri_rule{"", "", Against::document, Empty::no_fetch};
constexpr Rule single_url_rule{.element = "", .attribute = "", .is_escaped = is_space};
constexpr Rule pattern_rule{.element = "", .attribute = "", .kept = Reason::pattern};

constexpr const Rule* rule_of(Role role) noexcept {
  if (role == Role::iri_like || role == Role::path_like) return &single_url_rule;
  if (role == Role::pattern || role == Role::component) return &pattern_rule;
  return role == Role::iri || role == Role::uri_template ? &iri_rule : nullptr;
}

/// HTML standard, 8.1.5.1, "resolving a URL-like module specifier". There, a URL with a scheme is absolute; here, only
/// if the resolver agrees, and browsers in other contexts, too: for them, `http:x` and `http:/x` may be relative.
bool is_url_like(std::string_view text, Resolver resolver) {
  if (text.starts_with("/") || text.starts_with("./") || text.starts_with("../")) return true;
  return starts_with_scheme_and_slash(text) && is_absolute(resolver, text, Controls::kept);
}

/// Whether a string that may be a name or a URL is a URL: a single one, without text. A comma may be part of it, but
/// without a scheme it more likely separates names.
bool is_single_url(std::string_view text, Resolver resolver) {
  const std::string_view separators = scheme_of(text).empty() ? ", \t\n" : " \t\n";
  return is_url_like(text, resolver) && text.find_first_of(separators) == std::string_view::npos;
}

/// The same for a relative path that begins with a name: that of a page, or in lower case and with a slash. Others may
/// be words, such as `MIT/Apache-2.0`, `Node.js`, or a host.
bool is_single_path(std::string_view text) {
  constexpr auto pages =
      std::to_array<std::string_view>({"asp", "aspx", "htm", "html", "jsp", "md", "pdf", "php", "txt"});
  if (!scheme_of(text).empty() || text.find_first_of(", \t\n") != std::string_view::npos) return false;
  const std::string_view path = text.substr(0, text.find_first_of("?#"));
  const std::size_t ending = after_last(path, '.');
  if (ending > 1 && is_any_of(path.substr(ending), pages)) return true;
  const bool has_upper = std::ranges::any_of(path, [](char c) { return c >= 'A' && c <= 'Z'; });
  const bool may_be_host = path.substr(0, path.find('/')).find('.') != std::string_view::npos;
  return !has_upper && !may_be_host && has_slash_of_path(path);
}

/// Whether a URL pattern has no scheme (URL Pattern standard). Its `?` and `:` may be pattern syntax:
/// `http{s}?://*.example/:id`.
bool is_relative_pattern(std::string_view text) noexcept {
  if (!lettered_scheme_of(text).empty()) return false;
  const std::size_t slash = text.find('/');
  const bool is_behind_scheme = slash != std::string_view::npos && slash > 0 && text[slash - 1] == ':';
  return !is_behind_scheme || text.front() == '?' || text.front() == '#';
}

/// What must be known about all strings of a text.
struct Whole {
  bool has_base = false;
  std::vector<std::string> terms = {};  // terms that a context defines; sorted
  std::vector<std::size_t> sites = {};  // numbers of the containers of URL patterns that have a site component; sorted
};

Whole whole_of(std::string_view text, std::span<const String> strings) {
  Whole whole;
  std::string scratch;
  for (const String& one : strings) {
    if (one.role == Role::base) whole.has_base = true;
    if (one.role == Role::site) whole.sites.push_back(one.container);
    if (one.role != Role::term) continue;
    const auto term = decode_string(text.substr(one.begin, one.end - one.begin), scratch);
    if (!term.starts_with('@')) whole.terms.emplace_back(term);  // keywords describe a term
  }
  std::ranges::sort(whole.sites);
  std::ranges::sort(whole.terms);
  return whole;
}

bool is_reference(const String& string, std::string_view meaning, const Whole& whole, Resolver resolver) {
  switch (string.role) {
    case Role::url: return true;
    case Role::url_like: return is_url_like(meaning, resolver);
    case Role::iri:
    case Role::uri_template:
    case Role::node: return !meaning.starts_with("_:");
    case Role::iri_like: return is_single_url(meaning, resolver);
    case Role::path_like: return is_single_url(meaning, resolver) || is_single_path(meaning);
    case Role::pattern: return is_relative_pattern(meaning);
    case Role::component: return !std::ranges::binary_search(whole.sites, string.container);
    default: return false;
  }
}

bool stays(const String& string, std::string_view meaning, std::string_view key, const Whole& whole) noexcept {
  if (!lettered_scheme_of(meaning).empty()) return false;
  const bool is_template = string.role == Role::uri_template && meaning.find('{') != std::string_view::npos;
  return whole.has_base || is_template || std::ranges::binary_search(whole.terms, key, std::less<>());
}

/// What pages that were written as XML, or for old browsers, have around the content of a script element.
struct Wrapper {
  std::string_view begin;
  std::string_view end;
};

constexpr auto wrappers = std::to_array<Wrapper>({
    {"<![CDATA[", "]]>"},
    {"//<![CDATA[", "//]]>"},
    {"/*<![CDATA[*/", "/*]]>*/"},
    {"<!--", "-->"},
});

std::string_view unwrapped(std::string_view text) noexcept {
  text = trimmed(text);
  const auto is_around = [&](const Wrapper& one) {
    return text.size() >= one.begin.size() + one.end.size() && text.starts_with(one.begin) && text.ends_with(one.end);
  };
  const auto found = std::ranges::find_if(wrappers, is_around);
  if (found == wrappers.end()) return text;
  return text.substr(found->begin.size(), text.size() - found->begin.size() - found->end.size());
}

/// Finds what is in `json`, which is a slice of a text.
Finding find_in(std::string_view text, std::string_view json, std::span<const Step> table, Resolver resolver) {
  const auto offset = static_cast<std::size_t>(json.data() - text.data());
  Finding finding;
  const auto strings = find_strings(json, table);
  if (!strings) {
    const std::string_view all = trimmed(json);
    const std::size_t begin = offset + static_cast<std::size_t>(all.data() - json.data());
    if (!all.empty())
      finding.values.push_back(Value{.begin = begin, .end = begin + all.size(), .stays = Stays::syntax});
    return finding;
  }
  const Whole whole = whole_of(json, *strings);
  std::string scratch;
  std::string key_scratch;
  for (const String& one : *strings) {
    const auto meaning = decode_string(json.substr(one.begin, one.end - one.begin), scratch);
    if (!is_reference(one, meaning, whole, resolver)) continue;
    const auto key = decode_string(json.substr(one.key_begin, one.key_end - one.key_begin), key_scratch);
    finding.values.push_back(Value{.begin = offset + one.begin,
                                   .end = offset + one.end,
                                   .rule = rule_of(one.role),
                                   .coding = codec::Coding::json_string,
                                   .stays = stays(one, meaning, key, whole) ? Stays::syntax : Stays::no});
  }
  return finding;
}

}  // namespace

Finding find_in_import_map(std::string_view text, const Request& request) {
  return find_in(text, text, in_import_map::steps, request.options.resolver);
}

Finding find_in_speculation_rules(std::string_view text, const Request& request) {
  return find_in(text, text, in_speculation_rules::steps, request.options.resolver);
}

Finding find_in_linked_data(std::string_view text, const Request& request) {
  return find_in(text, unwrapped(text), in_linked_data::steps, request.options.resolver);
}

}  // namespace absolve::json
