#pragma once

#include <string>
#include <string_view>

namespace absolve::warc {

/// The key of a URL in an index, as the Python module surt makes it: its host reversed, and its path and query in a
/// form in which captures of one page have one key. Not public: absolve::surt_key() is.
///
///     https://www.Example.com:443/a/../B/?y=2&x=1#z      com,example)/b?x=1&y=2
///
/// What has no host (`urn:x`, `dns:a.example`) is its own key. Linear, but for sorting the parameters.
[[nodiscard]] std::string surt_of(std::string_view url);

}  // namespace absolve::warc
