#pragma once

#include <array>
#include <string_view>

#include "../text/ascii.h"
#include "absolve/url.h"
#include "split.h"

namespace absolve::inline detail {

/// Schemes whose URLs always have a host: the special schemes of the URL standard, except file.
inline constexpr auto schemes_with_host = std::to_array<std::string_view>({"http", "https", "ftp", "ws", "wss"});

/// Whether a reference starts with a scheme and a slash, and no reader takes it for a relative one, as browsers take
/// `http:/x`. What begins otherwise may also be a name with a prefix: `schema:Person`.
[[nodiscard]] inline bool starts_with_scheme_and_slash(std::string_view reference) noexcept {
  const std::string_view scheme = scheme_of(reference);
  if (scheme.empty()) return false;
  const std::string_view rest = reference.substr(scheme.size() + 1);
  return rest.starts_with("//") || (rest.starts_with('/') && !is_any_of(scheme, schemes_with_host));
}

/// The scheme that a reference starts with, if its first character is a letter, as required since RFC 2396; otherwise
/// an empty view.
[[nodiscard]] inline std::string_view lettered_scheme_of(std::string_view reference) noexcept {
  return !reference.empty() && is_letter(reference.front()) ? scheme_of(reference) : std::string_view();
}

}  // namespace absolve::inline detail
