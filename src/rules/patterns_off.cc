// For a build without RE2 (ABSOLVE_RE2): a pattern is an error; a function of the caller's decides on links instead
// (absolve/options.h).

#include "absolve/options.h"

namespace absolve {

class Patterns::Compiled {};

Expected<Patterns> Patterns::from(std::span<const std::string> patterns) {
  if (patterns.empty()) return Patterns();
  return Error{"this build of the library knows no regular expressions (ABSOLVE_RE2)"};
}

bool Patterns::match(std::string_view) const { return false; }

}  // namespace absolve
