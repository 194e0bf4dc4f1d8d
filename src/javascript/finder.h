#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::javascript {

/// Finds what a module script imports by a relative URL: the strings of `import` and `export ... from`, and of
/// `import()` where it holds one alone, that start with `/`, `./` or `../`. They all stay, for a script may do anything
/// with them; the finder is there so that they are listed. It goes over the tokens of ECMAScript without a grammar: a
/// `/` starts a regular expression where the token before can't end a value, so that odd scripts may hide an import, or
/// show one too many. Linear, with memory for the braces that are open.
[[nodiscard]] Finding find(std::string_view text, const Request& request);

}  // namespace absolve::javascript
