#include <algorithm>
#include <array>

#include "../text/ascii.h"
#include "../text/byte_sets.h"
#include "../text/limits.h"
#include "../text/percent.h"
#include "base_parts.h"
#include "browsers.h"
#include "host.h"
#include "resolver.h"
#include "schemes.h"
#include "suitable.h"

// The URL standard parses a reference into a URL, and serializes that. Here nothing is serialized: text from the base
// is put before the reference, and only dot segments and the characters that browsers drop at the beginning are removed
// from the reference. A browser that parses this absolute form gets the same URL as from the reference.

namespace absolve::inline detail {
namespace {

using Outcome = Resolution::Outcome;

constexpr std::size_t npos = std::string_view::npos;

/// The kinds of schemes, which have different rules (section 4.2).
enum Kind : std::uint8_t {
  other,    // there may be no `//` and host, and a backslash is an ordinary character
  special,  // all have a host, and a backslash is a slash
  file,     // the same, but the host may be empty, and the path may start with a drive letter
};

/// Their URLs are executed, or hold a document themselves: they can't be a base.
constexpr auto executed_schemes = std::to_array<std::string_view>({"data", "javascript", "livescript", "vbscript"});

Kind kind_of(std::string_view scheme) noexcept {
  if (is_any_of(scheme, schemes_with_host)) return special;
  return is_name(scheme, "file") ? file : other;
}

// The characters that end an authority or a segment, and those that end a path.
using SegmentEnd = Bytes<'/', '?', '#'>;
using PathEnd = Bytes<'?', '#'>;

std::size_t skip_slashes(std::string_view text, std::size_t at) noexcept {
  while (at < text.size() && text[at] == '/') ++at;
  return at;
}

/// Characters that browsers don't read literally: those that they drop, and backslashes.
using Unusual = AnyOf<ByteRange<'\0', ' '>, Bytes<'\\'>>;

/// A text without the characters that are dropped before it is parsed (section 4.4), and with slashes for those
/// backslashes that are read as slashes: this depends on its scheme, or, if it has none, on that of the base.
std::string cleaned(std::string_view text, Kind base_kind) {
  std::string result = as_browsers_read(text);
  const std::string_view scheme = lettered_scheme_of(result);
  if ((scheme.empty() ? base_kind : kind_of(scheme)) == other) return result;
  std::replace(result.begin(), result.begin() + static_cast<std::ptrdiff_t>(before_query(result).size()), '\\', '/');
  return result;
}

/// Where byte `offset` of the cleaned text is in `text`; the end of `text` if there is no such byte.
std::size_t before_cleaning(std::string_view text, std::string_view clean, std::size_t offset) noexcept {
  if (offset == clean.size()) return text.size();
  std::size_t at = 0;
  while (is_dropped_at_ends(text[at])) ++at;
  while (is_dropped_anywhere(text[at]) || offset-- > 0) ++at;
  return at;
}

/// The number of dots in a single-dot or double-dot URL path segment, which may be escaped; 0 if it is neither (section
/// 4.1).
std::size_t dots_of(std::string_view segment) noexcept {
  std::size_t dots = 0;
  while (!segment.empty() && dots < 3) {
    const bool escaped = segment.size() >= 3 && is_name(segment.substr(0, 3), "%2e");
    if (!escaped && segment.front() != '.') return 0;
    segment.remove_prefix(escaped ? 3 : 1);
    ++dots;
  }
  return dots < 3 ? dots : 0;
}

bool is_drive_letter(std::string_view segment) noexcept {
  return segment.size() == 2 && is_letter(segment[0]) && (segment[1] == ':' || segment[1] == '|');
}

bool starts_with_drive_letter(std::string_view text) noexcept {
  return is_drive_letter(text.substr(0, find_in_set<SegmentEnd>(text, 0)));
}

/// The text after `//`, and whether it can be parsed (authority state, file host state).
struct Authority {
  std::size_t begin;
  std::size_t end;
  bool is_drive;  // a drive letter in the place of the host of a file URL
  bool is_good;

