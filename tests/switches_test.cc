#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <random>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "../src/archive/hash.h"
#include "../src/mime/field_value.h"
#include "../src/text/lines.h"
#include "support/corpus.h"
#include "support/table.h"

namespace absolve {

namespace warc {
std::unique_ptr<Hash> own_hash(std::string_view algorithm);
}
namespace mime {
std::string own_value_of_field(const std::string& field);
}

namespace {

namespace fs = std::filesystem;

/// Texts of all sizes around those of a block, in pieces.
TEST(Switches, OwnDigestsAreNettles) {
  std::mt19937 random(1);  // NOLINT: the same each time
  for (const std::string_view algorithm : {"sha1", "sha256"}) {
    for (std::size_t size = 0; size < 300; ++size) {
      std::string text(size, '\0');
      for (char& c : text) c = static_cast<char>(random());
      const auto own = warc::own_hash(algorithm);
      const auto other = warc::new_hash(algorithm);
      ASSERT_TRUE(own && other) << algorithm;
      for (std::size_t at = 0; at < size;) {
        const std::size_t piece = 1 + random() % 100;
        own->add(std::string_view(text).substr(at, piece));
        at += piece;
      }
      other->add(text);
      ASSERT_EQ(own->finish(), other->finish()) << algorithm << " of " << size << " bytes";
    }
  }
  EXPECT_EQ(warc::own_hash("md5"), nullptr);
}

/// A field as body_of() passes it: in one line, without NUL.
void compare_values(std::string text, std::size_t& seen) {
  std::erase_if(text, [](char c) { return c == '\r' || c == '\n' || c == '\0'; });
  if (text.find(':') == std::string::npos) return;
  ++seen;
  ASSERT_EQ(mime::own_value_of_field(text), mime::value_of_field(text)) << text;
}

TEST(Switches, OwnValuesOfFieldsAreMimetics) {
  std::vector<fs::path> folders;
  for (const char* own : {"mime", "corpus", "container", "http", "archives", "records", "retrieved", "nested"}) {
    folders.emplace_back(test::testdata(own));
  }
  if (fs::exists(fs::path(ABSOLVE_CORPUS) / "mime")) folders.emplace_back(fs::path(ABSOLVE_CORPUS) / "mime");
  std::size_t seen = 0;
  for (const fs::path& folder : folders) {
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (!entry.is_regular_file()) continue;
      std::string text = test::read_file(entry.path().string());
      const std::regex unfolded("\r?\n[ \t]");
      if (text.size() < 100'000) text = std::regex_replace(text, unfolded, " ");
      for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        compare_values(text.substr(at, end - at), seen);
        at = end + 1;
      }
    }
  }
  for (const char* odd :
       {":", "a:", "a: ", "a :b", "a:b:c", " a: b ", "a:\tb\t", "a: \"b:c\" (d)", "a: =?x?q?y?= ;", "::b"}) {
    compare_values(odd, seen);
  }
  EXPECT_GT(seen, 1000U);
}

/// The iterators of arrays and views are classes in some libraries, and not pointers.
TEST(Switches, IteratorsAreNotTakenForPointers) {
  const std::regex pointer(
      R"(const auto\* const \w+\s*=\s*(std::(ranges::)?(find|lower_bound|upper_bound|search|max_element|min_element|adjacent_find|mismatch)|\w+\.(begin|end)\())");
  std::size_t seen = 0;
  for (const char* folder : {"../src", "../include"}) {
    for (const auto& entry : fs::recursive_directory_iterator(test::testdata(folder))) {
      const auto extension = entry.path().extension();
      if (extension != ".cc" && extension != ".h") continue;
      ++seen;
      const std::string text = test::read_file(entry.path().string());
      std::smatch match;
      EXPECT_FALSE(std::regex_search(text, match, pointer)) << entry.path() << ": " << match.str();
    }
  }
  EXPECT_GT(seen, 300U);
}

}  // namespace
}  // namespace absolve
