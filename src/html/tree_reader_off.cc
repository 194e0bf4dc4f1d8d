// For a build without Gumbo (ABSOLVE_TREE_READER): a page that is to be read by way of its tree is left, and told.

#include "tree_reader.h"

namespace absolve::html {

Budget tree_budget(std::size_t) noexcept { return {}; }

Finding read_tree(std::string_view, const Budget&, const Request&) {
  Finding finding;
  finding.failure = "what this build of the library reads, without the reader tree (ABSOLVE_TREE_READER)";
  return finding;
}

}  // namespace absolve::html
