#include "corpus.h"

#include <algorithm>
#include <filesystem>

#include "table.h"

namespace absolve::test {

namespace {

std::vector<std::pair<std::string, std::string>> files_below(const std::string& folder) {
  std::vector<std::pair<std::string, std::string>> files;
  std::error_code none;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, none)) {
    if (!entry.is_regular_file() || entry.path().extension() == ".json") continue;
    files.emplace_back(entry.path().filename().string(), read_file(entry.path().string()));
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> corpus_pages() { return files_below(ABSOLVE_CORPUS "/html"); }

std::vector<std::pair<std::string, std::string>> corpus_messages() { return files_below(ABSOLVE_CORPUS "/mime"); }

}  // namespace absolve::test
