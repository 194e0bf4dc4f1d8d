#pragma once

#include <optional>
#include <string_view>

#include "../find/finding.h"

namespace absolve::markup {

/// How the value of an attribute of lazy loading is read, decoded. What scripts make something of has no standard: it
/// may be a URL, or the value of a property of CSS; nullopt: a switch, a number, JSON or whatever else is no reference.
/// Linear.
///
///     a.png    linear-gradient(red, blue), url(a.png)    true
///     url      css                                       nullopt
[[nodiscard]] std::optional<Format> lazy_format(std::string_view value) noexcept;

/// Whether a value that may be anything looks like a URL: it has a scheme, begins like a path, or ends like the name of
/// a file. Decoded. Linear.
///
///     /a  ../b  a.png  a/b.png  ?x=1    12  col-6  true  1.5  1/2  a/b
///     true                              false
[[nodiscard]] bool looks_like_url(std::string_view value) noexcept;

}  // namespace absolve::markup
