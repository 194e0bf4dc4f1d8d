#include "hints.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>

#include "../../text/ascii.h"
#include "../../text/nearest.h"
#include "../system/files.h"

namespace absolve::cli {
namespace {

/// Whether a word starts like a host: `example.com/x`, `localhost`, `example.com:8080`.
bool starts_like_host(const std::string& word) {
  const std::string host = word.substr(0, word.find_first_of(":/?#"));
  if (host == "localhost") return true;
  const std::size_t dot = host.find('.');
  return dot != std::string::npos && dot > 0 && host.back() != '.';
}

/// The URL that was probably meant; "": unknown.
std::string likely_url(const std::string& word, Resolver resolver) {
  std::string url;
  if (word.starts_with("//")) {
    url = "http:" + word;
  } else if (starts_like_host(word)) {
    url = "http://" + word;
  } else {
    return "";
  }
  if (url.find('/', url.find("//") + 2) == std::string::npos) url += '/';
  return unsuitable_as_base(url, resolver) == Unsuitable::no ? url : "";
}

}  // namespace

std::string error_in_url(const std::string& url, Resolver resolver) {
  const Unsuitable why = unsuitable_as_base(url, resolver);
  if (why == Unsuitable::no) return "";
  if (url.empty()) return "it is empty";
  const std::string error = "'" + url + "' can't be a base: ";
  if (status_of(url)) return error + "it is a file (--url takes the URL that it was retrieved from)";
  const std::string meant = likely_url(url, resolver);
  return error + std::string(describe(why)) + (meant.empty() ? "" : "; did you mean " + meant + "?");
}

std::string notice_of_scheme(const std::string& url) {
  constexpr auto schemes = std::to_array<std::string_view>({"http", "https"});
  constexpr auto others = std::to_array<std::string_view>({"shttp", "httpx", "httpu"});  // schemes that exist
  const std::string scheme = url.substr(0, url.find(':'));
  const std::string_view meant = nearest(scheme, schemes);
  if (meant.empty() || is_name(scheme, meant) || std::ranges::count(others, lower_case(scheme)) > 0) return "";
  return "the scheme '" + scheme + "' is used as given; did you mean " + std::string(meant) + "?";
}

std::string why_no_file(const std::string& name) {
  if (name == "-") return "";
  if (name.empty()) return "the name of a file is empty";
  struct stat status {};
  if (::stat(name.c_str(), &status) == 0) {
    if (!S_ISDIR(status.st_mode)) return "";
    return "is a directory, not a Maildir: name the files in it, such as " + name +
           (name.ends_with('/') ? "*.html" : "/*.html") + ", or read all of it with -r";
  }
  if (errno == ENOENT && name.find("://") != std::string::npos) {
    return "is a URL, not a file: absolve retrieves nothing; save the page to a file, and give its URL with --url";
  }
  for (std::size_t at = name.find('/'); errno == ENOTDIR && at != std::string::npos; at = name.find('/', at + 1)) {
    const std::string file = name.substr(0, at);
    if (lower_case(file).ends_with(".wacz") && status_of(file))
      return "is in " + file + ", which is only read as a whole: give the name " + file;
    errno = ENOTDIR;
  }
  return "";
}

}  // namespace absolve::cli
