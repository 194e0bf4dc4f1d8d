#include "read.h"

#include "scan_reader.h"
#include "tree_reader.h"

namespace absolve::html {

Reading read(std::string_view text, HtmlReader reader) {
  if (reader == HtmlReader::tree) return {read_tree(text, tree_budget(text.size())), {}, {}};
  if (reader == HtmlReader::scan) return {read_scan(text, Doubt::read_on).finding, {}, {}};

  Scan scan = read_scan(text, Doubt::hand_over);
  if (scan.handed_over.empty()) return {std::move(scan.finding), {}, {}};
  Finding tree = read_tree(text, tree_budget(text.size()));
  if (tree.failure.empty()) return {std::move(tree), scan.handed_over, {}};
  return {read_scan(text, Doubt::read_on).finding, scan.handed_over, tree.failure};
}

}  // namespace absolve::html
