#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "../options/choices.h"

namespace absolve::cli {

/// A path below a folder as that of a URL, with a query where the name says one: what has another meaning there, or
/// none, is escaped (RFC 3986, sections 3.3 and 3.4). Linear.
[[nodiscard]] std::string url_path(std::string_view path, UrlNames names);

/// Whether a path reads otherwise as wget gives names: as it stands, its `?` and `%XX` would be escaped.
[[nodiscard]] bool looks_like_wget(std::string_view path) noexcept;

/// The message about so many files with such names where nobody said how names are meant.
[[nodiscard]] std::string notice_of_names(std::size_t count);

// --url-prefix 'mirror/*=https://*/': of each folder in `mirror`, the URL with its name.

/// Whether a prefix is one for all folders in another.
[[nodiscard]] bool is_pattern_of_folders(std::string_view folder, std::string_view url) noexcept;

/// The URL of one of them; nullopt: its name is none of a host, where a host is meant (RFC 3986, section 3.2.2). In a
/// path the name is escaped.
[[nodiscard]] std::optional<std::string> url_of_folder(std::string_view pattern, std::string_view name);

/// The URL of a folder, which paths can follow: with a slash at its end. `option` gave it. Throws UsageError where it
/// has a query or a fragment.
[[nodiscard]] std::string folder_url(std::string_view option, const std::string& url);

}  // namespace absolve::cli
