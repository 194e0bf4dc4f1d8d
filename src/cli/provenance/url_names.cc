#include "url_names.h"

#include <algorithm>

#include "../../text/percent.h"
#include "../options/usage_error.h"

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

/// Possibly with a port. Bytes that are not ASCII are letters of other languages.
bool is_name_of_host(std::string_view name) noexcept {
  const auto is_of_host = [](char c) { return (is_unreserved(c) && c != '~') || !is_ascii(c); };
  const std::string_view host = name.substr(0, name.find(':'));
  const std::string_view port = name.substr(std::min(host.size() + 1, name.size()));
  return !host.empty() && host.front() != '-' && std::ranges::all_of(host, is_of_host) &&
         std::ranges::all_of(port, is_digit);
}

}  // namespace

std::string url_path(std::string_view path, UrlNames names) {
  const std::string_view folders = path.substr(0, path.rfind('/') + 1);
  const std::string_view name = path.substr(folders.size());
  if (names == UrlNames::plain) return percent_encoded(folders, of_folders) + percent_encoded(name, of_paths);
  const std::size_t query = query_in(path) - folders.size();
  return with_escapes_kept(folders, of_folders) + with_escapes_kept(name.substr(0, query), of_paths) +
         with_escapes_kept(name.substr(query), of_queries);
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

bool is_pattern_of_folders(std::string_view folder, std::string_view url) noexcept {
  return (folder == "*" || folder.ends_with("/*")) && std::ranges::count(url, '*') == 1;
}

std::optional<std::string> url_of_folder(std::string_view pattern, std::string_view name) {
  const std::size_t star = pattern.find('*');
  const std::size_t authority = pattern.find("//");
  const bool is_host = authority < star && pattern.find('/', authority + 2) > star;
  if (is_host && !is_name_of_host(name)) return std::nullopt;
  return std::string(pattern.substr(0, star))
      .append(is_host ? std::string(name) : percent_encoded(name, of_paths))
      .append(pattern.substr(star + 1));
}

std::string folder_url(std::string_view option, const std::string& url) {
  if (url.find_first_of("?#") != std::string::npos) {
    throw UsageError(std::string(option) + ": '" + url +
                     "' has a query or a fragment, so no path can be appended to it");
  }
  return url + (url.ends_with('/') ? "" : "/");
}

}  // namespace absolve::cli
