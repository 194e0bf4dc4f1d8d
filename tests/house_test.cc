#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "support/table.h"

namespace absolve {
namespace {

namespace fs = std::filesystem;

/// The house: what each folder of src knows besides itself. Whoever adds a folder says here what it may know.
const std::map<std::string, std::set<std::string>> known = {
    {"text", {"absolve"}},
    {"url", {"absolve", "text"}},
    {"base", {"absolve", "url"}},
    {"codec", {"absolve", "text"}},
    {"find", {"absolve", "text", "codec"}},
    {"markup", {"absolve", "text", "codec", "find"}},
    {"html", {"absolve", "text", "codec", "find", "markup"}},
    {"xml", {"absolve", "text", "codec", "find", "markup"}},
    {"css", {"text", "codec", "find"}},
    {"json", {"text", "codec", "find"}},
    {"javascript", {"text", "codec", "find"}},
    {"mime", {"absolve", "text", "codec", "find"}},
    {"http", {"absolve", "text", "codec", "find", "mime"}},
    {"warc", {"absolve", "text", "codec", "find", "mime", "http"}},
    {"uris", {"text", "find"}},
    {"container", {"absolve", "text", "codec", "mime", "http", "warc"}},
    {"plan", {"absolve", "text", "url", "codec", "find", "html", "json", "mime", "http", "warc", "container"}},
    {"c", {"absolve"}},
    {"cli", {"absolve"}},
    {"python", {"absolve"}},
};

/// THE table of formats leads to all finders, and is the one file beside them that knows them.
const std::map<std::string, std::set<std::string>> known_by_file = {
    {"find/formats.cc", {"css", "html", "http", "javascript", "json", "markup", "mime", "uris", "warc", "xml"}},
};

/// The doors of libraries.
const std::map<std::string, std::set<std::string>> doors = {
    {"gumbo.h", {"html/gumbo_door.h"}},      {"boost/", {"cli/options/settings.cc"}}, {"iconv.h", {"codec/charset/transcoded.cc"}},
    {"mimetic/", {"mime/fields.cc"}},        {"re2/", {"rules/patterns.cc"}},  {"zlib.h", {"codec/compression/gzip.cc"}},
    {"brotli/", {"codec/compression/brotli.cc"}},        {"zstd", {"codec/compression/zstd.cc"}},     {"openssl/", {"archive/digest.cc"}},
    {"pybind11/", {"python/interpreter.h"}},
};

TEST(House, FoldersKnowOnlyWhatTheyMay) {
  const fs::path src = fs::path(ABSOLVE_TESTDATA).parent_path() / "src";
  const std::regex include(R"re(#include ["<]([^">]+)[">])re");
  std::size_t seen = 0;
  for (const auto& entry : fs::recursive_directory_iterator(src)) {
    if (!entry.is_regular_file() || entry.path().extension() == ".md") continue;
    const fs::path file = fs::relative(entry.path(), src);
    const std::string folder = file.begin()->string();
    ASSERT_TRUE(known.contains(folder)) << file;
    std::istringstream lines(test::read_file(entry.path().string()));
    for (std::string line; std::getline(lines, line);) {
      // What a program sees by name is declared in include/absolve alone.
      EXPECT_TRUE(line != "namespace absolve {" || file.extension() != ".h") << file << " opens the public namespace";
      std::smatch match;
      if (!std::regex_search(line, match, include)) continue;
      const std::string name = match[1];
      for (const auto& [library, files] : doors) {
        EXPECT_TRUE(!name.starts_with(library) || files.contains(file.string())) << file << ": no door of " << library;
      }
      std::string target;
      if (name.starts_with("absolve/")) target = "absolve";
      EXPECT_TRUE(folder == "plan" || folder == "c" || folder == "cli" || name != "absolve/plan.h")
          << file << " looks up to the plan";
      if (name.starts_with("../")) target = name.substr(3, name.find('/', 3) - 3);
      if (target.empty()) continue;
      ++seen;
      const auto more = known_by_file.find(file.string());
      const bool may =
          known.at(folder).contains(target) || (more != known_by_file.end() && more->second.contains(target));
      EXPECT_TRUE(may) << file << " includes " << name;
    }
  }
  EXPECT_GT(seen, 20U);
}

/// All that `pattern` matches in a text: its first group.
std::set<std::string> matches(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  std::set<std::string> found;
  for (auto match = std::sregex_iterator(text.begin(), text.end(), regex); match != std::sregex_iterator(); ++match) {
    found.insert((*match)[1]);
  }
  return found;
}

/// src/README.md leads newcomers: its rooms, files and functions are those of the code.
TEST(House, IsAsItsReadmeSays) {
  const fs::path root = fs::path(ABSOLVE_TESTDATA).parent_path();
  const std::string readme = test::read_file((root / "src/README.md").string());
  for (const auto& [folder, knows] : known) {
    EXPECT_NE(readme.find("`" + folder + "/`"), std::string::npos) << folder;
  }
  std::string code;
  for (const fs::path& folder : {root / "src", root / "include"}) {
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      const auto extension = entry.path().extension();
      if (extension == ".cc" || extension == ".h") code += test::read_file(entry.path().string());
    }
  }
  const std::set<std::string> files = matches(readme, R"(\b(\w+(/\w+)+\.(cc|h|tsv))\b)");
  EXPECT_GT(files.size(), 20U);
  for (const std::string& file : files) {
    EXPECT_TRUE(fs::exists(root / file) || fs::exists(root / "src" / file) || fs::exists(root / "include" / file))
        << file;
  }
  const std::set<std::string> functions = matches(readme, R"(`(?:\w+::)?(\w+)\(\)`)");
  EXPECT_GT(functions.size(), 10U);
  for (const std::string& function : functions)
    EXPECT_NE(code.find(" " + function + "("), std::string::npos) << function;
}

}  // namespace
}  // namespace absolve
