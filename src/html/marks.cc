#include "marks.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "../markup/meta.h"
#include "../text/limits.h"
#include "../text/numbers.h"
#include "../url/split.h"
#include "absolve/url.h"
#include "head.h"

namespace absolve::html {
namespace {

constexpr std::string_view unclosed_mark =
    "the comment of the program that saved the page is not closed in the first 64 KiB; ignored";

/// A comment, as far as it is read.
struct Comment {
  std::string_view page;
  std::size_t begin;  // after its `<!--`
  std::size_t end;    // before its `-->`

  [[nodiscard]] std::string_view text() const noexcept { return page.substr(begin, end - begin); }
};

/// A URL in the page, at an offset.
struct Found {
  std::size_t offset;
  std::string url;
  std::string error = {};  // what is wrong with the mark, in words; "" if there is nothing
};

/// Reads one kind of mark. `at` is the offset in the page after the words that the mark starts with.
using Reader = std::optional<Found> (*)(const Comment& comment, std::size_t at);

/// saved from url=(0014)http://a/b.html -->
///                     ^at
/// A URL may contain the end of a comment, so its length is used, if it is correct. It must not go into markup after
/// the comment, whose length may change.
std::optional<Found> read_mark_of_the_web(const Comment& comment, std::size_t at) {
  constexpr std::string_view closing = " -->";
  const std::string_view page = comment.page;
  const std::string_view rest = comment.text().substr(at - comment.begin);
  const std::size_t close = rest.starts_with('(') ? rest.find(')') : std::string_view::npos;
  std::optional<std::size_t> length;
  if (close != std::string_view::npos) {
    length = read_number<std::size_t>(rest.substr(1, close - 1));
    at += close + 1;
  }
  if (length && *length <= page.size() - at && page.substr(at + *length).starts_with(closing)) {
    const std::size_t markup = page.find('<', comment.end);
    if (at + *length <= markup) return Found{at, std::string(page.substr(at, *length))};
  }
  const std::string_view url = trimmed(page.substr(at, comment.end - std::min(at, comment.end)));
  std::string error = length ? "the Mark of the Web gives the length of its URL as " + std::to_string(*length) +
                                   " bytes, but it is " + std::to_string(url.size()) + "; the whole URL is read"
                             : "the Mark of the Web doesn't give the length of its URL; the whole URL is read";
  if (length == url.size()) error = "the Mark of the Web doesn't end with ' -->'; the whole URL is read";
  if (length && !is_ascii(url)) error.clear();  // it may count the bytes of another charset
  return Found{at, std::string(url), std::move(error)};
}

///  Page saved with SingleFile
///  url: http://a/b.html
std::optional<Found> read_singlefile(const Comment& comment, std::size_t at) {
  constexpr std::string_view label = "url: ";
  while (at < comment.end) {
    const std::size_t line_end = std::min(comment.page.find('\n', at), comment.end);
    const std::size_t begin = std::min(after_spaces(comment.page, at), line_end);
    const std::string_view line = trimmed(comment.page.substr(begin, line_end - begin));
    if (line.starts_with(label)) return Found{begin + label.size(), std::string(line.substr(label.size()))};
    at = line_end + 1;
  }
  return std::nullopt;
}

/// Saved from http://a/b.html at 2024-01-02T03:04:05Z using monolith v2.8.3
///            ^at
/// For input that was not a page on the web, it is `local source`.
std::optional<Found> read_monolith(const Comment& comment, std::size_t at) {
  const std::string_view rest = comment.text().substr(at - comment.begin);
  const std::size_t end = rest.find(' ');
  const std::string_view said = rest.substr(std::min(end, rest.size()));
  if (!said.starts_with(" at ") || said.find(" using ") == std::string_view::npos) return std::nullopt;
  return Found{at, std::string(rest.substr(0, end))};
}

/// Mirrored from a/b.html?c by HTTrack Website Copier/3.x [XR&CO'2014], Fri, 05 Jan 2024 01:02:03 GMT
///               ^at
std::optional<Found> read_httrack(const Comment& comment, std::size_t at) {
  const std::string_view rest = comment.text().substr(at - comment.begin);
  const std::size_t end = rest.find(" by HTTrack");
  if (end == std::string_view::npos) return std::nullopt;
  return Found{at, std::string(rest.substr(0, end))};
}

struct CommentRow {
  std::string_view beginning;  // without white space before it
  BaseFrom from;
  Reader read;
};

constexpr auto comments = std::to_array<CommentRow>({
    {"saved from url=", BaseFrom::mark_of_the_web, read_mark_of_the_web},
    {"Page saved with SingleFile", BaseFrom::singlefile, read_singlefile},
    {"Archive processed by SingleFile", BaseFrom::singlefile, read_singlefile},  // until 2018
    {"Saved from ", BaseFrom::monolith, read_monolith},
    {"Mirrored from ", BaseFrom::httrack, read_httrack},
});

/// An attribute that is a mark.
struct AttributeRow {
  std::string_view element;
  std::string_view name;  // the required value of its name attribute; "" if none is required
  std::string_view attribute;
  BaseFrom from;
};

constexpr auto attributes = std::to_array<AttributeRow>({
    {"meta", "savepage-url", "content", BaseFrom::savepagewe},
    {"html", "", "data-scrapbook-source", BaseFrom::webscrapbook},
});

/// A Mark of the Web may hold one of these, only to put a page into a zone, or to say that it came by mail. A browser
/// that saves the first page of a host writes a slash after it.
bool names_no_page(std::string_view url) noexcept {
  return is_name(scheme_of(url), "about") || url == "http://internet.e-mail" || url == "http://localhost";
}

/// Whether a URL has this host, with the same port or none: a/b does not have a:8080.
bool is_of_host(std::string_view url, std::string_view host) noexcept {
  const std::size_t begin = url.find("://");
  if (begin == std::string_view::npos) return false;
  url.remove_prefix(begin + 3);
  return equal_ignoring_case(url.substr(0, url.find_first_of("/?#")), host);
}

/// HTTrack leaves out the scheme. It is taken from the URL on that host which the page gives as its own, otherwise it
/// is http.
std::string with_scheme(std::string_view page, const std::string& url) {
  if (url.find("://") != std::string::npos) return url;
  const std::string_view host = std::string_view(url).substr(0, url.find_first_of("/?#"));
  for (const OwnAddress& own : own_addresses(page)) {
    if (is_of_host(own.url, host) && is_name(scheme_of(own.url), "https")) return "https://" + url;
  }
  return "http://" + url;
}

class MarkVisitor {
 public:
  explicit MarkVisitor(std::string_view page) noexcept : page_(page) {}

