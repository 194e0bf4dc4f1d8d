#pragma once

#include <string_view>

#include "absolve/url.h"

namespace absolve::inline detail {

/// Judges a URL as a base by the RFCs on relative URLs. Linear; allocates nothing.
[[nodiscard]] Unsuitable unsuitable_by_rfc(std::string_view url) noexcept;

}  // namespace absolve::inline detail
