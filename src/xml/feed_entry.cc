// The scope of an entry's link is made at the end of the entry: before that, the link may still follow, after the HTML
// that is resolved against it. The scope covers HTML that no xml:base covers; if there is none, no scope is made.

#include "feed_entry.h"

#include <algorithm>
#include <utility>

#include "../codec/codec.h"
#include "../text/ascii.h"
#include "../text/byte_sets.h"
#include "../url/split.h"
#include "absolve/url.h"
#include "tokenizer.h"

namespace absolve::xml {

Id id_of(std::string_view content) {
  const bool is_plain = codec::is_plain(codec::Coding::xml_content, content);
  const auto codec = is_plain ? nullptr : codec::open(codec::Coding::xml_content, content);
  const std::string_view id = trimmed(is_plain ? content : codec->text());
  const std::string_view scheme = scheme_of(id);
  const bool is_relative = !id.empty() && scheme.empty();
  return {is_relative, is_relative || id.substr(scheme.size()).starts_with(":/")};
}

namespace {

/// Looks for a link that leads somewhere among the tags of an item, which ends with its end tag, or where the next one
/// begins.
class LinkSearch : Tokenizer<LinkSearch> {
 public:
  /// `from` is the offset after the start tag of an item.
  LinkSearch(std::string_view text, std::size_t from) : Tokenizer(text.substr(from)) { read(); }

  [[nodiscard]] bool has_found() const noexcept { return has_found_; }

 private:
  friend class Tokenizer<LinkSearch>;

  std::size_t start_tag(std::size_t at) {
    has_found_ = local_name(at + 1) == "link" && !is_empty(at);
    return has_found_ || is_item(at + 1) ? text_.size() : at + 1;
  }
  std::size_t end_tag(std::size_t at) { return is_item(at + 2) ? text_.size() : at + 2; }
  static std::size_t doctype(std::size_t at) { return at + 2; }
  static void processing_instruction(std::size_t /*at*/, std::size_t /*end*/) {}
  static void ends_nowhere(std::size_t /*at*/, std::string_view /*what*/) {}

  /// Whether an element has neither attributes nor content: `<link/>`, `<link> </link>`, or an empty CDATA section.
  [[nodiscard]] bool is_empty(std::size_t at) const {
    constexpr std::size_t longest = 256;  // bytes of a tag without attributes
    constexpr std::string_view empty_section = "<![CDATA[]]>";
    const std::string_view rest = text_.substr(at, longest);
    const std::string_view tag = rest.substr(0, rest.find('>'));
    if (tag.find('=') != std::string_view::npos || tag.size() == longest) return false;
    std::size_t content = after_spaces(text_, std::min(at + tag.size() + 1, text_.size()));
    if (text_.substr(content).starts_with(empty_section)) content = after_spaces(text_, content + empty_section.size());
    return tag.ends_with('/') || text_.substr(content).starts_with("</");
  }
  [[nodiscard]] bool is_item(std::size_t name) const { return local_name(name) == "item"; }
  [[nodiscard]] std::string_view local_name(std::size_t at) const {
    const std::size_t end = find_in_set<Bytes<' ', '\t', '\r', '\n', '/', '>', '<'>>(text_, at);
    const std::string_view name = text_.substr(at, end - at);
    return name.substr(after_last(name, ':'));
  }

  bool has_found_ = false;
};

}  // namespace

bool FeedEntry::opens(std::size_t guid, std::string_view text) {
  if (std::exchange(has_guid_, true) || LinkSearch(text, content_).has_found()) return false;
  set_link(guid);
  return true;
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
