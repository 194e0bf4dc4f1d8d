#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "../text/base_source.h"
#include "../text/counted.h"
#include "../url/scopes.h"
#include "absolve/link.h"

namespace absolve::inline detail {

/// How a note is worded: each `%` is replaced by the next word or phrase that describes what it is about.
struct NoteRow {
  NoteCode code;
  std::string_view name;
  std::string_view words;
};

// clang-format off
inline constexpr auto note_rows = std::to_array<NoteRow>({
    {NoteCode::unread_kind, "unread-kind", "%"},
    {NoteCode::no_markup, "no-markup", "it contains no tag, so it is not read as a page; left unchanged%"},
    {NoteCode::unsuitable_base, "unsuitable-base", "% '%' can't be a base: %"},
    {NoteCode::unsuitable_codebase, "unsuitable-codebase", "% can't be a base; ignored"},
    {NoteCode::charset_refused, "charset-refused", "charset % can't be edited safely; left unchanged"},
    {NoteCode::tree_limit, "tree-limit", "its element tree exceeds %, so it was read without the tree: links in SVG, MathML and templates may have been missed"},
    {NoteCode::too_costly, "too-costly", "skipped: exceeds %"},
    {NoteCode::output_limit, "output-limit",
     "with absolute references, the output would exceed its size limit; left unchanged"},
    {NoteCode::nesting_limit, "nesting-limit", "nested documents exceed the limit of %; left unchanged"},
    {NoteCode::base_element_kept, "base-element-kept", "the base element is kept: %"},
    {NoteCode::base_element_ignored, "base-element-ignored", "% in HTML that is not a page of its own; ignored"},
    {NoteCode::references_kept, "references-kept", "% left unchanged: %"},
    {NoteCode::part_unread, "part-unread", "%; left unchanged"},
    {NoteCode::part_unsafe, "part-unsafe", "%; left unchanged"},
    {NoteCode::no_body, "no-body", "no blank line after its header, so it has no body"},
    {NoteCode::parts_left_alone, "parts-left-alone", "% left unchanged: %%"},
    {NoteCode::data_after_padding, "data-after-padding", "%"},
    {NoteCode::text_extended, "text-extended", "%"},
    {NoteCode::long_lines, "long-lines", "% now longer than 998 bytes"},
    {NoteCode::malformed, "malformed", "%; left unchanged"},
    {NoteCode::unclosed_markup, "unclosed-markup", "% is not closed; what follows may be read differently than intended"},
    {NoteCode::unknown_vocabulary, "unknown-vocabulary", "% belongs to no known XML vocabulary: only xml:base, XLink and XInclude are read%"},
    {NoteCode::entities_unread, "entities-unread", "entities declared in the document are not expanded: links in them were not read"},
    {NoteCode::relative_id, "relative-id", "% relative; left unchanged, as feed readers identify entries by their ids"},
    {NoteCode::colon_in_segment, "colon-in-segment", "% read as absolute because of a colon, such as '%'; if a relative path is meant, write './' before it"},
    {NoteCode::ftp_directory, "ftp-directory", "the base '%' names a directory with ';type=d' but has no final slash: references resolve against its parent directory"},
    {NoteCode::wrong_mark, "wrong-mark", "%"},
    {NoteCode::coding_unread, "coding-unread", "%; left unchanged"},
    {NoteCode::record_unread, "record-unread", "%; left unchanged"},
    {NoteCode::revisit, "revisit", "revisit record: its payload is in another record"},
    {NoteCode::statement_outdated, "statement-outdated", "% %: the content it covers is rewritten"},
    {NoteCode::nothing_to_answer, "nothing-to-answer", "line not answered: %; left unchanged"},
    {NoteCode::foreign_answer, "foreign-answer", "no place for the answer: %; left unchanged"},
    {NoteCode::body_cut, "body-cut", "its chunked body is truncated: the part that is present was read"},
    {NoteCode::no_tab, "no-tab", "it contains no tab: a line of pairs is a base URL, a tab and a reference (--type csv reads a table with a header)"},
    {NoteCode::documents_unread, "documents-unread", "its lines contain documents, which can only be read line by line, but this input was read as a whole; left unchanged"},
    {NoteCode::ragged_row, "ragged-row", "row not answered: %; left unchanged"},
    {NoteCode::unclosed_quote, "unclosed-quote", "a quote in this row is not closed; this row and everything after it are left unchanged"},
    {NoteCode::places_unread, "places-unread", "% like a reference, but in a place where no reference is expected; left unchanged"},
    {NoteCode::values_left, "values-left", "% left: % (--also)"},
    {NoteCode::property_used_twice, "property-used-twice", "custom properties such as '%' are resolved against this document, but a linked style sheet may use them, too"},
    {NoteCode::copies_behind_base, "copies-behind-base", "% made absolute although the file is there: the base element leads browsers elsewhere (--base-element=remove keeps such links)"},
    {NoteCode::copies_resolved, "copies-resolved", "references to files that are there were made absolute, as nothing shows that a program has pointed them there (--local-links=keep leaves them)"},
    {NoteCode::above_root, "above-root", "% above the root of the server: by RFC 1808 '..' stays there, browsers drop it (--resolver whatwg)"},
    {NoteCode::entries_elsewhere, "entries-elsewhere", "% in the content of entries resolved against the feed, but the entries are elsewhere (--feed-base entry resolves against their links)"},
    {NoteCode::front_matter_left, "front-matter-left", "its front matter is not read; left unchanged"},
    {NoteCode::root_elsewhere, "root-elsewhere", "its URL does not begin with the --root-url '%', which is not used"},
    {NoteCode::images_below_root, "images-below-root", "the --image-url does not end as the --url does below '%': images that begin with a slash are looked for there, too"},
    {NoteCode::definitions_shared, "definitions-shared", "% both links and images: resolved as links, not against --image-url"},
    {NoteCode::password_written, "password-written", "a base contains a password, which becomes part of each link that is made absolute with it"},
    {NoteCode::member_selected, "member-selected", "% selects %"},
    {NoteCode::member_without_base, "member-without-base", "no base (--json-url) was found beside %: what is around the text counts%"},
    {NoteCode::markdown_links, "markdown-links", "it is read as a page, and links of Markdown in it stay (--type markdown reads them)"},
    {NoteCode::name_or_url, "name-or-url", "% with '#' or '?' read as URLs, in which a fragment or a query begins there; names of files would need escapes"},
    {NoteCode::cr_alone, "cr-alone", "it is read as one line: %"},
});
// clang-format on

static_assert(
    [] {
      for (std::size_t i = 0; i < note_rows.size(); ++i) {
        if (static_cast<std::size_t>(note_rows[i].code) != i) return false;
      }
      return true;
    }(),
    "each row is at the place of its code");

/// Whether what a note says is all in its word.
[[nodiscard]] constexpr bool is_one_word(const NoteRow& row) noexcept {
  return row.words == "%" || row.words == "%; left unchanged";
}

/// Writes a note in words. All notes are worded here.
[[nodiscard]] inline Note worded(NoteCode code, Note::Severity severity, const std::vector<std::string>& words,
                                 std::optional<std::size_t> offset, std::string part, std::size_t message) {
  std::string text;
  auto word = words.begin();
  const NoteRow& row = note_rows[static_cast<std::size_t>(code)];
  for (const char c : row.words) {
    if (c == '%' && word != words.end()) text += *word++;
    else if (c != '%') text += c;
  }
  Note note{code, severity, std::move(text), offset, std::move(part), message};
  if (is_one_word(row) && !words.empty()) note.kind = words.front();
  return note;
}

/// The note about a candidate that can't be a base.
[[nodiscard]] inline Note unsuitable(const Scope& scope, std::size_t message) {
  const Candidate& candidate = scope.candidate;
  const std::string whose(source_of(candidate).whose);
  const std::string why(scope.reason);
  Note note = worded(NoteCode::unsuitable_base, Note::Severity::notice, {whose, candidate.value, why}, candidate.offset,
                     candidate.part, message);
  note.kind = whose + " " + why;
  return note;
}

}  // namespace absolve::inline detail
