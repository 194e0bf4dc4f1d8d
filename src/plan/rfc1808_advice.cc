// Advice about references that are resolved by the rules, but may be meant in another way (RFC 1808, section 5.3):
// `this:that` may be a path; and a base with `;type=d` and without a slash at its end names a directory, but references
// are resolved against the directory above it. Gives notes of severity detail; no decision depends on them. Constant
// time for each link.

#include "rfc1808_advice.h"

#include <string>

#include "../text/counted.h"
#include "../text/utf8.h"
#include "../url/suitable.h"
#include "notes.h"

namespace absolve::inline detail {
namespace {

/// A reference may be long: its beginning is enough to recognize it.
std::string shortened(std::string_view reference) {
  const std::string_view beginning = beginning_of(reference, 60);
  return std::string(beginning) + (beginning.size() < reference.size() ? "..." : "");
}

}  // namespace

void Advisories::meet(const Node& node, const Link& link) {
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
  met_.resize(scopes.size());
  if (met_[number]) return;
  met_[number] = true;
  const std::string& url = scopes[number].base->url();
  if (!names_directory_by_type(url)) return;
  const Candidate& candidate = scopes[number].candidate;
  tree_.round_notes.push_back({node.index, NotePosition::first, 1,
                               worded(NoteCode::ftp_directory, Note::Severity::detail, {url}, candidate.offset,
                                      candidate.part, tree_.message)});
}

}  // namespace absolve::inline detail
