#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "../text/byte_sets.h"
#include "absolve/url.h"
#include "base_parts.h"

namespace absolve::inline detail {

// Paths without their dot segments, for the resolvers that follow an RFC. `Rules` is what they differ in:
//
//     static constexpr std::string_view path_terminators;   what ends a path
//     static constexpr bool keeps_excess_dot_segments;      whether a `..` with nothing to remove is kept

/// Appends `path` to `directory` (which ends in a slash), segment by segment, removing dot segments. The result is the
/// directory up to the last dot segment that took effect, and the offset in `path` after that segment: everything after
/// it can be appended unchanged. `floor` is moved after each `..` that had nothing to remove and is kept. Linear.
template <class Rules>
[[nodiscard]] std::size_t append_path(std::string& directory, std::size_t& floor, std::string_view path) {
  std::size_t settled = directory.size();
  std::size_t offset = 0;
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t slash = or_end(path.find('/', at), path);
    const std::size_t next = std::min(slash + 1, path.size());
    const std::string_view segment = path.substr(at, slash - at);
    const bool steps_up = segment == "..";
    const bool may_step_up = steps_up && directory.size() > floor;
    if (segment == "." || may_step_up || (steps_up && !Rules::keeps_excess_dot_segments)) {
      if (may_step_up) directory.resize(directory.rfind('/', directory.size() - 2) + 1);
      settled = directory.size();
      offset = next;
    } else {
      directory.append(path, at, next - at);
      if (steps_up) floor = directory.size();
    }
    at = next;
  }
  directory.resize(settled);
  return offset;
}

/// The number of dots if `rest` starts with a complete path segment `.` or `..`; otherwise 0.
template <class Rules>
[[nodiscard]] std::size_t leading_dots(std::string_view rest) noexcept {
  if (!rest.starts_with('.')) return 0;  // nearly all segments
  const std::size_t dots = or_end(rest.find_first_not_of('.'), rest);
  const bool complete =
      dots == rest.size() || rest[dots] == '/' || Rules::path_terminators.find(rest[dots]) != std::string_view::npos;
  return complete && dots <= 2 ? dots : 0;
}

/// The path of `reference` from `at` on, without the query or anything else after it.
template <class Rules>
[[nodiscard]] std::string_view path_from(std::string_view reference, std::size_t at) noexcept {
  const std::string_view rest = reference.substr(at);
  return rest.substr(0, or_end(rest.find_first_of(Rules::path_terminators), rest));
}

/// Appends the path of a reference, from `at` on, to the first `kept` bytes of the base's directory, which end in a
/// slash. Refused if the result would contain a network location that neither had: `f:` and `//g`. Linear; writes
/// `scratch` only if dot segments follow other segments.
template <class Rules>
[[nodiscard]] Resolution merge(const BaseParts& base, std::size_t kept, std::string_view reference, std::size_t at,
                               std::string& scratch) {
  while (const std::size_t dots = leading_dots<Rules>(reference.substr(at))) {
    if (dots == 2 && kept == base.floor) {
      if (Rules::keeps_excess_dot_segments) break;
    } else if (dots == 2) {
      kept = directory_of(base).rfind('/', kept - 2) + 1;
    }
    at += dots;
    if (at < reference.size() && reference[at] == '/') ++at;
    else break;
  }
  std::string_view head = directory_of(base).substr(0, kept);

  if (const std::size_t inner = find_pair<Bytes<'/'>, Bytes<'.'>>(reference, at); inner < reference.size()) {
    const std::string_view path = path_from<Rules>(reference, at);
    if (inner < at + path.size()) {
      scratch.assign(head);
      std::size_t floor = base.floor;
      at += append_path<Rules>(scratch, floor, path);
      head = scratch;
    }
  }

  const auto character = [&](std::size_t i) {
    const std::size_t in_reference = at + i - head.size();
    return i < head.size() ? head[i] : in_reference < reference.size() ? reference[in_reference] : '\0';
  };
  if (!has_net_loc(base) && character(base.scheme_end + 1) == '/') return {Resolution::Outcome::refused, {}, 0};
  return {Resolution::Outcome::resolved, head, at};
}

/// Computes the directory and the floor of a base whose other parts are known: the last segment of its path is removed,
/// and a base with a network location but without a path gets a slash. Linear.
template <class Rules>
void set_directory(BaseParts& base) {
  const std::string_view path = until(base, base.path_end).substr(base.net_loc_end);
  base.floor = base.net_loc_end + 1;
  const std::size_t end = path.rfind('/');
  const bool may_have_dots = find_pair<Bytes<'/'>, Bytes<'.'>>(path, 0) < path.size();
  if (path.starts_with('/') && !may_have_dots) {  // nearly all bases
    base.directory_end = base.net_loc_end + end + 1;
    return;
  }
  std::string& directory = base.made_directory;
  directory.assign(base.url, 0, base.net_loc_end).push_back('/');
  if (end == std::string_view::npos) return;
  const std::string_view segments = path.substr(1, end);
  const std::size_t rest = append_path<Rules>(directory, base.floor, segments);
  directory.append(segments, rest);
}

}  // namespace absolve::inline detail
