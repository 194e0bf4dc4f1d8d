#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "../options/choices.h"

namespace absolve::cli {

/// A path below a folder as the path of a URL, with a query if the name contains one; characters with another meaning
/// in a URL, or none, are percent-encoded (RFC 3986, sections 3.3 and 3.4). Linear.
[[nodiscard]] std::string url_path(std::string_view path, UrlNames names);

/// Whether a path would be read differently as a name by wget: otherwise its `?` and `%XX` are percent-encoded.
[[nodiscard]] bool looks_like_wget(std::string_view path) noexcept;

/// The message about so many files with such names, if it isn't known how to read them.
[[nodiscard]] std::string notice_of_names(std::size_t count);

// --url-prefix 'mirror/*=https://*/': for each folder in `mirror`, a URL with the name of that folder.

/// Whether a prefix is for all folders in another.
[[nodiscard]] bool is_pattern_of_folders(std::string_view folder, std::string_view url) noexcept;

/// The URL for one of them; nullopt: a host is required, and its name can't be one (RFC 3986, section 3.2.2). In a
/// path, the name is percent-encoded.
[[nodiscard]] std::optional<std::string> url_of_folder(std::string_view pattern, std::string_view name);

/// The URL of a folder, to which paths can be appended: with a slash at its end. `option` is the option that gave it.
/// Throws UsageError if it has a query or a fragment.
[[nodiscard]] std::string folder_url(std::string_view option, const std::string& url);

}  // namespace absolve::cli
