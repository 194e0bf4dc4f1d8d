#pragma once

#include <optional>
#include <string_view>

#include "absolve/basics.h"

namespace absolve::inline detail {

/// The components of a URL, absolute or relative (RFC 1808 section 2.4).
///
///     http://a.example/b/c;type=a?query#fragment
///     ^--^   ^-------^^--^ ^----^ ^---^ ^------^
///     scheme net_loc path  params query fragment
///
/// A component whose delimiter is missing is absent (nullopt); one whose delimiter is there with nothing after it is
/// present and empty. The path includes the slash at its start. Every view points into the string that was split.
struct UrlParts {
  std::optional<std::string_view> scheme;
  std::optional<std::string_view> net_loc;
  std::string_view path;
  std::optional<std::string_view> params;
  std::optional<std::string_view> query;
  std::optional<std::string_view> fragment;

  friend bool operator==(const UrlParts&, const UrlParts&) = default;
};

/// Splits a URL in the order of section 2.4: fragment, scheme, net_loc, query, params, path. Every string
/// has an answer. Linear; allocates nothing.
///
///     absolve::split("http://a/b?q").query     // "q"
///     absolve::split("http://a/b").query       // nullopt
[[nodiscard]] UrlParts split(std::string_view url) noexcept;

/// The parts of a temporary would dangle.
template <TemporaryText Text>
UrlParts split(Text&& url) = delete;

/// The scheme that a reference starts with, or an empty view (section 2.4.2). Linear in the scheme.
[[nodiscard]] std::string_view scheme_of(std::string_view reference) noexcept;

/// The scheme of a temporary would dangle.
template <TemporaryText Text>
std::string_view scheme_of(Text&& reference) = delete;

}  // namespace absolve::inline detail
