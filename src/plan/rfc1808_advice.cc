// Advice about references that are resolved by the rules, but may be meant in another way (RFC 1808, section 5.3):
// `this:that` may be a path; and a base with `;type=d` and without a slash at its end names a directory, but references
// are resolved against the directory above it. Browsers drop `..` above a root, which the RFC keeps; and the HTML in an
// entry of a feed may be meant relative to the entry. No decision depends on these notes. Constant time for each link.

#include "rfc1808_advice.h"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "../text/ascii.h"
#include "../text/counted.h"
#include "../text/utf8.h"
#include "../url/browsers.h"
#include "../url/scopes.h"
#include "../url/split.h"
#include "../url/suitable.h"
#include "notes.h"
#include "values.h"

namespace absolve::inline detail {
namespace {

/// A reference may be long: its beginning is enough to recognize it.
std::string shortened(std::string_view reference) {
  const std::string_view beginning = beginning_of(reference, 60);
  return std::string(beginning) + (beginning.size() < reference.size() ? "..." : "");
}

/// Whether the directory of its base changes where a reference leads.
bool is_path_relative(std::string_view reference) noexcept {
  return !reference.empty() && std::string_view("/?#").find(reference.front()) == std::string_view::npos;
}

std::string_view directory_of(std::string_view url) noexcept {
  const std::string_view path = before_query(url);
  return path.substr(0, after_last(path, '/'));
}

}  // namespace

void Advisories::note_all(const Node& node, Note::Severity severity) {
  note_paths(node);
  note_entries(node);
  if (above_root_ == 0) return;
  tree_.round_notes.push_back(
      {node.index, NotePosition::first, 1,
       worded(NoteCode::above_root, severity, {counted(above_root_, "reference leads", "references lead")},
              node.in_source(first_above_), std::string(node.part), tree_.message)});
  above_root_ = 0;
}

/// HTML in the entries of a feed whose references would lead elsewhere if the link of the entry were the base.
void Advisories::note_entries(const Node& node) {
  std::size_t count = 0;
  const auto links_in = [&](const Node& one) {
    return std::span<const Link>(builder_.links()).subspan(one.first_link, one.end_link - one.first_link);
  };
  const std::span<const Link> all = links_in(node);
  const auto from = [&](std::size_t at) {
    return std::ranges::lower_bound(all, in_bytes(tree_, node.index, at), {}, &Link::offset);
  };
  std::uint32_t child = node.first_child;
  for (const EntryHtml& one : node.found().entry_html) {
    while (child < node.end_child && tree_.nodes[child].value < one.value) ++child;
    std::span<const Link> links;
    if (child < node.end_child && tree_.nodes[child].value == one.value) {
      const Node& html = tree_.nodes[child];
      if (!html.entered) continue;
      links = links_in(html);
    } else {  // XHTML is in the feed itself
      const Value& value = node.values[one.value];
      links = std::span<const Link>(from(value.begin), from(value.end));
    }
    const auto number = std::ranges::count_if(
        links, [](const Link& link) { return link.action == Action::rewrite && is_path_relative(link.reference); });
    if (number > 0 && is_elsewhere(node, one.link)) count += static_cast<std::size_t>(number);
  }
  if (count == 0) return;
  tree_.round_notes.push_back(
      {node.index, NotePosition::first, 1,
       worded(NoteCode::entries_elsewhere, Note::Severity::notice, {counted(count, "reference", "references")},
              node.note_at, std::string(node.part), tree_.message)});
}

/// Whether the link of an entry leads to a directory that the feed is not in.
bool Advisories::is_elsewhere(const Node& feed, std::uint32_t link) const {
  const Value& value = feed.values[link];
  const OpenValue open(feed.text, value);
  const Base* const base = builder_.scopes().base(scope_of(feed, value));
  if (base == nullptr) return false;
  const std::string entry = base->absolute(reference_in(open.text(), value));
  return !directory_of(base->url()).starts_with(directory_of(entry));
}

/// Whether `..` stays right after the net_loc: what is left of a reference begins with it, or, if a dot is removed
/// behind it, the head ends with it. (Behind the path of a --root-url it leads nowhere above.) If the base leads above
/// it already, the reference doesn't.
bool Advisories::leads_above_root(const Link& link) {
  if (link.head.data() != head_.data() || link.head.size() > head_.size()) {
    head_ = link.head;  // usually a beginning of the same text for many links: of the base
    head_path_ = split(head_).path;
  }
  const auto before_path = static_cast<std::size_t>(head_path_.data() - head_.data());
  const std::string_view path = head_path_.substr(0, link.head.size() - std::min(before_path, link.head.size()));
  if (path.size() > 1) {
    if (!path.starts_with("/../")) return false;
    const Base* const base = builder_.scopes().base(link.scope);
    return base == nullptr || !split(base->url()).path.starts_with("/../");
  }
  std::string_view rest = link.reference.substr(link.tail);
  if (rest.starts_with('/')) rest.remove_prefix(1);
  if (!rest.starts_with("..")) return false;
  return rest.size() == 2 || std::string_view("/?#").find(rest[2]) != std::string_view::npos;
}

void Advisories::meet(const Node& node, const Link& link) {
  const bool keeps_dots = builder_.options().resolver == Resolver::rfc1808;
  if (keeps_dots && link.action == Action::rewrite && leads_above_root(link) && above_root_++ == 0)
    first_above_ = link.offset;
  if (link.action == Action::rewrite && link.scope != scope_) meet_base(node, link.scope);
  if (link.action != Action::absolute || !may_be_meant_as_path(link.reference)) return;
  if (paths_++ > 0) return;
  offset_ = link.offset;
  first_ = link.reference;
}

void Advisories::note_paths(const Node& node) {
  if (paths_ == 0) return;
  tree_.round_notes.push_back({node.index, NotePosition::first, 1,
                               worded(NoteCode::colon_in_segment, Note::Severity::detail,
                                      {counted(paths_, "reference is", "references are"), shortened(first_)},
                                      node.in_source(offset_), std::string(node.part), tree_.message)});
  paths_ = 0;
}

/// Notes each base once, except for references that lead to a part of the message.
void Advisories::meet_base(const Node& node, std::uint32_t scope) {
  scope_ = scope;
  const Scopes& scopes = builder_.scopes();
  const std::uint32_t number = scope == Scope::none ? scope : scopes[scope].base_scope;
  if (number == Scope::none) return;
  const std::string& url = scopes[number].base->url();
  if (!has_beginning(url, "ftp:")) return;
  met_.resize(scopes.size());
  if (met_[number]) return;
  met_[number] = true;
  if (!names_directory_by_type(url)) return;
  const Candidate& candidate = scopes[number].candidate;
  tree_.round_notes.push_back({node.index, NotePosition::first, 1,
                               worded(NoteCode::ftp_directory, Note::Severity::detail, {url}, candidate.offset,
                                      candidate.part, tree_.message)});
}

}  // namespace absolve::inline detail
