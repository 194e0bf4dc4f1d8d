#include "hints.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>

#include "../../text/ascii.h"
#include "../../text/nearest.h"
#include "../../text/percent.h"
#include "../../url/suitable.h"
#include "../system/files.h"
#include "option_table.h"
#include "shell_word.h"

namespace absolve::cli {
namespace {

/// Whether a word starts like a host: `example.com/x`, `localhost`, `example.com:8080`.
bool starts_like_host(const std::string& word) {
  const std::string host = word.substr(0, word.find_first_of(":/?#"));
  if (host == "localhost") return true;
  const std::size_t dot = host.find('.');
  return dot != std::string::npos && dot > 0 && host.back() != '.';
}

/// The URL of a path of Windows, which may be read as a URL whose scheme has one letter (there is no such scheme); ""
/// if a word is none.
std::string url_of_windows_path(std::string word) {
  std::ranges::replace(word, '\\', '/');
  if (word.size() < 3 || !is_letter(word[0]) || word.compare(1, 2, ":/") != 0) return "";
  const auto is_escaped = [](char c) { return is_space(c) || c == '%' || c == '#' || c == '?'; };
  return "file:///" + with_escapes(word, is_escaped);
}

/// The URL that was probably meant; "" if it is unknown.
std::string likely_url(const std::string& word, Resolver resolver) {
  std::string url = url_of_windows_path(word);
  if (!url.empty()) return url;
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
  if (url.starts_with('=')) return "'" + url + "': after -u, a URL stands without '='";
  const std::string error = "'" + url + "' can't be a base: ";
  if (status_of(url)) return error + "it is a file (--url takes the URL that it was retrieved from)";
  if (is_name(url, "https") || is_name(url, "http")) {
    return error + "it has no scheme; did you mean " + url + ": (which is put before //host/x)?";
  }
  const std::string meant = likely_url(url, resolver);
  return error + std::string(describe(why)) + (meant.empty() ? "" : "; did you mean " + meant + "?");
}

std::string notice_of_scheme(const std::string& url) {
  constexpr auto schemes = std::to_array<std::string_view>({"http", "https"});
  constexpr auto others = std::to_array<std::string_view>({"shttp", "httpx", "httpu"});  // schemes that exist
  const std::string scheme = url.substr(0, url.find(':'));
  std::string meant = url_of_windows_path(url);
  if (meant.empty()) meant = nearest(scheme, schemes);
  if (meant.empty() || is_name(scheme, meant) || std::ranges::count(others, lower_case(scheme)) > 0) return "";
  return "the scheme '" + scheme + "' is used as given; did you mean " + meant + "?";
}

std::string notice_of_suffix(const std::string& suffix) {
  std::string_view rest = suffix;
  rest.remove_prefix(std::min(rest.find_first_not_of("0nqrv"), rest.size()));
  // One with an argument, which is the next word or a number.
  if (!rest.empty() && std::string_view("jotu").find(rest.front()) != std::string_view::npos) {
    rest.remove_prefix(std::min(rest.find_first_not_of("0123456789", 1), rest.size()));
  }
  if (suffix.empty() || !rest.empty()) return "";
  return "-i" + suffix + ": '" + suffix + "' is the suffix of the originals; did you mean -i -" + suffix + "?";
}

namespace {

constexpr auto typographic_quotes = std::to_array<std::string_view>(
    {"\u2018", "\u2019", "\u201A", "\u201C", "\u201D", "\u201E", "\u2039", "\u203A", "\u00AB", "\u00BB"});

std::string about_quotes(const std::string& word) {
  return "the quotation marks in " + word + " are typographic: the shell knows only ' and \"";
}

}  // namespace

std::string notice_of_quotes(const std::string& value) {
  const auto begin = std::ranges::find_if(typographic_quotes, [&](auto mark) { return value.starts_with(mark); });
  if (begin == typographic_quotes.end()) return "";
  const std::string_view rest = std::string_view(value).substr(begin->size());
  const bool is_quoted = std::ranges::any_of(typographic_quotes, [&](auto mark) { return rest.ends_with(mark); });
  return is_quoted ? about_quotes(value) : "";
}

bool begins_with_dash(std::string_view word) {
  constexpr auto dashes = std::to_array<std::string_view>(
      {"\u2010", "\u2011", "\u2012", "\u2013", "\u2014", "\u2015", "\u2212", "\uFE58", "\uFE63", "\uFF0D"});
  const std::string_view rest = word.substr(std::min(word.find_first_not_of('-'), word.size()));
  return std::ranges::any_of(dashes, [&](std::string_view dash) { return rest.starts_with(dash); });
}

std::string hint_on_typography(const std::string& word) {
  if (begins_with_dash(word)) return "; its dash is typographic: options begin with hyphens, - or --";
  const bool is_quoted = std::ranges::any_of(typographic_quotes, [&](std::string_view mark) {
    return word.starts_with(mark) || word.ends_with(mark) || word.find("=" + std::string(mark)) != word.npos;
  });
  return is_quoted ? "; " + about_quotes(word) : "";
}

std::string why_no_file(const std::string& name, bool guesses) {
  if (name == "-") return "";
  if (name.empty()) return "the name of a file is empty";
  if (const auto status = status_of(name)) {
    if (!S_ISDIR(status->st_mode)) return "";
    return "is a directory, not a Maildir: name the files in it, such as " + name +
           (name.ends_with('/') ? "*.html" : "/*.html") + ", or read all of it with -r";
  }
  const int error = errno;
  if (error == ENOTDIR) {  // it goes through a file: one of the names that it begins with
    for (std::size_t at = name.find('/'); at != std::string::npos; at = name.find('/', at + 1)) {
      const std::string file = name.substr(0, at);
      if (lower_case(file).ends_with(".wacz") && status_of(file))
        return "is in " + file + ", which is only read as a whole: give the name " + file;
    }
  }
  if (error != ENOENT) return "";
  if (name.find("://") != std::string::npos) {
    return "is a URL, not a file: absolve retrieves nothing; save the page to a file, and give its URL with --url";
  }
  constexpr auto of_references = std::to_array<std::string_view>({"../", "//", "?", "#"});
  std::string hint = hint_on_typography(name);
  if (std::ranges::any_of(of_references, [&](std::string_view begin) { return name.starts_with(begin); })) {
    hint = "; if it is a reference, not a file: echo " + quoted(name) + " | absolve --type uris --url URL";
  }
  for_each_option([&](const Option& option) {
    if (option.name() == name) hint = "; did you mean --" + name + "?";
  });
  if (name == "page") hint = "; did you mean --keep-fragments=page?";
  return !guesses || hint.empty() ? "" : std::string("cannot open: ") + std::strerror(ENOENT) + hint;
}

}  // namespace absolve::cli
