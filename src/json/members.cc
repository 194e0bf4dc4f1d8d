// One pass over the tokens, along the paths (path_walk.h), with a stack of the open objects and arrays: each knows the
// values in it that have no base yet. When it ends, all strings in it that can be bases are
// known, and those that stand after the members, too: the first one in the order in which the user named them serves
// the values that wait; otherwise these go on waiting in the object around.

#include "members.h"

#include <algorithm>
#include <utility>

#include "../text/ascii.h"
#include "../text/counted.h"
#include "../url/resolver.h"
#include "../url/suitable.h"
#include "absolve/url.h"

namespace absolve::json {
namespace {

/// The only table of what members may hold.
struct SyntaxRow {
  MemberSyntax syntax;
  Format format;
};

constexpr auto formats = std::to_array<SyntaxRow>({
    {MemberSyntax::html, Format::html},
    {MemberSyntax::markdown, Format::markdown},
    {MemberSyntax::url, Format::url},
    {MemberSyntax::srcset, Format::srcset},
    {MemberSyntax::css, Format::css},
    {MemberSyntax::xml, Format::xml},
});

Format format_of(MemberSyntax syntax) noexcept {
  return std::ranges::find(formats, syntax, &SyntaxRow::syntax)->format;
}

/// Markup without a `<` holds no link.
bool may_hold_links(Format format, std::string_view meaning) noexcept {
  const bool is_markup = format == Format::html || format == Format::xml;
  return !is_markup || meaning.find('<') != std::string_view::npos;
}

}  // namespace

MemberFinder::MemberFinder(const Request& request, Finding& finding)
    : request_(request), finding_(finding), members_(request.options.fields.members.size()) {
  for (const JsonMember& one : request.options.fields.members) paths_.emplace_back(one.where);
  for (const std::string& one : request.options.fields.member_urls) paths_.emplace_back(one);
  counts_.resize(paths_.size());
  is_second_.resize(members_);
  found_.resize(paths_.size() - members_);
}

bool MemberFinder::read(std::string_view text, std::string_view json) {
  const std::size_t values = finding_.values.size();
  const std::size_t scopes = finding_.scopes.size();
  open_.clear();
  PathWalk walk(text, json, paths_);
  Reader reader(json);
  while (const auto token = reader.next()) {
    absolve::step(request_.options);
    consume(*token, walk);
  }
  if (reader.is_valid()) return true;
  finding_.values.erase(finding_.values.begin() + static_cast<std::ptrdiff_t>(values), finding_.values.end());
  finding_.scopes.erase(finding_.scopes.begin() + static_cast<std::ptrdiff_t>(scopes), finding_.scopes.end());
  return false;
}

void MemberFinder::consume(const Token& token, PathWalk& walk) {
  walk.consume(token);
  const int levels = json::step(token.kind);
  if (levels > 0) open(walk);
  if (levels < 0) close();
  if (token.kind == Token::Kind::string && !walk.is_outermost()) read_string(token, walk);
}

void MemberFinder::open(const PathWalk& walk) {
  Container one;
  one.urls.resize(paths_.size() - members_);
  if (walk.innermost().is_array) one.selected = member_at(walk.innermost().at);
  open_.push_back(std::move(one));
}

/// The first member by a path that selects a value; SIZE_MAX if none does.
std::size_t MemberFinder::member_at(const std::vector<Path::Progress>& at) const noexcept {
  for (std::size_t i = 0; i < members_; ++i) {
    if (paths_[i].selects(at[i])) return i;
  }
  return SIZE_MAX;
}

/// Notes a string that can be a base in each object that may look for it: by a name in its own, by a path also in those
/// around, as long as no wildcard is after them. Returns whether it was named.
bool MemberFinder::read_url(const Token& token, PathWalk& walk) {
  bool is_named = false;
  for (std::size_t i = members_; i < paths_.size(); ++i) {
    if (!paths_[i].selects(walk.innermost().at_next[i])) continue;
    is_named = true;
    ++counts_[i];
    const std::string url(trimmed(walk.text_of(token)));
    if (!can_be_base(url)) continue;
    if (paths_[i].is_name()) found_[i - members_] = std::max(found_[i - members_], Found::apart);
    const std::size_t outermost = paths_[i].is_name() ? open_.size() - 1 : paths_[i].after_wildcards();
    for (std::size_t level = outermost; level < open_.size(); ++level) {
      open_[level].urls[i - members_] = {walk.in_text(token.begin), url};
    }
  }
  return is_named;
}

void MemberFinder::read_string(const Token& token, PathWalk& walk) {
  const bool is_base = read_url(token, walk);
  Container& around = open_.back();
  std::size_t member = member_at(walk.innermost().at_next);
  if (member == SIZE_MAX) member = around.selected;
  if (member == SIZE_MAX) return;
  ++counts_[member];
  note_seconds(member, walk.innermost());
  const Format format = format_of(request_.options.fields.members[member].syntax);
  if (!may_hold_links(format, walk.text_of(token))) return;
  if (!is_base && paths_.size() > members_)
    around.pending.push_back(static_cast<std::uint32_t>(finding_.values.size()));
  Value value = walk.value_at(token.begin, token.end, walk.innermost().key, codec::Coding::json_string);
  value.format = format;
  finding_.values.push_back(value);
}

/// Of several options that select a string, one counts: the first that names the string itself, or its array.
void MemberFinder::note_seconds(std::size_t chosen, const PathWalk::Level& around) {
  for (std::size_t i = 0; i < members_; ++i) {
    const bool selects = paths_[i].selects(around.at_next[i]) || (around.is_array && paths_[i].selects(around.at[i]));
    if (selects && i != chosen) is_second_[i] = true;
  }
}

/// A relative URL can only be one if it has a base itself.
bool MemberFinder::can_be_base(std::string_view url) const {
  const Resolver resolver = request_.options.resolver;
  if (is_absolute(resolver, url, Controls::dropped)) return unsuitable_as_base(url, resolver) == Unsuitable::no;
  const Input& input = request_.input;
  const bool is_inside = !request_.outermost || request_.in_message || request_.in_archive;
  return !url.empty() && (is_inside || !input.url.empty() || !input.retrieved_from.empty());
}

void MemberFinder::set_base(const std::vector<std::uint32_t>& values, const FoundUrl& url) {
  for (const std::uint32_t value : values) {
    finding_.values[value].scope = static_cast<std::uint32_t>(finding_.scopes.size());
  }
  finding_.scopes.push_back({.candidate = {BaseFrom::member, url.url, url.begin, {}, {}}});
}

void MemberFinder::close() {
  Container one = std::move(open_.back());
  open_.pop_back();
  if (one.pending.empty()) return;
  const auto url = std::ranges::find_if(one.urls, [](const FoundUrl& each) { return !each.url.empty(); });
  if (url != one.urls.end()) {
    found_[static_cast<std::size_t>(url - one.urls.begin())] = Found::beside;
    return set_base(one.pending, *url);
  }
  if (open_.empty()) {
    if (without_base_ == 0) first_without_base_ = finding_.values[one.pending.front()].begin;
    without_base_ += one.pending.size();
    return;
  }
  auto& around = open_.back().pending;
  if (around.size() < one.pending.size()) around.swap(one.pending);
  around.insert(around.end(), one.pending.begin(), one.pending.end());
}

void MemberFinder::add_notes() {
  using Severity = Note::Severity;
  for (std::size_t i = 0; i < paths_.size(); ++i) {
    const bool is_member = i < members_;
    const bool is_second = is_member && counts_[i] == 0 && is_second_[i];
    if (counts_[i] == 0 && !is_second) continue;
    const FieldNames& fields = request_.options.fields;
    const std::string option =
        is_member ? "--json-member '" + fields.members[i].where : "--json-url '" + fields.member_urls[i - members_];
    const std::string what =
        is_second ? "only what another --json-member says how to read" : counted(counts_[i], "string", "strings");
    finding_.notes.push_back({.code = NoteCode::member_selected,
                              .severity = is_second ? Severity::notice : Severity::detail,
                              .words = {option + "'", what},
                              .selector = i});
  }
  if (without_base_ == 0) return;
  std::string apart;
  if (const auto found = std::ranges::find(found_, Found::apart); found != found_.end()) {
    const auto& where = request_.options.fields.member_urls[static_cast<std::size_t>(found - found_.begin())];
    apart = "; '" + where + "' is in other objects, to which a path leads, such as $.x." + where;
  }
  finding_.notes.push_back({NoteCode::member_without_base,
                            Severity::notice,
                            {counted(without_base_, "member", "members"), apart},
                            first_without_base_});
}

}  // namespace absolve::json
