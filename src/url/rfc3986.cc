#include <algorithm>

#include "../text/ascii.h"
#include "../text/byte_sets.h"
#include "../text/limits.h"
#include "base_parts.h"
#include "browsers.h"
#include "merge.h"
#include "resolver.h"
#include "schemes.h"
#include "split.h"
#include "suitable.h"

namespace absolve::inline detail {
namespace {

using Outcome = Resolution::Outcome;

/// Section 5.2.4.
struct Rules {
  static constexpr std::string_view path_terminators = "?#";
  static constexpr bool keeps_excess_dot_segments = false;
};

/// Section 3.1: `1a:b` and `:g` are paths.
bool has_scheme(std::string_view reference) noexcept { return !lettered_scheme_of(reference).empty(); }

/// The end of the authority that starts with the two slashes at `at` (section 3.2).
std::size_t authority_end(std::string_view url, std::size_t at) noexcept {
  return find_in_set<Bytes<'/', '?', '#'>>(url, std::min(at + 2, url.size()));
}

/// A network location of RFC 1808 continues after a `?`, but an authority ends there: so the query is checked
/// separately.
Unsuitable unsuitable(std::string_view url) noexcept {
  if (!url.empty() && !has_scheme(url)) return Unsuitable::relative;
  const bool is_odd = url.size() > limits::base || std::ranges::any_of(url, is_control);
  return unsuitable_by_rfc(is_odd ? url : before_query(url));
}

BaseParts prepare(std::string_view url) {
  BaseParts base;
  base.url = url;
  base.scheme_end = scheme_of(url).size() + 1;
  const bool has_authority = url.substr(base.scheme_end).starts_with("//");
  base.net_loc_end = has_authority ? authority_end(url, base.scheme_end) : base.scheme_end;
  base.path_end = base.params_end = before_query(url).size();
  base.query_end = or_end(url.find('#'), url);
  set_directory<Rules>(base);
  return base;
}

/// The reference has an authority of its own: only the scheme of the base is used.
Resolution with_authority(const BaseParts& base, std::string_view reference, std::string& scratch) {
  const Resolution unchanged = {Outcome::resolved, until(base, base.scheme_end), 0};
  if (find_pair<Bytes<'/'>, Bytes<'.'>>(reference, 1) == reference.size()) return unchanged;  // nearly all of them
  const std::size_t end = authority_end(reference, 0);
  const std::string_view path = path_from<Rules>(reference, end);
  if (path.find("/.") == std::string_view::npos) return unchanged;
  scratch.assign(base.url, 0, base.scheme_end).append(reference, 0, end + 1);
  std::size_t floor = scratch.size();
  const std::size_t offset = append_path<Rules>(scratch, floor, path.substr(1));
  return {Outcome::resolved, scratch, end + 1 + offset};
}

/// Section 5.2.2, strict. Empty and absent components are distinguished. Dot segments are removed if the reference has
/// a path; otherwise the path of the base is used unchanged.
Resolution resolve(const BaseParts& base, std::string_view reference, std::string& scratch) {
  if (reference.empty()) return {Outcome::resolved, until(base, base.query_end), 0};
  switch (reference.front()) {
    case '?': return {Outcome::resolved, until(base, base.path_end), 0};
    case '#': return {Outcome::resolved, until(base, base.query_end), 0};
    case '/':
      if (reference.starts_with("//")) return with_authority(base, reference, scratch);
      return merge<Rules>(base, base.floor, reference, 1, scratch);
    default:
      if (has_scheme(reference)) return {Outcome::absolute, {}, 0};
      return merge<Rules>(base, directory_of(base).size(), reference, 0, scratch);
  }
}

}  // namespace

constinit const ResolverRow rfc3986 = {
    .is_absolute = has_scheme,
    .can_parse = [](std::string_view) noexcept { return true; },
    .unsuitable = unsuitable,
    .prepare = prepare,
    .resolve = resolve,
    .reads_as_browsers = false,
};

}  // namespace absolve::inline detail
