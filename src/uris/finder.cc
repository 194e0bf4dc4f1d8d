// Lists of references, one in each line, in no other format. There are no comments; white space around a reference is
// no part of it, nor of its answer, and neither is a byte order mark before the first:
//
//     \t ../g \r\n       entry: `\t ../g `   value: `../g`
//
// Entries are only kept in Finding::list if they are answered with objects, if there is such a mark, or from the first
// one with white space on; otherwise each answer is an edit of its reference, as in a document. Linear.

#include "finder.h"

#include <memory>

#include "../find/entries.h"
#include "../text/ascii.h"
#include "../text/slice.h"

namespace absolve::uris {

Finding find(std::string_view text, const Request& request) {
  Finding finding;
  const auto keep_entry = [&](std::size_t begin, std::size_t end, std::size_t value) {
    finding.list->entries.push_back({.begin = begin, .end = end, .value = static_cast<std::uint32_t>(value)});
  };
  const auto keep_entries = [&] {
    finding.list = std::make_unique<ListFinding>();
    for (std::size_t i = 0; i < finding.values.size(); ++i) {
      keep_entry(finding.values[i].begin, finding.values[i].end, i);
    }
  };
  const bool is_marked = !request.input.continues && text.starts_with(byte_order_mark);
  if (request.options.json_answers || is_marked) keep_entries();
  for_each_entry(text, request.input, request.options, [&](std::size_t begin, std::size_t end) {
    const std::string_view reference = trimmed(text.substr(begin, end - begin));
    if (!finding.list && reference.size() < end - begin) keep_entries();
    if (finding.list) keep_entry(begin, end, finding.values.size());
    const std::size_t at = offset_of(reference, text);
    finding.values.push_back(Value{.begin = at, .end = at + reference.size(), .element = begin, .rule = &entry_rule});
  });
  note_cr_alone(finding, text, request.input);
  return finding;
}

}  // namespace absolve::uris
