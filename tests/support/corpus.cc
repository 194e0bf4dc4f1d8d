#include "corpus.h"

#include <algorithm>
#include <filesystem>

#include "table.h"

namespace absolve::test {

std::vector<std::pair<std::string, std::string>> corpus_pages() {
  std::vector<std::pair<std::string, std::string>> pages;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(ABSOLVE_CORPUS "/html", none)) {
    pages.emplace_back(entry.path().filename().string(), read_file(entry.path().string()));
  }
  std::ranges::sort(pages);
  return pages;
}

}  // namespace absolve::test
