#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::javascript {

/// Finds what a module script imports by a relative URL: the strings of `import` and `export ... from`, and of
/// `import()` if its argument is a single string, that start with `/`, `./` or `../`. They are all left unchanged,
/// since a script may do anything with them; they are only found to be listed. The tokens of ECMAScript are read
/// without a grammar: a `/` starts a regular expression if the token before it can't end a value, so in unusual scripts
/// an import may be missed, or something else taken for one. Linear, with memory for the open braces.
[[nodiscard]] Finding find(std::string_view text, const Request& request);

}  // namespace absolve::javascript
