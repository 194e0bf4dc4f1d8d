#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/table.h"

namespace absolve {
namespace {

namespace fs = std::filesystem;

/// What each folder of src may include besides itself. Whoever adds a folder says here what it may include. Each knows
/// only folders above it here, so that none is a circle.
const std::vector<std::pair<std::string, std::set<std::string>>> layers = {
    {"text", {"absolve"}},
    {"url", {"absolve", "text"}},
    {"codec", {"absolve", "text"}},
    {"find", {"absolve", "text", "codec"}},
    {"markup", {"absolve", "text", "url", "codec", "find"}},
    {"html", {"absolve", "text", "url", "codec", "find", "markup"}},
    {"xml", {"absolve", "text", "url", "codec", "find", "markup"}},
    {"css", {"text", "codec", "find"}},
    {"json", {"absolve", "text", "url", "codec", "find"}},
    {"javascript", {"text", "find"}},
    {"uris", {"text", "find"}},
    {"markdown", {"text", "codec", "find"}},
    {"playlist", {"text", "codec", "find"}},
    {"table", {"absolve", "text", "url", "codec", "find"}},
    {"mime", {"absolve", "text", "url", "codec", "find"}},
    {"http", {"absolve", "text", "url", "codec", "find", "mime"}},
    {"archive", {"absolve", "text", "codec", "find", "mime", "http"}},
    {"detect",
     {"absolve", "text", "codec", "find", "html", "css", "xml", "json", "javascript", "table", "mime", "http",
      "playlist", "archive"}},
    {"rules", {"absolve", "text", "url", "codec", "detect"}},
    {"describe", {"absolve", "text", "url", "codec", "find"}},
    {"stream", {"absolve", "text", "url", "codec", "find", "json", "mime", "http", "table", "detect"}},
    {"plan", {"absolve", "text", "url", "codec", "find", "html", "json", "mime", "detect", "rules", "stream", "table"}},
    {"zip", {"absolve", "text", "codec"}},
    {"collect",
     {"absolve", "text", "url", "codec", "find", "markup", "xml", "table", "archive", "detect", "stream", "zip"}},
    {"c", {"absolve", "text", "url", "detect", "rules", "describe"}},
    {"cli", {"absolve", "text", "url", "codec", "find", "archive", "detect", "rules", "describe", "collect"}},
    {"manual", {"cli"}},
    {"python", {"absolve", "text", "url", "find", "table", "rules", "collect", "describe", "stream"}},
    {"wasm", {"absolve", "text", "url", "table", "rules", "collect", "describe", "stream"}},
};

/// The same for the folders of the program. It may know all that the folder cli may know.
const std::vector<std::pair<std::string, std::set<std::string>>> layers_of_cli = {
    {"system", {}},
    {"options", {"system"}},
    {"inputs", {"system", "options"}},
    {"provenance", {"system", "options", "inputs"}},
    {"outputs", {"system", "options", "inputs"}},
    {"views", {"system", "inputs", "outputs"}},
    {"report", {"system", "inputs", "outputs", "views"}},
    {"told", {"system", "options", "outputs", "report"}},
    {"jobs", {"system", "options", "inputs", "outputs"}},
    {"run", {"system", "options", "inputs", "provenance", "outputs", "views", "report", "told", "jobs"}},
};

/// The table of finders leads to all of them, and is the one file beside them that knows them.
const std::map<std::string, std::set<std::string>> known_by_file = {
    {"plan/finders.cc", {"archive", "css", "http", "javascript", "markdown", "markup", "playlist", "uris", "xml"}},
};

/// The only files that include the headers of libraries.
const std::map<std::string, std::set<std::string>> wrappers = {
    {"gumbo.h", {"html/gumbo_wrapper.h"}},
    {"boost/", {"cli/options/command_line.cc"}},
    {"iconv.h", {"codec/charset/decoder.cc"}},
    {"mimetic/", {"mime/field_value.cc"}},
    {"re2/", {"rules/patterns.cc"}},
    {"zlib.h", {"codec/compression/gzip.cc", "codec/compression/whole_deflate_zlib.cc"}},
    {"brotli/", {"codec/compression/brotli.cc"}},
    {"zstd", {"codec/compression/zstd.cc"}},
    {"nettle/", {"archive/hash.cc"}},
    {"blake2.h", {"archive/hash.cc"}},
    {"libdeflate.h", {"codec/compression/whole_deflate.cc"}},
    {"pybind11/", {"python/interpreter.h"}},
};

/// Folders that talk to the system; the library doesn't.
const std::set<std::string> of_the_system = {"cli", "python"};

bool is_header_of_the_system(const std::string& name) {
  return name.starts_with("sys/") || name == "fcntl.h" || name == "unistd.h" || name == "dirent.h";
}

const fs::path root = fs::path(ABSOLVE_TESTDATA).parent_path();

/// The names that each source and header of the library and the program includes, by its path below the root.
std::map<std::string, std::vector<std::string>> includes() {
  const std::regex include(R"re(#include ["<]([^">]+)[">])re");
  std::map<std::string, std::vector<std::string>> result;
  for (const char* folder : {"src", "include"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const auto extension = entry.path().extension();
      if (extension != ".cc" && extension != ".h") continue;
      auto& names = result[fs::relative(entry.path(), root).string()];
      const std::string text = test::read_file(entry.path().string());
      for (auto match = std::sregex_iterator(text.begin(), text.end(), include); match != std::sregex_iterator();
           ++match)
        names.push_back((*match)[1]);
    }
  }
  return result;
}

TEST(Layering, FoldersIncludeOnlyWhatTheyMay) {
  std::map<std::string, std::set<std::string>> known;
  for (const auto& [folder, may] : layers) {
    for (const std::string& one : may) EXPECT_TRUE(one == "absolve" || known.contains(one)) << folder << ": " << one;
    known[folder] = may;
  }
  std::size_t seen = 0;
  for (const auto& [path, names] : includes()) {
    if (!path.starts_with("src/")) continue;
    const std::string file = path.substr(4);
    const std::string folder = file.substr(0, file.find('/'));
    ASSERT_TRUE(known.contains(folder)) << file;
    for (const std::string& name : names) {
      for (const auto& [library, files] : wrappers) {
        EXPECT_TRUE(!name.starts_with(library) || files.contains(file)) << file << " is no wrapper of " << library;
      }
      EXPECT_TRUE(!is_header_of_the_system(name) || of_the_system.contains(folder)) << file << " includes " << name;
      const bool may_know_plans = folder == "plan" || folder == "rules" || folder == "collect" || folder == "stream" ||
                                  folder == "c" || folder == "cli" || folder == "describe" || folder == "wasm";
      EXPECT_TRUE(may_know_plans || name != "absolve/plan.h") << file << " looks up to the plan";
      std::string target = name.starts_with("absolve/") ? "absolve" : "";
      if (name.starts_with("../")) {
        const fs::path there =
            ("src" / fs::path(file).parent_path() / name).lexically_normal().lexically_relative("src");
        target = there.begin()->string();
      }
      if (target.empty() || target == folder) continue;
      ++seen;
      const auto more = known_by_file.find(file);
      const bool may = known[folder].contains(target) || (more != known_by_file.end() && more->second.contains(target));
      EXPECT_TRUE(may) << file << " includes " << name;
    }
  }
  EXPECT_GT(seen, 20U);
}

TEST(Layering, FoldersOfTheProgramIncludeOnlyWhatTheyMay) {
  std::map<std::string, std::set<std::string>> known;
  for (const auto& [folder, may] : layers_of_cli) {
    for (const std::string& one : may) EXPECT_TRUE(known.contains(one)) << folder << ": " << one;
    known[folder] = may;
  }
  std::size_t seen = 0;
  for (const auto& [path, names] : includes()) {
    const fs::path below = fs::path(path).lexically_relative("src/cli");
    if (*below.begin() == ".." || !below.has_parent_path()) continue;  // main.cc may know all
    const std::string folder = below.begin()->string();
    ASSERT_TRUE(known.contains(folder)) << path;
    for (const std::string& name : names) {
      const fs::path there = (below.parent_path() / name).lexically_normal();
      const std::string target = there.begin()->string();
      if (!name.starts_with("../") || target == folder || !there.has_parent_path()) continue;
      if (target == "..") continue;  // the library
      ++seen;
      EXPECT_TRUE(known[folder].contains(target)) << path << " includes " << name;
    }
  }
  EXPECT_GT(seen, 100U);
}

/// What a program sees by name is declared in include/absolve alone.
TEST(Layering, OnlyPublicHeadersOpenThePublicNamespace) {
  std::size_t seen = 0;
  for (const auto& [path, names] : includes()) {
    if (!path.starts_with("src/") || !path.ends_with(".h")) continue;
    EXPECT_EQ(test::read_file((root / path).string()).find("\nnamespace absolve {\n"), std::string::npos) << path;
    ++seen;
  }
  EXPECT_GT(seen, 50U);
}

/// Units, each a source with its header, include one another in no circle: what no unit above needs is taken away,
/// again and again, until nothing is left.
TEST(Layering, NoUnitsIncludeOneAnotherInACircle) {
  const auto unit_of = [](const fs::path& path) { return fs::path(path).replace_extension().string(); };
  const auto files = includes();
  std::map<std::string, std::set<std::string>> needs;
  for (const auto& [path, names] : files) {
    auto& needed = needs[unit_of(path)];
    for (const std::string& name : names) {
      const std::string beside = (fs::path(path).parent_path() / name).lexically_normal().string();
      const std::string found = files.contains(beside) ? beside : "include/" + name;
      if (files.contains(found) && unit_of(found) != unit_of(path)) needed.insert(unit_of(found));
    }
  }
  EXPECT_GT(needs.size(), 100U);
  for (std::size_t size = 0; size != needs.size();) {
    size = needs.size();
    std::erase_if(needs, [&](const auto& unit) {
      return std::ranges::none_of(unit.second, [&](const std::string& one) { return needs.contains(one); });
    });
  }
  for (const auto& [unit, needed] : needs) ADD_FAILURE() << unit << " is in a circle, or above one";
}

/// These verbs could mean anything: src/README.md has a table of those that mean one thing.
TEST(Layering, NoFunctionHasAVerbThatCouldMeanAnything) {
  const std::regex vague(R"re(\b(take|leave|do|manage|perform|treat)(_\w+)?\()re");
  std::size_t seen = 0;
  for (const auto& [path, names] : includes()) {
    const std::string text = test::read_file((root / path).string());
    for (auto match = std::sregex_iterator(text.begin(), text.end(), vague); match != std::sregex_iterator(); ++match) {
      ADD_FAILURE() << path << ": " << (*match)[0];
    }
    ++seen;
  }
  EXPECT_GT(seen, 300U);
}

/// Whoever opens a file of the run reads first who calls it, when, and for what.
TEST(Layering, HeadersOfTheRunSayWhatTheyAreFor) {
  std::size_t seen = 0;
  for (const auto& [path, names] : includes()) {
    const bool is_of_run = path.starts_with("src/cli/") || path.starts_with("src/collect/");
    if (!is_of_run || !path.ends_with(".h")) continue;
    EXPECT_TRUE(test::read_file((root / path).string()).starts_with("// ")) << path;
    ++seen;
  }
  EXPECT_GT(seen, 80U);
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

/// src/README.md leads newcomers: its folders, files and functions are those of the code.
TEST(Layering, IsAsItsReadmeSays) {
  const std::string readme = test::read_file((root / "src/README.md").string());
  for (const auto& [folder, may] : layers) {
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
    EXPECT_TRUE(fs::exists(root / file) || fs::exists(root / "src" / file) || fs::exists(root / "src/cli" / file) ||
                fs::exists(root / "include" / file))
        << file;
  }
  const std::set<std::string> functions = matches(readme, R"(`(?:\w+::)?(\w+)\(\)`)");
  EXPECT_GT(functions.size(), 10U);
  for (const std::string& function : functions)
    EXPECT_NE(code.find(" " + function + "("), std::string::npos) << function;
}

}  // namespace
}  // namespace absolve
