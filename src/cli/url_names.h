#pragma once

#include <string>
#include <string_view>

namespace absolve::cli {

/// A path below a folder as the path of a URL: what has another meaning there, or none, is escaped (RFC 3986,
/// section 3.3).
[[nodiscard]] std::string url_path(std::string_view path);

/// The URL of a folder, which paths can follow: with a slash at its end. `option` gave it. Throws UsageError where it
/// has a query or a fragment.
[[nodiscard]] std::string folder_url(std::string_view option, const std::string& url);

}  // namespace absolve::cli
