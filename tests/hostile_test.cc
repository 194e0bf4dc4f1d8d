#include <gtest/gtest.h>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <string>

#include "absolve/absolve.h"
#include "support/promises.h"

namespace absolve {
namespace {

std::string repeated(std::string_view text, std::size_t times) {
  std::string result;
  result.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) result += text;
  return result;
}

std::string numbered(std::string_view before, std::string_view after, std::size_t times) {
  std::string result;
  for (std::size_t i = 0; i < times; ++i) result.append(before).append(std::to_string(i)).append(after);
  return result;
}

struct Bomb {
  const char* name;
  std::string page;
};

/// Each is far within the budget of the tree reader or far beyond it, so that a busy machine changes nothing.
std::vector<Bomb> bombs() {
  return {
      {"nested div", repeated("<div>", 200'000)},
      {"nested span", repeated("<span>", 300'000)},
      {"nested svg", repeated("<svg>", 100'000)},
      {"nested template", repeated("<template>", 100'000)},
      {"nested table", repeated("<table>", 100'000)},
      {"frameset over nesting", repeated("<span>", 300'000) + "<frameset><frame src=y>"},
      {"formatting", numbered("<p><b a", ">", 2'300)},
      {"attributes", "<a " + numbered("a", " ", 150'000) + ">"},
      {"duplicate attributes", "<a " + repeated("href=y ", 300'000) + ">"},
      {"merged attributes", numbered("<body a", "=y>", 5'000)},
      {"merged attributes of one tag", "<body><body " + numbered("a", "=y ", 60'000) + ">"},
      {"base elements", repeated("<base href=y>", 100'000)},
      {"ampersands", "<a href='" + repeated("&a", 500'000) + "'>"},
      {"long names of references", "<a href='" + repeated("&" + std::string(31, 'a'), 30'000) + "'>"},
      {"steps up", "<a href='" + repeated("../", 500'000) + "'>"},
      {"steps down and up", "<a href='" + repeated("a/../", 300'000) + "'>"},
      {"unclosed quotes", repeated("<a href='", 100'000)},
      {"angle brackets", repeated("<", 1'000'000)},
      {"long name", "<" + std::string(1'000'000, 'a') + " href=y>"},
      {"long URL", "<a href='" + std::string(10'000'000, 'y') + "'>"},
  };
}

TEST(Hostile, BombsEndAndLoseNothing) {
  for (const Bomb& bomb : bombs()) {
    SCOPED_TRACE(bomb.name);
    test::expect_promises("<p><a href=x></a></p>" + bomb.page, {.type = Type::html, .retrieval_url = "http://h/a/"});
  }
}

#if !defined(__SANITIZE_ADDRESS__)
/// The memory that planning takes at its peak, in bytes.
long memory_of_plan(const std::string& page, HtmlReader reader) {
  const pid_t child = ::fork();
  if (child != 0) {
    int status = 0;
    ::waitpid(child, &status, 0);
    return static_cast<long>(WEXITSTATUS(status)) << 20;
  }
  rusage before{};
  rusage after{};
  ::getrusage(RUSAGE_SELF, &before);
  static_cast<void>(plan(page, {.type = Type::html, .retrieval_url = "http://h/", .html_reader = reader}));
  ::getrusage(RUSAGE_SELF, &after);
  ::_exit(static_cast<int>(std::min(255L, (after.ru_maxrss - before.ru_maxrss + 1023) / 1024)));
}

TEST(Hostile, ScanningTakesNoMemoryForNesting) {
  for (const std::string_view tag :
       {"<div>", "<svg>", "<svg><desc>", "<template>", "<table>", "<!--x-->", "<b a>", "<script><!--"}) {
    SCOPED_TRACE(tag);
    EXPECT_LT(memory_of_plan(repeated(tag, (std::size_t{32} << 20) / tag.size()), HtmlReader::scan), 16L << 20);
  }
}
#endif

TEST(Hostile, ALongBaseBeforeManyReferencesIsALimit) {
  const std::string page = "<base href='http://h/" + std::string(60'000, 'a') + "/'>" + repeated("<a href=x>", 5'000);
  EXPECT_TRUE(plan(page).failed());
  test::expect_promises(page, {});
  const std::string objects =
      "<base href='http://h/" + std::string(60'000, 'a') + "/'>" + repeated("<object codebase=x data=y>", 2'000);
  EXPECT_TRUE(plan(objects).failed());
}

TEST(Hostile, TheTreeReaderKeepsItsBudget) {
  for (const Bomb& bomb : bombs()) {
    SCOPED_TRACE(bomb.name);
    test::expect_promises("<p><a href=x></a></p>" + bomb.page,
                          {.type = Type::html, .retrieval_url = "http://h/a/", .html_reader = HtmlReader::tree});
  }
  for (const std::string& page : {repeated("<div>", 200'000), "<a " + numbered("a", " ", 150'000) + ">"}) {
    EXPECT_TRUE(plan(page, {.type = Type::html, .html_reader = HtmlReader::tree}).failed());
  }
  const std::string formatting = numbered("<p><b a", ">", 2'300);
  EXPECT_TRUE(plan(formatting, {.type = Type::html, .html_reader = HtmlReader::tree}).failed());
  const std::string frameset = repeated("<span>", 300'000) + "<frameset>";
  EXPECT_TRUE(plan(frameset, {.type = Type::html, .html_reader = HtmlReader::tree}).failed());
  EXPECT_FALSE(plan(frameset, {.type = Type::html}).failed()) << "scanning stands";
}

TEST(Hostile, AFailedAssertionOfGumboEndsThePageAlone) {
  const std::string page = "<table><svg><foreignObject><![CDATA[>]]>\n";
  EXPECT_TRUE(plan(page, {.type = Type::html, .html_reader = HtmlReader::tree}).failed());
  const std::string doubtful = page + "<p></div><a href=x>";
  const Plan automatic = plan(doubtful, {.type = Type::html, .retrieval_url = "http://h/"});
  EXPECT_FALSE(automatic.handed_over().empty());
  EXPECT_FALSE(automatic.failed());
  EXPECT_EQ(automatic.edits().size(), 1U);
}

TEST(Hostile, WhatGumboTakesForTheEndOfAPageIsNotItsEnd) {
  for (const std::string number : {"&#xFFFFFFFF", "&#4294967295;", "&#X1ffffffff;"}) {
    const std::string page = "<p title='" + number + "'><a href=x>";
    EXPECT_TRUE(plan(page, {.type = Type::html, .html_reader = HtmlReader::tree}).failed()) << number;
    const std::string doubtful = "<div><svg></div>" + page;
    EXPECT_EQ(plan(doubtful, {.type = Type::html, .retrieval_url = "http://h/"}).edits().size(), 1U) << number;
  }
}

TEST(Hostile, ManyReferencesOfEveryKindAreLinear) {
  const std::string lines = repeated("../g\n", 200'000) + repeated("a/../", 100'000);
  test::expect_promises(lines, {.type = Type::uris, .retrieval_url = "http://h/a/"});
}

}  // namespace
}  // namespace absolve
