#include <algorithm>

#include "absolve/url.h"

namespace absolve {
namespace {

using Outcome = Resolution::Outcome;

constexpr std::string_view path_terminators = ";?#";

std::size_t or_end(std::size_t found, std::string_view text) noexcept { return std::min(found, text.size()); }

/// Appends `path` to `directory` (which ends in a slash), segment by segment, applying step 6. The result is
/// the directory up to the last dot segment that took effect, and the offset in `path` behind that segment:
/// all that follows is appended as it stands. `floor` is moved behind each `..` that had nothing to remove.
std::size_t append_path(std::string& directory, std::size_t& floor, std::string_view path) {
  std::size_t settled = directory.size();
  std::size_t offset = 0;
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t slash = path.find('/', at);
    const std::size_t next = slash == std::string_view::npos ? path.size() : slash + 1;
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

}  // namespace

Base::Base(std::string_view url) : url_(url) {
  const UrlParts parts = split(url_);
  const auto end_of = [&](std::string_view component) {
    return static_cast<std::size_t>(component.data() - url_.data()) + component.size();
  };
  scheme_end_ = end_of(*parts.scheme) + 1;
  net_loc_end_ = parts.net_loc ? end_of(*parts.net_loc) : scheme_end_;
  path_end_ = end_of(parts.path);
  params_end_ = parts.params ? end_of(*parts.params) : path_end_;
  query_end_ = parts.query ? end_of(*parts.query) : params_end_;

  // The last segment goes (step 6), and a network location gets the slash that its path may lack.
  const std::string_view path = parts.path.substr(0, parts.path.rfind('/') + 1);
  directory_.assign(url_, 0, net_loc_end_).push_back('/');
  floor_ = directory_.size();
  if (!path.empty()) {
    const std::string_view segments = path.substr(1);
    const std::size_t rest = append_path(directory_, floor_, segments);
    directory_.append(segments, rest);
  }
}

std::optional<Base> Base::from(std::string_view url) {
  if (unsuitable_as_base(url) != Unsuitable::no) return std::nullopt;
  return Base(url);
}

Resolution Base::resolve(std::string_view reference, std::string& scratch) const& {
  if (reference.empty()) return {Outcome::resolved, url_, 0};            // step 2a
  if (!scheme_of(reference).empty()) return {Outcome::absolute, {}, 0};  // step 2b

  std::size_t at = 0;
  if (reference.starts_with("//")) {  // step 3
    const bool empty_net_loc = reference.size() == 2 || reference[2] == '/' || reference[2] == '#';
    if (!empty_net_loc) return {Outcome::resolved, until(scheme_end_), 0};
    const bool base_has_net_loc = net_loc_end_ > scheme_end_;
    if (!base_has_net_loc && reference.size() > 2 && reference[2] == '/') {
      return {Outcome::resolved, until(scheme_end_), 0};  // the reference's own empty net_loc stays
    }
    if (!base_has_net_loc) {
      scratch.assign(url_, 0, scheme_end_).append("//").append(url_, scheme_end_, query_end_ - scheme_end_);
      return {Outcome::resolved, scratch, 2};
    }
    at = 2;
  }
  if (at == reference.size()) return with_base_path(reference, at, scratch);
  switch (reference[at]) {
    case '/': return {Outcome::resolved, until(net_loc_end_), at};  // step 4
    case ';':
    case '?':
    case '#': return with_base_path(reference, at, scratch);  // step 5
    default: return merge(reference, scratch);                // step 6
  }
}

/// Step 5: the path of the reference is empty. An empty component inherits the base's; its own delimiter
/// is kept where the base has none to give.
Resolution Base::with_base_path(std::string_view reference, std::size_t at, std::string& scratch) const {
  const auto starts = [&](char delimiter) { return at < reference.size() && reference[at] == delimiter; };
  // A base without a path gets its slash before params or a query, as step 7 could not tell them apart.
  const std::string_view path = path_end_ > net_loc_end_ ? until(path_end_) : directory_;
  const bool base_params = params_end_ > path_end_;
  const bool base_query = query_end_ > params_end_;

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
      return {Outcome::resolved, base_params ? until(params_end_) : path, at};
    }
    ++at;
  }
  if (!own_semicolon) return {Outcome::resolved, until(query_end_), at};
  if (!base_query) return {Outcome::resolved, path, at - 1};
  scratch.assign(path).push_back(';');
  scratch.append(url_, params_end_, query_end_ - params_end_);
  return {Outcome::resolved, scratch, at};
}

/// Step 6: the reference's path is appended to the base's directory.
Resolution Base::merge(std::string_view reference, std::string& scratch) const {
  std::size_t kept = directory_.size();
  std::size_t at = 0;
  while (const std::size_t dots = leading_dots(reference.substr(at))) {
    if (dots == 2) {
      if (kept == floor_) break;
      kept = directory_.rfind('/', kept - 2) + 1;
    }
    at += dots;
    if (at < reference.size() && reference[at] == '/') ++at;
    else break;
  }
  std::string_view head(directory_.data(), kept);

  if (const std::size_t inner = reference.find("/.", at); inner != std::string_view::npos) {
    const std::string_view rest = reference.substr(at);
    const std::string_view path = rest.substr(0, or_end(rest.find_first_of(path_terminators), rest));
    if (inner < at + path.size()) {
      scratch.assign(head);
      std::size_t floor = floor_;
      at += append_path(scratch, floor, path);
      head = scratch;
    }
  }

  // `f:` + `//g` would have become a network location.
  const auto character = [&](std::size_t i) {
    const std::size_t in_reference = at + i - head.size();
    return i < head.size() ? head[i] : in_reference < reference.size() ? reference[in_reference] : '\0';
  };
  const bool base_has_net_loc = net_loc_end_ > scheme_end_;
  if (!base_has_net_loc && character(scheme_end_ + 1) == '/') return {Outcome::refused, {}, 0};
  return {Outcome::resolved, head, at};
}

std::string Base::absolute(std::string_view reference) const {
  std::string scratch;
  const Resolution resolution = resolve(reference, scratch);
  return std::string(resolution.head).append(reference.substr(resolution.offset));
}

}  // namespace absolve
