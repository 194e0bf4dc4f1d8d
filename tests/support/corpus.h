#pragma once

#include <string>
#include <utility>
#include <vector>

namespace absolve::test {

/// The pages of the corpus beside the project (name and bytes), by name; none where there is no corpus.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> corpus_pages();

/// The same for messages and mailboxes.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> corpus_messages();

}  // namespace absolve::test
