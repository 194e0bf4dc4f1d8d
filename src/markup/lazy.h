#pragma once

#include <optional>
#include <string_view>

#include "../find/finding.h"

namespace absolve::markup {

/// How the decoded value of an attribute for lazy loading is read. There is no standard for attributes that scripts
/// use: a value may be a URL, or the value of a CSS property; nullopt for a switch, a number, JSON or something else
/// that is not a reference. Linear.
///
///     a.png    linear-gradient(red, blue), url(a.png)    true
///     url      css                                       nullopt
[[nodiscard]] std::optional<Format> lazy_format(std::string_view value);

/// Whether a decoded value of an attribute that may also hold a text reads as a path: it has a slash that is neither
/// between digits nor beside a blank, or ends as a file does. It is also true for absolute URLs and for values of CSS.
/// Linear. Its table is testdata/html/paths.tsv.
///
///     a/b  /a  a.png  a.png?x  url(a)    1/2  ga  footer  #a  ?a  https%3A%2F%2Fa  www.a.example
///     true                               false
[[nodiscard]] bool reads_as_path(std::string_view value);

/// Whether a value in a place for a URL is no reference, although it has no scheme: a text with a blank in it, an
/// absolute URL that is percent-encoded, or the name of a host. Linear.
///
///     My page  https%3A%2F%2Fa  www.a.example    /a  a.png  //a/b
///     true                                       false
[[nodiscard]] bool is_no_reference(std::string_view value) noexcept;

/// Whether a decoded value that may be anything looks like a URL: it has a scheme, begins like a path, or ends like a
/// file name. Linear.
///
///     /a  ../b  a.png  a/b.png  ?x=1    12  col-6  true  1.5  1/2  a/b
///     true                              false
[[nodiscard]] bool looks_like_url(std::string_view value);

}  // namespace absolve::markup
