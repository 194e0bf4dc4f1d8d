#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "suitable.h"

namespace absolve::inline detail {

/// The URL and what is computed once from it for resolving references. Offsets are in bytes of `url`.
///
///     http://a/b/c/d;p?q#f          url
///          |  |     | | |
///          |  |     | | query_end
///          |  |     | params_end
///          |  |     path_end
///          |  net_loc_end
///          scheme_end
///     http://a/b/c/                 directory_of(), free of dot segments
///              floor                `..` removes nothing before it
struct BaseParts {
  std::string url;
  std::size_t scheme_end = 0;
  std::size_t net_loc_end = 0;
  std::size_t path_end = 0;
  std::size_t params_end = 0;
  std::size_t query_end = 0;
  std::size_t directory_end = 0;
  std::string made_directory;  // if the directory is not a beginning of `url`; otherwise ""
  std::size_t floor = 0;
  std::uint8_t kind = 0;  // the kind of scheme, for resolvers that distinguish several
};

/// How one resolver reads references, including its differences from the readers of documents, above all browsers. Each
/// is one row, in a file of its own.
struct ResolverRow {
  /// Whether a reference is absolute as written.
  bool (*is_absolute)(std::string_view reference);
  /// Whether an absolute URL can be parsed. If not, it names no resource, whatever the base is.
  bool (*can_parse)(std::string_view url);
  Unsuitable (*unsuitable)(std::string_view url);
  /// Splits a URL that is suitable as a base.
  BaseParts (*prepare)(std::string_view url);
  Resolution (*resolve)(const BaseParts& base, std::string_view reference, std::string& scratch);

  /// Whether it reads references as browsers do: a backslash is a slash, and the characters that they drop are dropped.
  bool reads_as_browsers;
};

extern const ResolverRow rfc1808;
extern const ResolverRow rfc3986;
extern const ResolverRow whatwg;

/// The names of all resolvers, the default first; and the resolver with such a name, if there is one.
[[nodiscard]] std::span<const std::string_view> resolver_names() noexcept;
[[nodiscard]] std::optional<Resolver> resolver_named(std::string_view name) noexcept;

[[nodiscard]] const ResolverRow& row_of(Resolver resolver) noexcept;

/// How the control characters in a reference are treated.
enum class Controls : std::uint8_t {
  kept,     // it has none, or no reader drops them
  dropped,  // it has some, and readers drop them before they resolve it
};

/// Whether a reference is absolute, either as written or after readers have dropped characters: `java\tscript:x` is.
/// Linear.
[[nodiscard]] bool is_absolute(Resolver resolver, std::string_view reference, Controls controls);

/// Whether an absolute URL can be parsed. Linear.
[[nodiscard]] bool can_parse(Resolver resolver, std::string_view url);

/// Whether a resolver reads references as browsers do. Then a backslash is a slash.
[[nodiscard]] bool reads_as_browsers(Resolver resolver) noexcept;

/// Whether the characters that readers drop change where a reference leads: dropping them after resolving it gives
/// another URL than dropping them before. `.\t./x` is such a reference. Linear.
[[nodiscard]] bool hides_meaning(const Base& base, std::string_view reference);

/// Whether readers take a backslash in a reference for a slash, but the resolver does not.
[[nodiscard]] bool misreads_backslash(Resolver resolver, std::string_view reference) noexcept;

/// How many slashes at the start of a reference browsers skip to find a host after two slashes, if the resolver
/// doesn't: for `///host/x`, one. 0 if they agree. Linear in the slashes.
[[nodiscard]] std::size_t misread_slashes(const Base& base, std::string_view reference) noexcept;

/// Whether a reference begins with two slashes and a host: it needs nothing of a base but the scheme, which says what
/// browsers take for slashes.
[[nodiscard]] bool names_host(Resolver resolver, std::string_view scheme, std::string_view reference) noexcept;

/// A base that gives a scheme (`https:`) to references that name their host.
[[nodiscard]] Base base_of_scheme(std::string_view scheme, Resolver resolver);

/// The URL of a base element or the like as browsers see it. A wrong base would make all references to it wrong, so it
/// is read as browsers do, whatever the resolver is; a resolver that reads as browsers do gets it unchanged. Linear.
[[nodiscard]] std::string as_base_value(Resolver resolver, std::string_view url);

}  // namespace absolve::inline detail
