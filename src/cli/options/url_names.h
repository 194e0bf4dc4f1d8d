// How paths become URLs, for --url with a folder and for --url-prefix. parse() checks these options, jobs_of() warns of
// misleading names, and Retrieval makes the URL of each file.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "choices.h"

namespace absolve::cli {

/// A path below a folder as the path of a URL, with a query if the name contains one; characters with another meaning
/// in a URL, or none, are percent-encoded (RFC 3986, sections 3.3 and 3.4). Linear.
[[nodiscard]] std::string url_path(std::string_view path, UrlNames names);

/// Whether a path would be read differently as a name by wget: otherwise its `?` and `%XX` are percent-encoded.
[[nodiscard]] bool looks_like_wget(std::string_view path) noexcept;

/// The message about so many files with such names, if it isn't known how to read them.
[[nodiscard]] std::string notice_of_names(std::size_t count);

/// The message about folders that are not named like hosts, where hosts are expected: the first, and how many others.
[[nodiscard]] std::string notice_of_no_hosts(const std::string& folder, std::size_t others);

/// The message about a folder below that of --url, if it is named like the host of that URL, as wget names folders: the
/// host would come twice in the URLs of its files. "" if the path of no folder in `path`, which starts at `root`, is.
[[nodiscard]] std::string notice_of_host_in_path(std::string_view path, std::size_t root, std::string_view url);

// --url-prefix 'mirror/*=https://*/': for each folder in `mirror`, a URL with the name of that folder.

/// Whether a prefix is for all folders in another.
[[nodiscard]] bool is_pattern_of_folders(std::string_view folder, std::string_view url) noexcept;

/// What is wrong with a pattern of folders and its URL, where only one of the two is a pattern; "" if there is nothing.
[[nodiscard]] std::string error_in_pattern(const std::string& folder, const std::string& url);

/// The URL for one of them; nullopt if a host is required, and its name is not that of one (RFC 3986, section 3.2.2):
/// it has a point or a port, or is localhost or an address in brackets. In a path, the name is percent-encoded.
[[nodiscard]] std::optional<std::string> url_of_folder(std::string_view pattern, std::string_view name);

/// The URL of a folder, to which paths can be appended: with a slash at its end. `option` is the option that gave it.
/// Throws UsageError if it has a query or a fragment.
[[nodiscard]] std::string folder_url(std::string_view option, const std::string& url);

}  // namespace absolve::cli