  [[nodiscard]] bool is_empty() const noexcept { return begin == end; }

  /// `at` is where the slashes start.
  Authority(std::string_view text, std::size_t at, Kind kind)
      : begin(kind == special ? skip_slashes(text, at) : at + 2), end(find_in_set<SegmentEnd>(text, begin)) {
    const std::string_view found = text.substr(begin, end - begin);
    is_drive = kind == file && is_drive_letter(found);
    const bool may_be_empty = kind != special;
    is_good = is_drive || (found.empty() && may_be_empty) ||
              (kind == file ? is_host(found, true) : is_authority(found, kind == special));
  }
};

/// Whether a URL can be parsed without a base.
bool parses(std::string_view url, std::string_view scheme) {
  const Kind kind = kind_of(scheme);
  const std::size_t at = scheme.size() + 1;
  const bool has_authority = kind == special || url.substr(at).starts_with("//");
  return !has_authority || Authority(url, at, kind).is_good;
}

/// A URL with a scheme, as it is parsed without a base.
struct Absolute {
  std::string text;  // cleaned
  std::size_t scheme_size;
  Kind kind;

  explicit Absolute(std::string_view url)
      : text(cleaned(url, other)), scheme_size(lettered_scheme_of(text).size()), kind(kind_of(scheme())) {}

  [[nodiscard]] std::string_view scheme() const noexcept { return std::string_view(text).substr(0, scheme_size); }
  [[nodiscard]] std::string_view rest() const noexcept { return std::string_view(text).substr(scheme_size + 1); }
};

/// Whether a URL has a special scheme and only a host, as nearly all have. Characters that are dropped can't be in this
/// host.
bool has_plain_host(std::string_view url, std::string_view scheme) {
  if (kind_of(scheme) != special) return false;
  const std::size_t begin = skip_slashes(url, scheme.size() + 1);
  return is_host(url.substr(begin, find_in_set<SegmentEnd>(url, begin) - begin), true);
}

/// Whether a URL with this scheme can be parsed after dropping characters.
bool can_parse_with(std::string_view url, std::string_view scheme) {
  if (has_plain_host(url, scheme)) return true;
  if (has_none_of<Unusual>(url)) return parses(url, scheme);
  const Absolute clean(url);
  return parses(clean.text, clean.scheme());
}

bool can_parse(std::string_view url) { return can_parse_with(url, lettered_scheme_of(url)); }

/// Not inlined, as it would slow down the resolving of relative references.
[[gnu::noinline]] Resolution unchanged(std::string_view url, std::string_view scheme) {
  return {can_parse_with(url, scheme) ? Outcome::absolute : Outcome::failed, {}, 0};
}

/// A path while segments are appended to it.
///
///     http://a/b/c/     directory: what segments are appended to
///              floor    `..` removes nothing before it: the root, or the drive letter
struct Path {
  std::string& directory;
  std::size_t root;
  std::size_t floor;
  Kind kind;

  void append(std::string_view segment, bool has_slash) {
    const bool is_drive = kind == file && directory.size() == root && is_drive_letter(segment);
    directory.append(segment);
    if (has_slash) directory.push_back('/');
    if (is_drive) floor = directory.size();
  }

