#pragma once

#include <string>

#include "table.h"

namespace absolve::test {

/// A block that doc/recipes.md shows: the first in this language that begins with these words.
[[nodiscard]] inline std::string recipe(const std::string& language, const std::string& beginning = "") {
  const std::string recipes = read_file(ABSOLVE_TESTDATA "/../doc/recipes.md");
  const std::string fence = "```" + language + "\n";
  const std::size_t begin = recipes.find(fence + beginning) + fence.size();
  return recipes.substr(begin, recipes.find("```", begin) - begin);
}

/// The script that passes a message to a command of a mail server, for a PATH without other programs of that name.
[[nodiscard]] inline std::string recipe_for_servers() {
  return replaced(recipe("sh", "#!/bin/sh\n# absolve-mail"), "PATH=/usr/local/bin:$PATH\n", "");
}

}  // namespace absolve::test
