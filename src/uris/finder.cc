// Lists of references, one in each line, in no other format. Each line is taken literally, as programs pass them: there
// are no comments, and nothing is trimmed. Entries are only kept in Finding::list if they are answered with objects;
// otherwise each answer is an edit of its reference, as in a document. Linear.

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
