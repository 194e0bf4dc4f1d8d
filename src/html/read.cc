#include "read.h"

#include "scan_reader.h"
#include "tree_reader.h"

namespace absolve::html {

Finding find(std::string_view text, const Request& request) {
  if (request.options.html_reader == HtmlReader::tree) return read_tree(text, tree_budget(text.size()), request);
  return read_scan(text, request).finding;
}

}  // namespace absolve::html
