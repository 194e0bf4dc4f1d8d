// Lists of references, one a line, in no format around them. Each line is taken to the byte, as programs pass them: no
// comments, no trimming. Entries are kept in Finding::list only where they are answered by objects; otherwise each
// answer is an edit of its reference, as in a document. Linear.

#include "finder.h"

#include <memory>

#include "../find/entries.h"

namespace absolve::uris {

Finding find(std::string_view text, const Request& request) {
  Finding finding;
  if (request.options.json_answers) finding.list = std::make_unique<ListFinding>();
  for_each_entry(text, request.options, [&](std::size_t begin, std::size_t end) {
    if (finding.list) {
      finding.list->entries.push_back(
          {.begin = begin, .end = end, .value = static_cast<std::uint32_t>(finding.values.size())});
    }
    finding.values.push_back(Value{.begin = begin, .end = end, .element = begin, .rule = &entry_rule});
  });
  return finding;
}

}  // namespace absolve::uris
