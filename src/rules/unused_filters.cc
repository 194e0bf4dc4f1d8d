#include "unused_filters.h"

#include <algorithm>
#include <span>

#include "../text/json_path.h"
#include "../text/nearest.h"
#include "known_options.h"

namespace absolve {
namespace {

/// A pattern as it is given on the command line.
std::string text_of(const AttributePattern& pattern) {
  const std::string element = pattern.element == "*" && pattern.attribute != "*" ? "" : pattern.element;
  return element + (pattern.attribute == "*" ? "" : "[" + pattern.attribute + "]");
}

/// The word for a kind of links that was probably meant by the name of an element; "" if it is unknown.
std::string_view kind_meant_by(std::string_view element) {
  const auto options = known_options();
  return nearest(element, std::ranges::find(options, "also", &KnownOption::name)->words);
}

/// For `img.src`, as in a CSS selector, and for `src`: what was probably meant; "" if it is unknown.
std::string meant_by(const AttributePattern& pattern, bool names_attribute) {
  if (pattern.attribute != "*") return "";
  if (pattern.element == "social") return "meta[content]";  // a word that --except and --also know
  if (names_attribute) return "[" + pattern.element + "]";
  const std::size_t mark = pattern.element.find_first_of(".@:#");
  if (mark == std::string::npos || mark == 0 || mark + 1 == pattern.element.size()) return "";
  return pattern.element.substr(0, mark) + "[" + pattern.element.substr(mark + 1) + "]";
}

/// What may be wrong with the place of a member that selects nothing.
std::string advice_for_member(std::string_view where) {
  const std::string meant = where.starts_with('$') ? "" : json::Path::meant_by(where);
  if (meant.empty()) return ": there is no such string";
  const std::string anywhere =
      meant.starts_with("$.") && !meant.starts_with("$..") ? ", or $." + meant.substr(1) + " at any depth" : "";
  return ", as the name of a member; did you mean the path " + meant + anywhere + "?";
}

}  // namespace

inline namespace detail {

UnusedFilters::UnusedFilters(const Options& options, std::size_t shared)
    : options_(options), skip_has_matched_(options.skip.empty()) {
  for (const AttributePattern& one : options.only) add("only", one);
  for (const AttributePattern& one : options.except) add("except", one);
  for (const AttributeSyntax& one : std::span(options.attributes).subspan(shared))
    add("attribute", {one.element, one.attribute});
  for (const JsonMember& one : options.fields.members) add_member("json-member", one.where);
  for (const std::string& one : options.fields.member_urls) {
    const json::Path path(one);
    const bool is_shared = std::ranges::any_of(options.fields.members, [&](const JsonMember& member) {
      return path.may_share_wildcards_with(json::Path(member.where));
    });
    add_member("json-url", one, !is_shared);
  }
  unused_ = filters_.size() + members_.size() + (options.skip.empty() ? 0 : 1);
}

void UnusedFilters::add(const char* option, const AttributePattern& pattern) {
  Filter& filter = filters_.emplace_back();
  filter.option = option;
  filter.pattern = pattern;
}

void UnusedFilters::add_member(const char* option, const std::string& where, bool is_apart) {
  Member& member = members_.emplace_back();
  member.option = option;
  member.where = where;
  member.is_apart = is_apart;
}

void UnusedFilters::look_at(const Plan& plan) {
  if (unused_ == 0) return;
  const auto use = [this](std::atomic<bool>& has_matched) {
    if (!has_matched.exchange(true)) --unused_;
  };
  const auto is_failure = [](const Note& note) { return note.severity == Note::Severity::failure; };
  if (std::ranges::none_of(plan.notes(), is_failure)) has_read_ = true;
  for (const Note& note : plan.notes()) {
    if (note.code == NoteCode::member_selected) use(members_[note.selector].has_matched);
  }
  for (const Link& link : plan.links()) {
    has_seen_link_ = true;
    for (Filter& filter : filters_) {
      if (filter.has_matched) continue;
      if (filter.pattern.matches(link.element, link.attribute)) use(filter.has_matched);
      // "src" was given where "[src]" was meant.
      else if (AttributePattern{"*", filter.pattern.element}.matches("", link.attribute)) filter.names_attribute = true;
    }
    if (!skip_has_matched_ && options_.skip.match(link.reference)) use(skip_has_matched_);
  }
}

std::vector<std::string> UnusedFilters::messages(bool of_members_alone) const {
  std::vector<std::string> messages;
  for (const Member& one : members_) {
    const std::string said = one.option + ": '" + one.where + "' ";
    const bool is_unused = !one.has_matched && has_read_;
    if (is_unused) messages.push_back(said + "selects nothing" + advice_for_member(one.where));
    else if (one.has_matched && one.is_apart)
      messages.push_back(said + "is beside no member: no --json-member shares its '*'");
  }
  if (of_members_alone || !has_seen_link_) return messages;
  for (const Filter& filter : filters_) {
    if (filter.has_matched) continue;
    std::string meant = meant_by(filter.pattern, filter.names_attribute);
    const bool may_be_kind = filter.option == "except" && filter.pattern.attribute == "*";
    if (may_be_kind && meant.empty()) meant = kind_meant_by(filter.pattern.element);
    messages.push_back(filter.option + ": '" + text_of(filter.pattern) + "' matches no link that was found" +
                       (meant.empty() ? "" : "; did you mean " + meant + "?"));
  }
  if (!skip_has_matched_) messages.emplace_back("skip: no reference that was found matches");
  return messages;
}

}  // namespace detail
}  // namespace absolve
