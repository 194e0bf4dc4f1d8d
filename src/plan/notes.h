#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "../text/counted.h"
#include "absolve/base_source.h"
#include "absolve/note.h"

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
    {NoteCode::no_markup, "no-markup", "it holds no tag; read as %, it would hold links"},
    {NoteCode::unsuitable_base, "unsuitable-base", "% '%' can't be a base: %"},
    {NoteCode::unsuitable_codebase, "unsuitable-codebase", "% can't be a base; passed over"},
    {NoteCode::charset_refused, "charset-refused", "charset % can't be edited safely; left as it is"},
    {NoteCode::tree_limit, "tree-limit", "its tree exceeds %, and was not followed: links in SVG, MathML and templates may have been missed"},
    {NoteCode::too_costly, "too-costly", "skipped: exceeds %"},
    {NoteCode::output_limit, "output-limit",
     "its absolute references would exceed the limit on the size of the output; left as it is"},
    {NoteCode::nesting_limit, "nesting-limit", "nested documents exceed the limit of %; left as it is"},
    {NoteCode::base_element_kept, "base-element-kept", "the base element is kept: %"},
    {NoteCode::base_element_ignored, "base-element-ignored", "% in the HTML of an entry; passed over"},
    {NoteCode::references_kept, "references-kept", "% left as %: %"},
    {NoteCode::part_unread, "part-unread", "%; left as it is"},
    {NoteCode::part_unsafe, "part-unsafe", "%; left as it is"},
    {NoteCode::no_body, "no-body", "no blank line ends its header, so that it has no body"},
    {NoteCode::parts_left_alone, "parts-left-alone", "% left alone: %%"},
    {NoteCode::data_after_padding, "data-after-padding", "%"},
    {NoteCode::text_extended, "text-extended", "%"},
    {NoteCode::long_lines, "long-lines", "% now longer than 998 bytes"},
    {NoteCode::malformed, "malformed", "%; left as it is"},
    {NoteCode::unclosed_markup, "unclosed-markup", "% ends nowhere, so that what follows may be read otherwise than it was meant"},
    {NoteCode::unknown_vocabulary, "unknown-vocabulary", "% is of no vocabulary that is known: only xml:base, XLink and XInclude are read (as type html, it would be read as a page)"},
    {NoteCode::entities_unread, "entities-unread", "entities that the document declares are not expanded: their content was not read"},
    {NoteCode::relative_id, "relative-id", "% relative; left as it is, for readers know entries by it"},
    {NoteCode::colon_in_segment, "colon-in-segment", "% taken for absolute, such as '%': where a path is meant, './' goes before it"},
    {NoteCode::ftp_directory, "ftp-directory", "the base '%' names a directory by ';type=d', and not by a slash: references lead into the directory above it"},
    {NoteCode::wrong_mark, "wrong-mark", "%"},
    {NoteCode::coding_unread, "coding-unread", "%; left as it is"},
    {NoteCode::record_unread, "record-unread", "%; left as it is"},
    {NoteCode::revisit, "revisit", "revisit record: its payload is in another record"},
    {NoteCode::statement_outdated, "statement-outdated", "% %: what it is about was rewritten"},
    {NoteCode::nothing_to_answer, "nothing-to-answer", "nothing to answer: %; left as it is"},
    {NoteCode::foreign_answer, "foreign-answer", "no place for the answer: %; left as it is"},
    {NoteCode::body_cut, "body-cut", "its body in chunks is cut short: what is there of it was read"},
    {NoteCode::no_tab, "no-tab", "it holds no tab: a line of pairs is a base, a tab and a reference (a table with a header is read by --type csv)"},
    {NoteCode::documents_unread, "documents-unread", "its lines hold documents, which are read line by line only, and not in an input that is read as a whole; left as it is"},
    {NoteCode::ragged_row, "ragged-row", "nothing to answer: %; left as it is"},
    {NoteCode::unclosed_quote, "unclosed-quote", "nothing closes a quote in this row: it, and what follows, is left as it is"},
    {NoteCode::places_unread, "places-unread", "% like a reference, in places of which no table says that they hold any; left as they are"},
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

/// Writes a note in words. All notes are worded here.
[[nodiscard]] inline Note worded(NoteCode code, Note::Severity severity, const std::vector<std::string>& words,
                                 std::optional<std::size_t> offset, std::string part, std::size_t message) {
  std::string text;
  auto word = words.begin();
  for (const char c : note_rows[static_cast<std::size_t>(code)].words) {
    if (c == '%' && word != words.end()) text += *word++;
    else if (c != '%') text += c;
  }
  return {code, severity, std::move(text), offset, std::move(part), message};
}

/// The end of a note about that many lines of a stream.
[[nodiscard]] inline std::string so_are_further_lines(std::size_t count) {
  if (count == 1) return {};
  return (count == 2 ? ", and so is " : ", and so are ") + counted(count - 1, "further line", "further lines");
}

/// The note about a candidate that can't be a base.
[[nodiscard]] inline Note unsuitable(const Scope& scope, std::size_t message) {
  const Candidate& candidate = scope.candidate;
  return worded(NoteCode::unsuitable_base, Note::Severity::notice,
                {std::string(source_of(candidate).whose), candidate.value, std::string(scope.reason)}, candidate.offset,
                candidate.part, message);
}

}  // namespace absolve::inline detail
