#pragma once

#include <optional>
#include <string_view>

#include "../find/finding.h"

namespace absolve::markup {

/// How the decoded value of an attribute for lazy loading is read. There is no standard for attributes that scripts
/// use: a value may be a URL, or the value of a CSS property; nullopt: a switch, a number, JSON or something else that
/// is not a reference. Linear.
///
///     a.png    linear-gradient(red, blue), url(a.png)    true
///     url      css                                       nullopt
[[nodiscard]] std::optional<Format> lazy_format(std::string_view value) noexcept;

/// Whether a decoded value that may be anything looks like a URL: it has a scheme, begins like a path, or ends like a
/// file name. Linear.
///
///     /a  ../b  a.png  a/b.png  ?x=1    12  col-6  true  1.5  1/2  a/b
///     true                              false
[[nodiscard]] bool looks_like_url(std::string_view value) noexcept;

}  // namespace absolve::markup
