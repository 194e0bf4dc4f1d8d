// Lists of a base and a reference. Each spelling of a base becomes a scope of the list, shared by all lines that use it
// (NamedBases): often many consecutive lines have the same base, and a scope for each would cost as much as a document.
//
//     http://a/b/c\t../g      scope: http://a/b/c      value: ../g
//
// White space around either is no part of it.
//
// A base that can't be one has a scope, too: then no other base is used instead, and the answer says why. The first
// line that looks like two columns without a tab gets a note. Linear.

#include "pairs.h"

#include <memory>

#include "../find/entries.h"
#include "../text/ascii.h"
#include "../text/slice.h"

namespace absolve::uris {
namespace {

/// Whether an entry without a tab looks like two columns.
bool looks_like_pair(std::string_view entry) {
  const std::size_t separator = std::min(entry.find_first_of(" ,;|"), entry.size());
  return separator < entry.size() && entry.substr(0, separator).find("://") != std::string_view::npos;
}

}  // namespace

Finding find_in_pairs(std::string_view text, const Request& request) {
  Finding finding;
  finding.list = std::make_unique<ListFinding>();
  NamedBases bases(finding.scopes);
  for_each_entry(text, request.input, request.options, [&](std::size_t begin, std::size_t end) {
    const std::string_view entry = text.substr(begin, end - begin);
    const std::size_t tab = entry.find('\t');
    const bool has_tab = tab != std::string_view::npos;
    if (!has_tab && finding.notes.empty() && looks_like_pair(entry)) {
      finding.notes.push_back({NoteCode::no_tab, Note::Severity::notice, {}, begin});
    }
    const std::string_view base = trimmed(entry.substr(0, has_tab ? tab : 0));
    const std::string_view reference = trimmed(entry.substr(has_tab ? tab + 1 : 0));
    const std::size_t at = offset_of(reference, text);
    finding.list->entries.push_back(
        {.begin = begin, .end = end, .value = static_cast<std::uint32_t>(finding.values.size())});
    finding.values.push_back(Value{
        .begin = at,
        .end = at + reference.size(),
        .element = begin,
        .rule = &entry_rule,
        .scope = base.empty() ? Value::none : bases.scope(base, offset_of(base, text), [&] { return base; }),
    });
  });
  note_cr_alone(finding, text, request.input);
  return finding;
}

}  // namespace absolve::uris
