#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "resolver.h"

namespace absolve::inline detail {

// What all resolvers need to know about a base.

/// The base up to the end of a component.
[[nodiscard]] inline std::string_view until(const BaseParts& base, std::size_t end) noexcept {
  return {base.url.data(), end};
}

/// The base without its last segment and what follows, and without dot segments. It ends in a slash.
[[nodiscard]] inline std::string_view directory_of(const BaseParts& base) noexcept {
  return base.made_directory.empty() ? until(base, base.directory_end) : base.made_directory;
}

[[nodiscard]] inline bool has_net_loc(const BaseParts& base) noexcept { return base.net_loc_end > base.scheme_end; }

/// The result of std::string_view::find, or the end of the text if nothing was found.
[[nodiscard]] inline std::size_t or_end(std::size_t found, std::string_view text) noexcept {
  return std::min(found, text.size());
}

}  // namespace absolve::inline detail
