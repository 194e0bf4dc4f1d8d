#include <string>

#include "../text/byte_sets.h"
#include "base_parts.h"
#include "merge.h"
#include "resolver.h"
#include "split.h"
#include "suitable.h"

namespace absolve::inline detail {
namespace {

using Outcome = Resolution::Outcome;

/// Step 6, and the points that it leaves open.
struct Rules {
  static constexpr std::string_view path_terminators = ";?#";
  static constexpr bool keeps_excess_dot_segments = true;
};

/// Step 5: the path of the reference is empty. An absent or empty component is inherited from the base; if the base has
/// none, the delimiter of an empty one is kept.
Resolution with_base_path(const BaseParts& base, std::string_view reference, std::size_t at, std::string& scratch) {
  const auto starts = [&](char delimiter) { return at < reference.size() && reference[at] == delimiter; };
  // A base without a path gets a slash before params or a query, since step 7 could not tell them apart.
  const std::string_view path = base.path_end > base.net_loc_end ? until(base, base.path_end) : directory_of(base);
  const bool base_params = base.params_end > base.path_end;
  const bool base_query = base.query_end > base.params_end;

  bool own_semicolon = false;
  if (starts(';')) {
    const std::size_t next = at + 1;
    const bool empty = next == reference.size() || reference[next] == '?' || reference[next] == '#';
    if (!empty) return {Outcome::resolved, path, at};  // step 5a
    own_semicolon = !base_params;
    at = next;
  }
  if (starts('?')) {
    const bool empty = at + 1 == reference.size() || reference[at + 1] == '#';
    if (!empty || !base_query) {  // step 5b
      if (own_semicolon) return {Outcome::resolved, path, at - 1};
      return {Outcome::resolved, base_params ? until(base, base.params_end) : path, at};
    }
    ++at;
  }
  if (!own_semicolon) return {Outcome::resolved, until(base, base.query_end), at};
  if (!base_query) return {Outcome::resolved, path, at - 1};
  scratch.assign(path).push_back(';');
  scratch.append(base.url, base.params_end, base.query_end - base.params_end);
  return {Outcome::resolved, scratch, at};
}

bool has_scheme(std::string_view reference) noexcept { return !scheme_of(reference).empty(); }

/// Where a URL gets a slash where it counts as a base; its size if it gets none. By section 2.4.3, a query without a
/// path before it is a part of the net_loc, and all references would lead to that. But no scheme has such a net_loc
/// (RFC 1738, section 3.1), so a path is put between:
///
///     http://h?q=/x   ->   http://h/?q=/x
///             ^
std::size_t missing_path(std::string_view url) noexcept {
  const std::size_t scheme = scheme_of(url).size();
  if (scheme == 0 || url.substr(scheme, 3) != "://") return url.size();
  const std::size_t end = find_in_set<Bytes<'/', '?', '#'>>(url, scheme + 3);
  return end < url.size() && url[end] == '?' ? end : url.size();
}

std::string as_base(std::string_view url) {
  std::string base(url);
  if (const std::size_t at = missing_path(url); at < url.size()) base.insert(at, 1, '/');
  return base;
}

Unsuitable unsuitable(std::string_view url) {
  return missing_path(url) < url.size() ? unsuitable_by_rfc(as_base(url)) : unsuitable_by_rfc(url);
}

BaseParts prepare(std::string_view url) {
  BaseParts base;
  base.url = as_base(url);
  const UrlParts parts = split(base.url);
  const auto end_of = [&](std::string_view component) {
    return static_cast<std::size_t>(component.data() - base.url.data()) + component.size();
  };
  base.scheme_end = end_of(*parts.scheme) + 1;
  base.net_loc_end = parts.net_loc ? end_of(*parts.net_loc) : base.scheme_end;
  base.path_end = end_of(parts.path);
  base.params_end = parts.params ? end_of(*parts.params) : base.path_end;
  base.query_end = parts.query ? end_of(*parts.query) : base.params_end;

  set_directory<Rules>(base);
  return base;
}

Resolution resolve(const BaseParts& base, std::string_view reference, std::string& scratch) {
  if (reference.empty()) return {Outcome::resolved, base.url, 0};        // step 2a
  if (!scheme_of(reference).empty()) return {Outcome::absolute, {}, 0};  // step 2b

  std::size_t at = 0;
  if (reference.starts_with("//")) {  // step 3
    const bool empty_net_loc = reference.size() == 2 || reference[2] == '/' || reference[2] == '#';
    if (!empty_net_loc) return {Outcome::resolved, until(base, base.scheme_end), 0};
    if (!has_net_loc(base) && reference.size() > 2 && reference[2] == '/') {
      return {Outcome::resolved, until(base, base.scheme_end), 0};  // the reference's own empty net_loc is kept
    }
    if (!has_net_loc(base)) {
      scratch.assign(base.url, 0, base.scheme_end)
          .append("//")
          .append(base.url, base.scheme_end, base.query_end - base.scheme_end);
      return {Outcome::resolved, scratch, 2};
    }
    at = 2;
  }
  if (at == reference.size()) return with_base_path(base, reference, at, scratch);
  switch (reference[at]) {
    case '/': return {Outcome::resolved, until(base, base.net_loc_end), at};  // step 4
    case ';':
    case '?':
    case '#': return with_base_path(base, reference, at, scratch);                         // step 5
    default: return merge<Rules>(base, directory_of(base).size(), reference, 0, scratch);  // step 6
  }
}

}  // namespace

constinit const ResolverRow rfc1808 = {
    .is_absolute = has_scheme,  // step 2b
    .can_parse = [](std::string_view) noexcept { return true; },
    .unsuitable = unsuitable,
    .prepare = prepare,
    .resolve = resolve,
    .reads_as_browsers = false,
};

}  // namespace absolve::inline detail
