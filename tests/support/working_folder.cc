#include "working_folder.h"

#include <sstream>
#include <vector>

namespace absolve::test {

WorkingFolder::WorkingFolder() { std::filesystem::current_path(place_.path()); }

WorkingFolder::~WorkingFolder() { std::filesystem::current_path(before_); }

cli::Settings settings_of(const std::string& arguments) {
  std::istringstream stream("absolve " + arguments);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  std::vector<const char*> pointers;
  for (const std::string& word : words) pointers.push_back(word.c_str());
  return cli::parse(static_cast<int>(pointers.size()), pointers.data()).settings;
}

}  // namespace absolve::test
