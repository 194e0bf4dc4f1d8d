// What src/text has for all, where no other test shows it.

#include "../src/text/nearest.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

#include "../src/text/utf8.h"

namespace absolve {
namespace {

constexpr std::array<std::string_view, 8> words = {"output-dir", "dry-run", "url", "url-map",
                                                   "only",       "html",    "i",   "jobs"};

TEST(Nearest, IsTheWordThatMayHaveBeenMeant) {
  struct Row {
    std::string_view mistyped;
    std::string_view meant;
  };
  constexpr Row rows[] = {
      {"output-dir", "output-dir"},
      {"outputdir", "output-dir"},
      {"output-dri", "output-dir"},
      {"Dry-Run", "dry-run"},
      {"urll", "url"},
      {"ulr", "url"},
      {"ur", ""},
      {"urlmap", "url-map"},
      {"olny", "only"},
      {"HTML", "html"},
      {"htlm", "html"},
      {"I", "i"},
      {"x", ""},
      {"", ""},
      {"zzzz", ""},
      {"job", "jobs"},
      {"jbso", ""},
      {"htttml", "html"},
      {"hhhhtml", ""},
  };
  for (const Row& row : rows) EXPECT_EQ(nearest(row.mistyped, words), row.meant) << row.mistyped;
  EXPECT_EQ(nearest(std::string(65, 'x'), std::array<std::string_view, 1>{"x"}), "");
}

TEST(BeginningOf, EndsWithAWholeCharacter) {
  struct Row {
    std::string_view text;
    std::size_t max;
    std::string_view beginning;
  };
  constexpr Row rows[] = {
      {"", 0, ""},
      {"abc", 0, ""},
      {"abc", 2, "ab"},
      {"abc", 3, "abc"},
      {"abc", 4, "abc"},
      {"a\xC3\xA9z", 2, "a"},
      {"a\xC3\xA9z", 3, "a\xC3\xA9"},
      {"a\xE2\x82\xACz", 3, "a"},
      {"a\xF0\x9F\x8C\xB9z", 2, "a"},
      {"a\xF0\x9F\x8C\xB9z", 4, "a"},
      {"a\xF0\x9F\x8C\xB9z", 5, "a\xF0\x9F\x8C\xB9"},
      {"\xF0\x9F\x8C\xB9", 3, ""},
      {"\x80\x80\x80\x80\x80\x80", 5, "\x80\x80"},  // no UTF-8: a character is four bytes at most
  };
  for (const Row& row : rows) EXPECT_EQ(beginning_of(row.text, row.max), row.beginning) << row.text << row.max;
}

}  // namespace
}  // namespace absolve
