#include "url_names.h"

#include <algorithm>
#include <utility>

#include "../../text/counted.h"
#include "../../text/percent.h"
#include "shell_word.h"
#include "usage_error.h"

namespace absolve::cli {
namespace {

constexpr std::string_view of_paths = "!$&'()*+,;=:@";
constexpr std::string_view of_folders = "!$&'()*+,=:@";  // no `;`: in RFC 1808, params end a path (section 2.4.5)
constexpr std::string_view of_queries = "!$&'()*+,;=:@?";

/// Percent-encodes what is necessary, and keeps existing escapes.
std::string with_escapes_kept(std::string_view text, std::string_view plain) {
  std::string result;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!escaped_byte(text, at)) continue;
    result.append(percent_encoded(text.substr(begin, at - begin), plain)).append(text, at, 3);
    begin = at + 3;
    at += 2;
  }
  return result + percent_encoded(text.substr(begin), plain);
}

/// Where the query begins: only in the name of the file, as names of folders by wget have none.
std::size_t query_in(std::string_view path) noexcept {
  return std::min(path.find('?', path.rfind('/') + 1), path.size());
}

/// Where the port begins, with the colon before it, or the plus sign that wget writes for it on Windows.
std::size_t port_in(std::string_view host) noexcept {
  const std::size_t digits = host.find_last_not_of("0123456789") + 1;
  return digits > 1 && digits < host.size() && (host[digits - 1] == ':' || host[digits - 1] == '+') ? digits - 1
                                                                                                    : host.size();
}

std::string with_colon(std::string_view name) {
  std::string host(name);
  if (const std::size_t port = port_in(name); port < name.size()) host[port] = ':';
  return host;
}

/// Possibly with a port. A name alone, such as `images`, may be anything. Bytes that are not ASCII are letters of other
/// languages.
bool is_host(std::string_view text) noexcept {
  const auto is_of_name = [](char c) { return (is_unreserved(c) && c != '~') || !is_ascii(c); };
  const auto is_of_address = [](char c) { return digit_value(c) < 16 || c == ':' || c == '.'; };
  const std::string_view host = text.substr(0, port_in(text));
  if (host.starts_with('[') && host.ends_with(']')) {
    return host.find(':') != std::string_view::npos &&
           std::ranges::all_of(host.substr(1, host.size() - 2), is_of_address);
  }
  const bool tells =
      host.find('.', 1) != std::string_view::npos || is_name(host, "localhost") || host.size() < text.size();
  return tells && host.front() != '-' && std::ranges::all_of(host, is_of_name);
}

/// Whether a folder is a pattern: `*`, `mirror/*`.
bool stands_for_folders(std::string_view folder) noexcept { return folder == "*" || folder.ends_with("/*"); }

}  // namespace

std::string url_path(std::string_view path, UrlNames names) {
  const std::string_view folders = path.substr(0, path.rfind('/') + 1);
  const std::string_view name = path.substr(folders.size());
  if (names == UrlNames::plain) return percent_encoded(folders, of_folders) + percent_encoded(name, of_paths);
  // wget calls `/?x` index.html?x and, on Windows, index.html@x; elsewhere an @ may be one of the URL.
  constexpr std::string_view index = "index.html";
  const bool is_of_windows = name.starts_with(index) && name.substr(index.size()).starts_with('@');
  const std::size_t query = is_of_windows ? index.size() : query_in(path) - folders.size();
  if (query == name.size()) return with_escapes_kept(folders, of_folders) + with_escapes_kept(name, of_paths);
  const std::string_view file = name.substr(0, query);
  return with_escapes_kept(folders, of_folders) + with_escapes_kept(file == index ? "" : file, of_paths) + '?' +
         with_escapes_kept(name.substr(query + 1), of_queries);
}

bool looks_like_wget(std::string_view path) noexcept {
  if (query_in(path) < path.size()) return true;
  for (std::size_t at = 0; at < path.size(); ++at) {
    if (escaped_byte(path, at)) return true;
  }
  return false;
}

std::string notice_of_names(std::size_t count) {
  return (count == 1
              ? "1 file has a ? or %XX in its name, which is escaped in its URL"
              : std::to_string(count) + " files have a ? or %XX in their names, which is escaped in their URLs") +
         " (--url-names wget reads them as names written by wget; --url-names plain reads them literally)";
}

std::string notice_of_no_hosts(const std::string& folder, std::size_t others) {
  const std::string them = others == 0 ? "" : " and " + counted(others, "other folder", "other folders");
  return folder + them + (others == 0 ? " is not named like a host" : " are not named like hosts") +
         ", so no URL was made of the name (--url-prefix " + shell_word(folder + "=URL") + " gives one)";
}

std::string notice_of_host_in_path(std::string_view path, std::size_t root, std::string_view url) {
  const std::size_t authority = url.find("//");
  if (authority == std::string_view::npos) return "";
  const std::string_view server = url.substr(0, url.find('/', authority + 2));
  const std::string host = lower_case(server.substr(std::max(authority + 2, after_last(server, '@'))));
  for (std::size_t end = path.find('/', root); end != std::string_view::npos; end = path.find('/', root)) {
    if (is_name(with_colon(path.substr(root, end - root)), host)) {
      const std::string folder(path.substr(0, end));
      const std::string prefix = folder + "=" + std::string(url.substr(0, authority + 2)) + host + "/";
      return "--url: " + folder +
             " is named like the host of the URL, which so comes twice in the URLs of the files "
             "in it (if wget made this folder, use --url-prefix " +
             shell_word(prefix) + " instead)";
    }
    root = end + 1;
  }
  return "";
}

bool is_pattern_of_folders(std::string_view folder, std::string_view url) noexcept {
  return stands_for_folders(folder) && std::ranges::count(url, '*') == 1;
}

std::string error_in_pattern(const std::string& folder, const std::string& url) {
  const bool names_folders = stands_for_folders(folder);
  const std::size_t host = std::min(url.find("//"), url.size());
  const bool names_hosts = url.substr(host, url.find('/', host + 2) - host).find('*') != std::string::npos;
  if (names_folders && !is_pattern_of_folders(folder, url))
    return "stands for folders, so the URL needs one * for their names";
  if (names_folders || !names_hosts) return "";
  return "stands for one folder, but the URL has a * for names of folders; did you mean " +
         shell_word(folder + (folder.ends_with('/') ? "*=" : "/*=") + url) + "?";
}

std::optional<std::string> url_of_folder(std::string_view pattern, std::string_view name) {
  const std::size_t star = pattern.find('*');
  const std::size_t authority = pattern.find("//");
  const std::size_t end = pattern.find('/', authority + 2);
  const std::string_view before = pattern.substr(0, star);
  const std::string_view after = pattern.substr(star + 1);
  if (authority > star || end < star) return std::string(before).append(percent_encoded(name, of_paths)).append(after);
  const std::size_t begin = std::max(authority + 2, after_last(before, '@'));
  std::string url = std::string(before).append(with_colon(name)).append(after);
  return is_host(std::string_view(url).substr(begin, url.find('/', begin) - begin)) ? std::optional(std::move(url))
                                                                                    : std::nullopt;
}

std::string folder_url(std::string_view option, const std::string& url) {
  if (url.find_first_of("?#") != std::string::npos) {
    throw UsageError(std::string(option) + ": '" + url +
                     "' has a query or a fragment, so no path can be appended to it");
  }
  return url + (url.ends_with('/') ? "" : "/");
}

}  // namespace absolve::cli
