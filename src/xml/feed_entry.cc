// The scope of an entry's link is made at the end of the entry: before that, the link may still follow, after the HTML
// that is resolved against it. The scope covers HTML that no xml:base covers; if there is none, no scope is made.

#include "feed_entry.h"

#include <algorithm>

namespace absolve::xml {

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
