#pragma once

#include <cstdint>

namespace absolve {

/// How HTML is read.
enum class HtmlReader : std::uint8_t {
  automatic,  // scan, and build the tree of the rare page that passes a limit of scanning
  scan,       // over the bytes, after today's HTML standard; where that passes a limit, the likelier way
  tree,       // build the tree with Gumbo 0.10.1, which follows an older standard; many times slower
};

}  // namespace absolve