  void comment(std::size_t at, std::size_t end) {
    const Comment comment{page_, at + 4, end_of_text(at, end)};
    const std::size_t begin = after_spaces(page_, comment.begin);
    if (begin >= comment.end) return;
    const std::string_view text = page_.substr(begin, comment.end - begin);
    for (const CommentRow& row : comments) {
      if (!text.starts_with(row.beginning)) continue;
      if (comment.end == end) return note(std::string(unclosed_mark), at);
      if (auto found = row.read(comment, begin + row.beginning.size())) add(row.from, std::move(*found));
    }
  }

  void tag(const SeenTag& tag) {
    for (const AttributeRow& row : attributes) {
      if (!is_name(tag.name(), row.element)) continue;
      if (!row.name.empty() && !is_named(tag, row.name)) continue;
      auto [offset, url] = value(tag, row.attribute);
      add(row.from, {offset, std::move(url)});
    }
  }

  Marks finish() { return std::move(marks_); }

 private:
  /// Where the text of a comment ends: before `-->` or `--!>`; at `end`, if it is not closed.
  [[nodiscard]] std::size_t end_of_text(std::size_t at, std::size_t end) const noexcept {
    const std::string_view comment = page_.substr(at, end - at);
    const std::size_t closing = comment.ends_with("--!>") ? 4 : comment.ends_with("-->") ? 3 : 0;
    return std::max(at + 4, end - closing);
  }

  /// Whether the name attribute of a tag has this value, written literally, as programs write it. They write no tag
  /// that is also a link (property="og:url"): its URL may be relative, and a base only once it has become absolute.
  [[nodiscard]] bool is_named(const SeenTag& tag, std::string_view name) const {
    const auto attribute = markup::find_attribute(page_, tag.name_end, "name");
    return attribute && is_name(attribute->value(page_), name) &&
           markup::find_meta_row(page_, tag.name_end, codec::ReferenceIn::attribute) == nullptr;
  }

  /// The decoded value of an attribute, and its offset.
  [[nodiscard]] std::pair<std::size_t, std::string> value(const SeenTag& tag, std::string_view name) const {
    const auto attribute = markup::find_attribute(page_, tag.name_end, name);
    if (!attribute) return {0, {}};
    return {attribute->value_begin, said_in(*attribute, page_)};
  }

  void add(BaseFrom from, Found found) {
    if (found.url.empty() || names_no_page(found.url) || marks_.urls.size() == limits::marks) return;
    if (!found.error.empty()) note(std::move(found.error), found.offset);
    std::string url = from == BaseFrom::httrack ? with_scheme(page_, found.url) : std::move(found.url);
    marks_.urls.push_back({from, std::move(url), found.offset, {}, {}});
  }

  void note(std::string words, std::size_t at) {
    if (marks_.notes.size() < limits::marks) marks_.notes.push_back({std::move(words), at});
  }

  std::string_view page_;
  Marks marks_;
};

}  // namespace

Marks find_marks(std::string_view page) {
  MarkVisitor visitor(page.substr(0, limits::head));
  HeadReader(page, visitor).read();
  return visitor.finish();
}

}  // namespace absolve::html
