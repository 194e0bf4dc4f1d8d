#pragma once

#include <optional>
#include <string_view>

#include "../find/finding.h"

namespace absolve::html {

/// How the value of an attribute of lazy loading is read, decoded. What scripts make something of has no standard: it
/// may be a URL, image candidates, or the value of a property of CSS; nullopt: a switch, a number, JSON or whatever
/// else is no reference. Linear.
///
///     a.png    a.png 1x, b.png 2x    linear-gradient(red, blue), url(a.png)    true
///     url      srcset                css                                       nullopt
[[nodiscard]] std::optional<Format> lazy_format(std::string_view value) noexcept;

}  // namespace absolve::html
