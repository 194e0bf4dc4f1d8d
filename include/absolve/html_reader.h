#pragma once

#include <cstdint>

namespace absolve {

/// How HTML is read. The answers are those of the tree; scanning is many times faster.
enum class HtmlReader : std::uint8_t {
  automatic,  // scan, and build the tree of the rare page where scanning leaves doubt
  scan,       // one pass over the bytes; where its tokenization hangs on the tree, the likelier way
  tree,       // build the tree with Gumbo
};

}  // namespace absolve
