// The scope of an entry's link is made at the end of the entry: before that, the link may still follow, after the HTML
// that is resolved against it. The scope covers HTML that no xml:base covers; if there is none, no scope is made.

#include "feed_entry.h"

#include <algorithm>
#include <utility>

#include "../codec/codec.h"
#include "../text/ascii.h"
#include "absolve/url.h"

namespace absolve::xml {

bool is_relative_id(std::string_view content) {
  const bool is_plain = codec::is_plain(codec::Coding::xml_content, content);
  const auto codec = is_plain ? nullptr : codec::open(codec::Coding::xml_content, content);
  const std::string_view id = trimmed(is_plain ? content : codec->text());
  return !id.empty() && scheme_of(id).empty();
}

bool FeedEntry::is_only_link(std::string_view text, std::size_t at) noexcept {
  constexpr std::size_t npos = std::string_view::npos;
  if (std::exchange(has_guid_, true)) return false;
  // The item ends with its end tag, or where the next one begins; their names may have a prefix.
  const auto is_of_tag = [&](std::size_t name) {
    return text[name - 1] == '<' || text[name - 1] == ':' || text.substr(name - 2, 2) == "</";
  };
  std::size_t end = text.find("item", at);
  while (end != npos && !is_of_tag(end)) end = text.find("item", end + 1);
  const std::string_view item = text.substr(content_, std::min(end, text.size()) - content_);
  return item.find("<link") == npos && item.find(":link") == npos;
}

void FeedEntry::end(Finding& finding, FeedBase base) {
  is_open_ = false;
  const auto is_covered = [&](std::uint32_t value) { return finding.values[value].scope != Value::none; };
  if (link_ == Value::none || std::ranges::all_of(html_, is_covered)) return;
  if (base == FeedBase::document) {
    for (const std::uint32_t value : html_) {
      if (!is_covered(value)) finding.entry_html.push_back({value, link_});
    }
    return;
  }
  const auto scope = static_cast<std::uint32_t>(finding.scopes.size());
  FoundScope& added = finding.scopes.emplace_back();
  added.candidate.from = BaseFrom::entry;
  added.value = link_;
  added.around = finding.values[link_].scope;
  for (const std::uint32_t value : html_) {
    if (!is_covered(value)) finding.values[value].scope = scope;
  }
}

}  // namespace absolve::xml
