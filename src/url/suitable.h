#pragma once

#include <string_view>

#include "absolve/url.h"

namespace absolve::inline detail {

/// Whether a URL can be a base by the RFCs on relative URLs, or why not. Linear; allocates nothing.
[[nodiscard]] Unsuitable unsuitable_by_rfc(std::string_view url) noexcept;

// What RFC 1808 advises against in section 5.3.

/// Whether a reference is taken as absolute but may be meant as a path: `Talk:Main`, `notes:2.html`. It has a scheme
/// that normally requires a network location, but none follows. Linear in the scheme.
[[nodiscard]] bool may_be_meant_as_path(std::string_view reference) noexcept;

/// Whether a URL names a directory of an ftp server by `;type=d`, without a slash at the end of its path: then
/// references to it are resolved against the directory above. Linear.
[[nodiscard]] bool names_directory_by_type(std::string_view url) noexcept;

}  // namespace absolve::inline detail
