#include <algorithm>

#include "../text/ascii.h"
#include "browsers.h"
#include "generation.h"
#include "suitable.h"

namespace absolve::inline detail {
namespace {

using Outcome = Resolution::Outcome;

constexpr std::string_view path_terminators = ";?#";

std::size_t or_end(std::size_t found, std::string_view text) noexcept { return std::min(found, text.size()); }

/// Appends `path` to `directory` (which ends in a slash), segment by segment, applying step 6. The result is
/// the directory up to the last dot segment that took effect, and the offset in `path` after that segment:
/// all that follows is appended as it stands. `floor` is moved after each `..` that had nothing to remove.
std::size_t append_path(std::string& directory, std::size_t& floor, std::string_view path) {
  std::size_t settled = directory.size();
  std::size_t offset = 0;
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t slash = or_end(path.find('/', at), path);
    const std::size_t next = std::min(slash + 1, path.size());
    const std::string_view segment = path.substr(at, slash - at);
    if (segment == ".") {  // steps 6a and 6b
      settled = directory.size();
      offset = next;
    } else if (segment == ".." && directory.size() > floor) {  // steps 6c and 6d
      directory.resize(directory.rfind('/', directory.size() - 2) + 1);
      settled = directory.size();
      offset = next;
    } else {
      directory.append(path, at, next - at);
      if (segment == "..") floor = directory.size();
    }
    at = next;
  }
  directory.resize(settled);
  return offset;
}

/// The number of dots where a complete path segment `.` or `..` starts `rest`, or else 0.
std::size_t leading_dots(std::string_view rest) noexcept {
  const std::size_t dots = or_end(rest.find_first_not_of('.'), rest);
  const bool complete =
      dots == rest.size() || rest[dots] == '/' || path_terminators.find(rest[dots]) != std::string_view::npos;
  return complete && dots <= 2 ? dots : 0;
}

/// The base up to the end of a component.
std::string_view until(const BaseParts& base, std::size_t end) noexcept { return {base.url.data(), end}; }

/// Step 5: the path of the reference is empty. An empty component inherits the base's; its own delimiter
/// is kept where the base has none to give.
Resolution with_base_path(const BaseParts& base, std::string_view reference, std::size_t at, std::string& scratch) {
  const auto starts = [&](char delimiter) { return at < reference.size() && reference[at] == delimiter; };
  // A base without a path gets its slash before params or a query, as step 7 could not tell them apart.
  const std::string_view path = base.path_end > base.net_loc_end ? until(base, base.path_end) : base.directory;
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

/// Step 6: the reference's path is appended to the base's directory.
Resolution merge(const BaseParts& base, std::string_view reference, std::string& scratch) {
  std::size_t kept = base.directory.size();
  std::size_t at = 0;
  while (const std::size_t dots = leading_dots(reference.substr(at))) {
    if (dots == 2) {
      if (kept == base.floor) break;
      kept = base.directory.rfind('/', kept - 2) + 1;
    }
    at += dots;
    if (at < reference.size() && reference[at] == '/') ++at;
    else break;
  }
  std::string_view head(base.directory.data(), kept);

  if (const std::size_t inner = reference.find("/.", at); inner != std::string_view::npos) {
    const std::string_view rest = reference.substr(at);
    const std::string_view path = rest.substr(0, or_end(rest.find_first_of(path_terminators), rest));
    if (inner < at + path.size()) {
      scratch.assign(head);
      std::size_t floor = base.floor;
      at += append_path(scratch, floor, path);
      head = scratch;
    }
  }

  // `f:` + `//g` would have become a network location.
  const auto character = [&](std::size_t i) {
    const std::size_t in_reference = at + i - head.size();
    return i < head.size() ? head[i] : in_reference < reference.size() ? reference[in_reference] : '\0';
  };
  const bool base_has_net_loc = base.net_loc_end > base.scheme_end;
  if (!base_has_net_loc && character(base.scheme_end + 1) == '/') return {Outcome::refused, {}, 0};
  return {Outcome::resolved, head, at};
}

bool has_scheme(std::string_view reference, const Base*) noexcept { return !scheme_of(reference).empty(); }

BaseParts prepare(std::string_view url) {
  BaseParts base;
  base.url = url;
  const UrlParts parts = split(base.url);
  const auto end_of = [&](std::string_view component) {
    return static_cast<std::size_t>(component.data() - base.url.data()) + component.size();
  };
  base.scheme_end = end_of(*parts.scheme) + 1;
  base.net_loc_end = parts.net_loc ? end_of(*parts.net_loc) : base.scheme_end;
  base.path_end = end_of(parts.path);
  base.params_end = parts.params ? end_of(*parts.params) : base.path_end;
  base.query_end = parts.query ? end_of(*parts.query) : base.params_end;

  // The last segment goes (step 6), and a network location gets the slash that its path may lack.
  const std::string_view path = parts.path.substr(0, after_last(parts.path, '/'));
  base.directory.assign(base.url, 0, base.net_loc_end).push_back('/');
  base.floor = base.directory.size();
  if (!path.empty()) {
    const std::string_view segments = path.substr(1);
    const std::size_t rest = append_path(base.directory, base.floor, segments);
    base.directory.append(segments, rest);
  }
  return base;
}

Resolution resolve(const BaseParts& base, std::string_view reference, std::string& scratch) {
  if (reference.empty()) return {Outcome::resolved, base.url, 0};        // step 2a
  if (!scheme_of(reference).empty()) return {Outcome::absolute, {}, 0};  // step 2b

  std::size_t at = 0;
  if (reference.starts_with("//")) {  // step 3
    const bool empty_net_loc = reference.size() == 2 || reference[2] == '/' || reference[2] == '#';
    if (!empty_net_loc) return {Outcome::resolved, until(base, base.scheme_end), 0};
    const bool base_has_net_loc = base.net_loc_end > base.scheme_end;
    if (!base_has_net_loc && reference.size() > 2 && reference[2] == '/') {
      return {Outcome::resolved, until(base, base.scheme_end), 0};  // the reference's own empty net_loc stays
    }
    if (!base_has_net_loc) {
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
    case '#': return with_base_path(base, reference, at, scratch);  // step 5
    default: return merge(base, reference, scratch);                // step 6
  }
}

}  // namespace

constinit const GenerationRow rfc1808 = {
    .is_absolute = has_scheme,  // step 2b
    .can_parse = [](std::string_view) noexcept { return true; },
    .unsuitable = unsuitable_by_rfc,
    .prepare = prepare,
    .resolve = resolve,
    .as_readers_see = as_browsers_read,
    .misread_with_backslash = before_query,
    .reads_backslashes = false,
};

}  // namespace absolve::inline detail