  void remove_last() {
    if (directory.size() > floor) directory.resize(directory.rfind('/', directory.size() - 2) + 1);
  }
};

/// Appends segments, from `at` up to `end`, to a path. Returns the offset after the last dot segment, and leaves the
/// path as it is at that point: everything after it can be appended unchanged.
std::size_t append_segments(Path& path, std::string_view text, std::size_t at, std::size_t end) {
  std::size_t settled = path.directory.size();
  std::size_t offset = at;
  while (at < end) {
    const std::size_t slash = std::min(text.find('/', at), end);
    const std::size_t next = std::min(slash + 1, end);
    const std::string_view segment = text.substr(at, slash - at);
    const std::size_t dots = dots_of(segment);
    if (dots == 0) {
      path.append(segment, slash < end);
    } else {
      if (dots == 2) path.remove_last();
      settled = path.directory.size();
      offset = next;
    }
    at = next;
  }
  path.directory.resize(settled);
  return offset;
}

std::size_t root_of(const BaseParts& base) noexcept { return base.net_loc_end + 1; }

/// Whether a segment that starts at `at` may be a dot segment.
bool may_be_dots(std::string_view text, std::size_t at) noexcept {
  return at < text.size() && (text[at] == '.' || text[at] == '%');
}

/// Whether a segment after the first may be a dot segment.
bool has_dots(std::string_view text) noexcept {
  if (find_pair<Bytes<'/'>, Bytes<'.', '%'>>(text, 0) == text.size()) return false;  // nearly all paths
  const std::string_view path = text.substr(0, find_in_set<PathEnd>(text, 0));
  for (std::size_t slash = path.find('/'); slash != npos; slash = path.find('/', slash + 1)) {
    if (!may_be_dots(path, slash + 1)) continue;
    const std::string_view rest = path.substr(slash + 1);
    if (dots_of(rest.substr(0, or_end(rest.find('/'), rest))) > 0) return true;
  }
  return false;
}

/// Whether a path without a host before it would begin like a host: `f:` and `//g`. `rest` is what follows the path in
/// `directory`.
bool starts_like_host(const BaseParts& base, std::string_view directory, std::string_view rest) noexcept {
  if (has_net_loc(base)) return false;
  return directory.size() > root_of(base) ? directory[root_of(base)] == '/' : rest.starts_with('/');
}

/// Path state (section 4.4): appends segments from `at` on to the first `size` bytes of the base's directory.
Resolution with_path(const BaseParts& base, std::size_t size, std::string_view text, std::size_t at,
                     std::string& scratch) {
  while (may_be_dots(text, at)) {
    const std::size_t end = find_in_set<SegmentEnd>(text, at);
    const std::size_t dots = dots_of(text.substr(at, end - at));
    if (dots == 0) break;
    if (dots == 2 && size > base.floor) size = directory_of(base).rfind('/', size - 2) + 1;
    at = end < text.size() && text[end] == '/' ? end + 1 : end;
  }
  const std::string_view directory = directory_of(base).substr(0, size);
  // If unusual characters are among them, dot segments are left for the browser to resolve.
  const bool is_settled = !has_dots(text.substr(at)) || !has_none_of<Unusual>(text);
  if (is_settled && !starts_like_host(base, directory, text.substr(at))) return {Outcome::resolved, directory, at};
  scratch.assign(directory);
  Path path{scratch, root_of(base), base.floor, static_cast<Kind>(base.kind)};
  if (!is_settled) at = append_segments(path, text, at, find_in_set<PathEnd>(text, at));
  if (starts_like_host(base, scratch, text.substr(at))) scratch.insert(base.scheme_end, "/.");  // section 4.5, step 3
  return {Outcome::resolved, scratch, at};
}

/// `//` and what follows it: only the scheme of the base is used.
Resolution with_authority(const BaseParts& base, std::string_view text, std::size_t at, std::string& scratch) {
  const Authority authority(text, at, static_cast<Kind>(base.kind));
  if (!authority.is_good) return {Outcome::failed, {}, 0};
  if (base.kind == other) return {Outcome::resolved, until(base, base.scheme_end), at};
  if (!authority.is_drive) return {Outcome::resolved, until(base, base.scheme_end + 2), authority.begin};
  scratch.assign(until(base, base.scheme_end)).append("///");
  return {Outcome::resolved, scratch, authority.begin};
}

/// A slash and what follows it, against a file URL (file slash state): the base's drive letter is kept, unless another
/// one follows.
Resolution from_root_of_file(const BaseParts& base, std::string_view text, std::size_t at, std::string& scratch) {
  const std::size_t size = starts_with_drive_letter(text.substr(at)) ? root_of(base) : base.floor;
  return with_path(base, size, text, at, scratch);
}

/// Whether a reference with a scheme is absolute against every base. With a special scheme and without `//`, it is not:
/// it is relative if the base has the same scheme (scheme state, file state).
bool is_complete(std::string_view text, std::string_view scheme) noexcept {
  return text.substr(scheme.size() + 1).starts_with("//") || kind_of(scheme) == other;
}

/// The reference has a special scheme other than that of the base, and no `//`: the slashes are inserted. This is rare,
/// so it doesn't matter that the whole reference is cleaned, perhaps for the second time.
Resolution with_scheme(std::string_view reference, std::string_view scheme, std::string& scratch) {
  const std::string text = cleaned(reference, special);
  std::size_t begin = scheme.size() + 1;
  scratch.assign(scheme).append("://");
  if (kind_of(scheme) == file) {
    if (!std::string_view(text).substr(begin).starts_with('/')) scratch.push_back('/');
  } else {
    const Authority authority(text, begin, special);
    if (!authority.is_good) return {Outcome::failed, {}, 0};
    begin = authority.begin;
  }
  return {Outcome::resolved, scratch, before_cleaning(reference, text, begin)};
}

Resolution resolve_clean(const BaseParts& base, std::string_view text, std::string& scratch) {
  std::size_t at = 0;
  if (const std::string_view scheme = lettered_scheme_of(text); !scheme.empty()) {
    if (is_complete(text, scheme)) return unchanged(text, scheme);
    if (!equal_ignoring_case(scheme, until(base, base.scheme_end - 1))) return with_scheme(text, scheme, scratch);
    at = scheme.size() + 1;
  }
  const std::string_view rest = text.substr(at);
  const bool is_file = base.kind == file;
  if (rest.starts_with("//")) return with_authority(base, text, at, scratch);
  if (rest.starts_with('/')) {
    return is_file ? from_root_of_file(base, text, at + 1, scratch)
                   : with_path(base, root_of(base), text, at + 1, scratch);
  }
  if (rest.empty() || rest.front() == '#') return {Outcome::resolved, until(base, base.query_end), at};
  if (rest.front() == '?') return {Outcome::resolved, until(base, base.path_end), at};
  const bool is_drive = is_file && starts_with_drive_letter(rest);
  return with_path(base, is_drive ? root_of(base) : directory_of(base).size(), text, at, scratch);
}

/// Whether a reference can be taken literally, as far as needed: its scheme, its first segment, and a possible second
/// slash after that. The rest has the same meaning for a browser in the absolute form as in the reference.
bool is_as_it_seems(const BaseParts& base, std::string_view reference) noexcept {
  const bool is_looked_through = base.kind != special || reference.starts_with("//");
  if (is_looked_through) return has_none_of<Unusual>(reference);
  const std::size_t end = find_in_set<AnyOf<Unusual, SegmentEnd>>(reference, 0);
  if (end == reference.size()) return true;
  if (reference[end] != '/') return !Unusual::has(reference[end]);
  return end + 1 == reference.size() || !Unusual::has(reference[end + 1]);
}

/// Not inlined, as it would slow down the many references that can be taken literally.
[[gnu::noinline]] Resolution resolve_unusual(const BaseParts& base, std::string_view reference, std::string& scratch) {
  const std::string clean = cleaned(reference, static_cast<Kind>(base.kind));
  Resolution resolution = resolve_clean(base, clean, scratch);
  if (resolution.outcome == Outcome::resolved) {
    resolution.offset = before_cleaning(reference, clean, resolution.offset);
  }
  return resolution;
}

Resolution resolve(const BaseParts& base, std::string_view reference, std::string& scratch) {
  return is_as_it_seems(base, reference) ? resolve_clean(base, reference, scratch)
                                         : resolve_unusual(base, reference, scratch);
}

/// A base with exactly the slashes before its host and its path that it needs. At places where a part of the base would
/// end a URL, white space and controls would be dropped: they are written as escapes. So are bytes of a query that are
/// not ASCII, as their meaning depends on the charset of the base's document.
std::string normalized(const Absolute& base) {
  std::string text = base.text;
  if (base.kind != other) {
    const std::string_view rest = base.rest();
    const bool has_host = base.kind == special || rest.starts_with("//");
    const std::size_t slashes = base.kind == special ? skip_slashes(rest, 0) : has_host ? 2 : 0;
    std::size_t path = has_host ? find_in_set<SegmentEnd>(rest, slashes) : 0;
    if (base.kind == file && is_drive_letter(rest.substr(slashes, path - slashes))) path = slashes;
    text.assign(base.scheme()).append("://").append(rest.substr(slashes, path - slashes));
    if (!rest.substr(path).starts_with('/')) text.push_back('/');
    text.append(rest.substr(path));
  }
  const auto is_dropped = [](char c) { return is_control(c) || c == ' '; };
  const std::size_t path_end = find_in_set<PathEnd>(text, 0);
  return with_escapes(text.substr(0, path_end), is_dropped) +
         with_escapes(percent_escaped(text.substr(path_end)), is_dropped);
}

Unsuitable unsuitable(std::string_view url) {
  const Absolute base(url);
  if (base.text.empty()) return Unsuitable::empty;
  if (base.scheme_size == 0) return Unsuitable::relative;
  if (normalized(base).size() > limits::base) return Unsuitable::too_long;
  if (is_any_of(base.scheme(), executed_schemes)) return Unsuitable::never_hierarchical;
  if (base.kind == other && !base.rest().starts_with('/')) return Unsuitable::opaque;
  if (base.kind == special && Authority(base.text, base.scheme_size + 1, special).is_empty())
    return Unsuitable::no_host;
  return parses(base.text, base.scheme()) ? Unsuitable::no : Unsuitable::bad_net_loc;
}

BaseParts prepare(std::string_view url) {
  BaseParts base;
  base.url = normalized(Absolute(url));
  const std::string_view text = base.url;
  const std::string_view scheme = lettered_scheme_of(text);
  base.kind = kind_of(scheme);
  base.scheme_end = scheme.size() + 1;
  const bool has_host = text.substr(base.scheme_end).starts_with("//");
  base.net_loc_end = has_host ? find_in_set<SegmentEnd>(text, base.scheme_end + 2) : base.scheme_end;
  base.path_end = base.params_end = find_in_set<PathEnd>(text, base.net_loc_end);
  base.query_end = or_end(text.find('#', base.path_end), text);

  // The last segment is removed, unless it is a dot segment or a drive letter (shorten a URL's path, section 4.1).
  std::string& directory = base.made_directory;
  directory.assign(until(base, base.net_loc_end)).push_back('/');
  base.floor = root_of(base);
  Path path{directory, root_of(base), base.floor, static_cast<Kind>(base.kind)};
  const std::size_t begin = std::min(root_of(base), base.path_end);
  const std::size_t last = begin + after_last(text.substr(begin, base.path_end - begin), '/');
  const std::string_view name = text.substr(last, base.path_end - last);
  const std::size_t end = dots_of(name) > 0 ? base.path_end : last;
  const std::size_t offset = append_segments(path, text, begin, end);
  directory.append(text, offset, end - offset);
  if (base.kind == file && directory.size() == path.root && is_drive_letter(name)) path.append(name, true);
  base.floor = path.floor;
  return base;
}

bool is_absolute_clean(std::string_view text) noexcept {
  const std::string_view scheme = lettered_scheme_of(text);
  return !scheme.empty() && is_complete(text, scheme);
}

bool is_absolute(std::string_view reference) {
  return is_absolute_clean(has_none_of<Unusual>(reference) ? reference : std::string_view(Absolute(reference).text));
}

}  // namespace

constinit const ResolverRow whatwg = {
    .is_absolute = is_absolute,
    .can_parse = can_parse,
    .unsuitable = unsuitable,
    .prepare = prepare,
    .resolve = resolve,
    .reads_as_browsers = true,
};

}  // namespace absolve::inline detail
