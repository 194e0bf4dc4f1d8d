// What src/text has for all, where no other test shows it.

#include "../src/text/nearest.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "../src/text/byte_sets.h"
#include "../src/text/lines.h"
#include "../src/text/utf8.h"
#include "support/exact.h"

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

using Stops = Bytes<'=', '\n'>;

/// With one byte of the set, at any place in texts of any size.
TEST(ByteSets, CopyUpToAStop) {
  for (std::size_t size = 0; size < 50; ++size) {
    for (std::size_t stop = 0; stop <= size; ++stop) {
      std::string text(size, 'x');
      for (std::size_t i = 0; i < size; ++i) text[i] = static_cast<char>('a' + i % 26);
      if (stop < size) text[stop] = '=';
      const test::Exact exact(text);
      for (std::size_t at = 0; at <= stop; ++at) {
        const auto copy = std::make_unique<char[]>(size - at);
        char* out = copy.get();
        ASSERT_EQ(copy_to_set<Stops>(exact.view(), at, out), stop) << size << " " << at;
        ASSERT_EQ(std::string_view(copy.get(), out), exact.view().substr(at, stop - at));
      }
    }
  }
}

TEST(ByteSets, CountAllBytes) {
  constexpr std::array<std::size_t, 12> sizes = {0, 1, 15, 16, 17, 4079, 4080, 4081, 4095, 4096, 4097, 20'000};
  for (const std::size_t size : sizes) {
    const test::Exact all(std::string(size, '\n'));
    EXPECT_EQ(count_in_set<Stops>(all.view()), size);
    std::string some(size, 'x');
    for (std::size_t at = 0; at < size; at += 3) some[at] = at % 2 == 0 ? '=' : '\n';
    EXPECT_EQ(count_in_set<Stops>(test::Exact(some).view()), (size + 2) / 3) << size;
  }
}

/// Of a pair, and of its two bytes apart.
TEST(ByteSets, FindPairs) {
  const auto found = [](std::string_view text, std::size_t at) {
    return find_pair<Bytes<'\n'>, Bytes<'F', '-'>>(test::Exact(text).view(), at);
  };
  for (std::size_t size = 2; size < 70; ++size) {
    for (std::size_t at = 0; at + 1 < size; ++at) {
      std::string text(size, 'x');
      text[at] = '\n';
      ASSERT_EQ(found(text, 0), size);
      text[at + 1] = at % 2 == 0 ? 'F' : '-';
      ASSERT_EQ(found(text, 0), at) << size;
      ASSERT_EQ(found(text, at), at) << size;
      ASSERT_EQ(found(text, at + 1), size) << at;
      text[at] = 'x';
      ASSERT_EQ(found(text, 0), size);
    }
  }
}

TEST(Lines, WithEdits) {
  struct Row {
    std::string_view text;
    std::vector<Edit> edits;
    std::size_t begin;
    std::size_t end;
    std::size_t count;
  };
  const Row rows[] = {
      {"", {{0, 0, "x"}}, 0, 0, 1},
      {"aa\nbb\ncc", {{3, 0, "x"}}, 3, 5, 1},               // at the start of a line
      {"aa\nbb\ncc", {{2, 0, "x"}, {3, 0, "x"}}, 0, 2, 1},  // at the end of one, and at the start of the next
      {"aa\nbb\ncc", {{0, 1, "x"}, {2, 0, "x"}}, 0, 2, 2},
      {"aa\nbb\ncc", {{2, 1, ""}}, 0, 5, 1},              // a line end goes
      {"aa\nbb\ncc", {{1, 2, ""}, {4, 2, ""}}, 0, 8, 2},  // and one more in the line that is drawn up
      {"aa\nbb\ncc", {{1, 2, ""}, {6, 1, ""}}, 0, 5, 1},
      {"aa\nbb\ncc", {{8, 0, "x"}}, 6, 8, 1},
      {"aa\n", {{3, 0, "x"}}, 3, 3, 1},
  };
  for (const Row& row : rows) {
    const EditedLines lines = first_edited_lines(test::Exact(row.text).view(), row.edits);
    EXPECT_EQ(lines.begin, row.begin) << row.text << " " << row.edits.front().offset;
    EXPECT_EQ(lines.end, row.end) << row.text << " " << row.edits.front().offset;
    EXPECT_EQ(lines.edits, row.count) << row.text << " " << row.edits.front().offset;
  }
}

}  // namespace
}  // namespace absolve
