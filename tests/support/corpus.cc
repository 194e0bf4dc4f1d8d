#include "corpus.h"

#include <algorithm>
#include <filesystem>

#include "table.h"

namespace absolve::test {
namespace {

namespace fs = std::filesystem;

std::string folder_of(Corpus corpus) { return corpus == Corpus::own ? testdata("corpus") : ABSOLVE_CORPUS; }

Files files_below(const std::string& folder) {
  Files files;
  std::error_code none;
  for (const auto& entry : fs::recursive_directory_iterator(folder, none)) {
    if (!entry.is_regular_file() || entry.path().extension() == ".json") continue;
    files.emplace_back(entry.path().filename().string(), read_file(entry.path().string()));
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace

std::string name_of(Corpus corpus) { return corpus == Corpus::own ? "Own" : "Others"; }

void PrintTo(Corpus corpus, std::ostream* out) { *out << name_of(corpus); }

Files pages_of(Corpus corpus) { return files_below(folder_of(corpus) + "/html"); }

std::string messages_folder(Corpus corpus) { return folder_of(corpus) + "/mime"; }

Files messages_of(Corpus corpus) { return files_below(messages_folder(corpus)); }

std::string feeds_folder(Corpus corpus) { return folder_of(corpus) + "/feeds"; }

Files feeds_of(Corpus corpus) { return files_below(feeds_folder(corpus)); }

void OverCorpora::SetUp() {
  if (!fs::exists(folder_of(GetParam()))) GTEST_SKIP() << "skipped: there is no corpus at " << folder_of(GetParam());
}

}  // namespace absolve::test
