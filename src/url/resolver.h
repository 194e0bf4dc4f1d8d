#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "absolve/url.h"

namespace absolve::inline detail {

/// What a resolver says of references, and whether it knows what readers of documents, browsers above all, do all the
/// same. Each is one row, in a file of its own.
struct ResolverRow {
  /// Whether a reference is absolute as written.
  bool (*is_absolute)(std::string_view reference);
  /// Whether a URL that is absolute has a meaning at all; what has none names no resource, whatever the base.
  bool (*can_parse)(std::string_view url);
  Unsuitable (*unsuitable)(std::string_view url);
  /// Splits a URL that is suitable.
  Base::Parts (*prepare)(std::string_view url);
  Resolution (*resolve)(const Base::Parts& base, std::string_view reference, std::string& scratch);

  /// Whether it reads references as browsers do: a backslash is a slash, and what they drop is dropped.
  bool reads_as_browsers;
};

extern const ResolverRow rfc1808;
extern const ResolverRow rfc3986;
extern const ResolverRow whatwg;

[[nodiscard]] const ResolverRow& row_of(Resolver resolver) noexcept;

/// The control characters of a reference.
enum class Controls : std::uint8_t {
  kept,     // it has none, or nobody drops them
  dropped,  // it has some, and readers drop them before they resolve
};

/// Whether a reference is absolute, as written or once readers have dropped what they drop: `java\tscript:x` is.
/// Linear.
[[nodiscard]] bool is_absolute(Resolver resolver, std::string_view reference, Controls controls);

/// Whether a URL that is absolute can be parsed at all. Linear.
[[nodiscard]] bool can_parse(Resolver resolver, std::string_view url);

/// Whether a resolver reads references as browsers do: a backslash is a slash then.
[[nodiscard]] bool reads_as_browsers(Resolver resolver) noexcept;

/// Whether what readers drop changes where a reference leads: resolved first and read then, it is another URL than the
/// other way round. `.\t./x` is such a reference. Linear.
[[nodiscard]] bool hides_meaning(const Base& base, std::string_view reference);

/// Whether readers take a backslash of a reference for a slash, and the resolver does not. `backslash` is the offset
/// of the first one; std::string_view::npos where there is none.
[[nodiscard]] bool misreads_backslash(Resolver resolver, std::string_view reference, std::size_t backslash) noexcept;

/// How many of the slashes at the start of a reference browsers pass over to find a host behind two, where the
/// resolver does not: of `///host/x` one. 0: they agree. Linear in them.
[[nodiscard]] std::size_t misread_slashes(const Base& base, std::string_view reference) noexcept;

/// Finds the first backslash in a text; npos: there is none. Which bytes are one, the charset says.
using FindBackslash = std::function<std::size_t(std::string_view)>;

/// The URL of a base element or the like as readers see it. A wrong base would spoil all references to it, so that this
/// is read as they do, whatever the resolver says; one that reads as they do gets it unchanged. Takes the time of
/// one search for each backslash.
[[nodiscard]] std::string as_base_value(Resolver resolver, std::string_view url, const FindBackslash& find_backslash);

}  // namespace absolve::inline detail
