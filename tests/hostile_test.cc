#include <gtest/gtest.h>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <string>

#include "../src/html/tree_reader.h"
#include "absolve/absolve.h"
#include "support/post.h"
#include "support/promises.h"
#include "support/repeated.h"

namespace absolve {
namespace {

using test::many;
using test::numbered;
using test::repeated;

struct Bomb {
  const char* name;
  std::string page;
  bool exhausts_trees = false;  // more than the tree reader has time for
};

/// An end tag that may close foreign content.
const std::string doubt = "<div><svg></div>";

/// Each is far within the budget of the tree reader or far beyond it, so that a busy machine changes nothing.
std::vector<Bomb> bombs() {
  return {
      {"nested div", repeated("<div>", 200'000), true},
      {"nested span", repeated("<span>", 300'000)},
      {"nested svg", repeated("<svg>", 100'000)},
      {"nested template", repeated("<template>", 100'000)},
      {"nested table", repeated("<table>", 100'000)},
      {"frameset over nesting", repeated("<span>", 300'000) + "<frameset><frame src=y>"},
      {"formatting", numbered("<p><b a", ">", 2'300)},
      {"attributes", "<a " + numbered("a", " ", 150'000) + ">", true},
      {"duplicate attributes", "<a " + repeated("href=y ", 300'000) + ">"},
      {"merged attributes", numbered("<body a", "=y>", 5'000)},
      {"merged attributes of one tag", "<body><body " + numbered("a", "=y ", many(20'000)) + ">"},
      {"base elements", repeated("<base href=y>", 100'000)},
      {"references to characters in a list", "<img srcset='" + numbered("&#233;/./b ", "x, ", 60'000) + "'>"},
      {"ampersands", "<a href='" + repeated("&a", 500'000) + "'>"},
      {"long names of references", "<a href='" + repeated("&" + std::string(31, 'a'), 30'000) + "'>"},
      {"steps up", "<a href='" + repeated("../", 500'000) + "'>"},
      {"steps down and up", "<a href='" + repeated("a/../", 300'000) + "'>"},
      {"unclosed quotes", repeated("<a href='", 100'000)},
      {"angle brackets", repeated("<", 1'000'000)},
      {"long name", "<" + std::string(1'000'000, 'a') + " href=y>"},
      {"contents with one end", "<svg>" + repeated("<style>", 100'000) + repeated("<script type=importmap>", 100'000)},
      {"contents in framesets",
       "<frameset>" + repeated("<style>", 100'000) + repeated("<script type=importmap>", 100'000)},
      {"contents that end where the reader says", repeated("<svg><style><p><title><!--</title>", 30'000)},
      {"contents with CDATA that is none", repeated("<svg><script type=module><p><![CDATA[]>", 30'000)},
      {"long URL", "<a href='" + std::string(10'000'000, 'y') + "'>"},
  };
}

/// On these, scanning is in doubt and follows tree construction, as far as its limits go.
std::vector<Bomb> bombs_to_follow() {
  return {
      {"end tags of nothing", doubt + repeated("<i>", 50'000) + repeated("</x>", 50'000)},
      {"end tags of nothing in SVG", doubt + "<svg>" + repeated("<g>", 50'000) + repeated("</x>", 50'000)},
      {"end tags of what is out of scope",
       doubt + "<p><table><td>" + repeated("<i>", 50'000) + repeated("</p>", 50'000)},
      {"list items out of scope", doubt + "<ul><li>" + repeated("<i>", 50'000) + repeated("<dd></dd>", 50'000)},
      {"formatting, different", doubt + numbered("<b a", ">", 50'000)},
      {"formatting, alike and long", doubt + "<b x='" + std::string(500'000, 'y') + "'>" + repeated("<b>", 50'000)},
      {"formatting, opened again", doubt + "<p>" + numbered("<b a", ">", 100) + repeated("<p>x", 50'000)},
      {"formatting around blocks", doubt + repeated("<b><p>", 20'000) + repeated("</b>", 20'000)},
      {"links around blocks", doubt + repeated("<a href=y><div>", 20'000)},
      {"templates and their ends", doubt + repeated("<template>", 50'000) + repeated("</template>", 50'000)},
      {"tables in tables", doubt + repeated("<table><base href=y><td>", 20'000)},
      {"tables that move bases", doubt + repeated("<table><base href=y></table>", 30'000)},
      {"selects", doubt + repeated("<select><input><option>", 50'000)},
      {"forms and their ends", doubt + repeated("<i>", 50'000) + repeated("<form></form>", 50'000)},
  };
}

TEST(Hostile, FollowingTreeConstructionEndsAndLosesNothing) {
  for (const Bomb& bomb : bombs_to_follow()) {
    SCOPED_TRACE(bomb.name);
    test::expect_promises("<p><a href=x></a></p>" + bomb.page, {.url = "http://h/a/", .type = Type::html});
  }
}

/// Past a limit, a page is read on without its tree: all links count, and the first base element in the source.
TEST(Hostile, PagesWhoseTreeIsNotFollowedAreReadToTheirEnds) {
  const std::vector<Bomb> pages = {
      {"the nesting limit", doubt + repeated("<div>", 70'000)},
      {"the time limit for its size", doubt + repeated("<i>", 50'000) + repeated("</x>", 50'000)}};
  const std::string end = "<base href=b/><select><a href=x></select><table><base href=c/><a href=y>";
  for (const Bomb& bomb : pages) {
    SCOPED_TRACE(bomb.name);
    const Given given = {{.url = "http://h/a", .type = Type::html}, {.remove_base_elements = true}};
    const std::string output = test::expect_promises(bomb.page + end, given);
    EXPECT_EQ(output.substr(bomb.page.size()),
              "<base href=http://h/b/><select><a href=http://h/b/x></select><table><base href=http://h/c/><a "
              "href=http://h/b/y>");
    const Plan result = plan(bomb.page, given);
    EXPECT_TRUE(result.failed());
    ASSERT_EQ(result.notes().size(), 1U);
    EXPECT_EQ(result.notes().front().code, NoteCode::tree_limit);
    EXPECT_NE(result.notes().front().text.find(bomb.name), std::string::npos) << result.notes().front().text;
  }
  const std::string open = doubt + repeated("<div>", 65'000) + end;
  EXPECT_FALSE(plan(open, {.url = "http://h/a", .type = Type::html}).failed()) << "below the limits";
}

TEST(Hostile, BombsEndAndLoseNothing) {
  for (const Bomb& bomb : bombs()) {
    SCOPED_TRACE(bomb.name);
    test::expect_promises("<p><a href=x></a></p>" + bomb.page, {.url = "http://h/a/", .type = Type::html});
  }
}

/// The memory that planning takes at its peak, in bytes.
long memory_of_plan(const std::string& page) {
  const pid_t child = ::fork();
  if (child != 0) {
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status)) << "ended by signal " << WTERMSIG(status);
    return static_cast<long>(WEXITSTATUS(status)) << 20;
  }
  rusage before{};
  rusage after{};
  ::getrusage(RUSAGE_SELF, &before);
  static_cast<void>(plan(page, {.url = "http://h/", .type = Type::html}));
  ::getrusage(RUSAGE_SELF, &after);
  ::_exit(static_cast<int>(std::min(255L, (after.ru_maxrss - before.ru_maxrss + 1023) / 1024)));
}

TEST(Hostile, ScanningTakesNoMemoryForNesting) {
  if (ABSOLVE_SANITIZED) GTEST_SKIP() << "skipped: a sanitizer takes memory of its own";
  for (const std::string_view tag :
       {"<div>", "<svg>", "<svg><desc>", "<template>", "<table>", "<!--x-->", "<b a>", "<script><!--"}) {
    SCOPED_TRACE(tag);
    EXPECT_LT(memory_of_plan(repeated(tag, (std::size_t{32} << 20) / tag.size())), 16L << 20);
  }
}

TEST(Hostile, ALongBaseBeforeManyReferencesIsALimit) {
  const std::string page = "<base href='http://h/" + std::string(60'000, 'a') + "/'>" + repeated("<a href=x>", 5'000);
  EXPECT_TRUE(plan(page).failed());
  test::expect_promises(page);
  const std::string objects =
      "<base href='http://h/" + std::string(60'000, 'a') + "/'>" + repeated("<object codebase=x data=y>", 2'000);
  EXPECT_TRUE(plan(objects).failed());
}

/// The limit is 64 MiB and 100 times the input: 1,235 references of 60,000 bytes stay below it, 1,236 don't.
TEST(Hostile, TheLimitOnGrowthIsWhatTheReadmeSays) {
  const std::string base = "<base href='http://h/" + std::string(60'000, 'a') + "/'>";
  for (const std::size_t count : {std::size_t{1'235}, std::size_t{1'236}}) {
    const std::string page = base + repeated("<a href=x>", count);
    const Plan result = plan(page);
    EXPECT_EQ(result.failed(), count == 1'236) << count;
    EXPECT_EQ(result.edits().size(), result.failed() ? 0 : count);
    EXPECT_EQ(result.links().empty(), count == 1'236);
  }
}

TEST(Hostile, TheTreeReaderKeepsItsBudget) {
  for (const Bomb& bomb : bombs()) {
    SCOPED_TRACE(bomb.name);
    const Given given = {{.url = "http://h/a/", .type = Type::html}, {.html_reader = HtmlReader::tree}};
    const std::string page = "<p><a href=x></a></p>" + bomb.page;
    if (!bomb.exhausts_trees && !test::takes_minutes(page)) test::expect_promises(page, given);
    const Plan result = plan(page, given);
    EXPECT_TRUE(!bomb.exhausts_trees || result.failed());
    EXPECT_TRUE(!result.failed() || result.output() == page);
  }
  const std::string formatting = numbered("<p><b a", ">", 2'300);
  EXPECT_TRUE(plan(formatting, {.type = Type::html}, {.html_reader = HtmlReader::tree}).failed());
  const std::string frameset = repeated("<span>", 300'000) + "<frameset>";
  EXPECT_TRUE(plan(frameset, {.type = Type::html}, {.html_reader = HtmlReader::tree}).failed());
}

TEST(Hostile, TheTreeOfAHugePageIsNotBuilt) {
  EXPECT_EQ(html::tree_budget(std::size_t{510} << 20).bytes, std::size_t{1} << 30);
  EXPECT_EQ(html::tree_budget(std::size_t{1} << 20).bytes, std::size_t{132} << 20);
}

TEST(Hostile, AFailedAssertionOfGumboEndsThePageAlone) {
  const std::string page = "<table><svg><foreignObject><![CDATA[>]]>\n";
  EXPECT_TRUE(plan(page, {.type = Type::html}, {.html_reader = HtmlReader::tree}).failed());
}

TEST(Hostile, WhatGumboTakesForTheEndOfAPageIsNotItsEnd) {
  for (const std::string number : {"&#xFFFFFFFF", "&#4294967295;", "&#X1ffffffff;"}) {
    const std::string page = "<p title='" + number + "'><a href=x>";
    EXPECT_TRUE(plan(page, {.type = Type::html}, {.html_reader = HtmlReader::tree}).failed()) << number;
  }
}

struct Limit {
  const char* name;
  std::string message;
  std::optional<std::size_t> rewritten;  // references, all the same
};

std::string multipart(std::size_t level) {
  return "Content-Type: multipart/mixed; boundary=b" + std::to_string(level) + "\n\n--b" + std::to_string(level) + "\n";
}

const std::string html = "Content-Type: text/html\n\n<a href=x>\n";

std::vector<Limit> limits() {
  std::string multiparts;
  for (std::size_t level = 0; level < many(400'000); ++level) multiparts += multipart(level);
  const std::string rest = "--b0\n" + html;
  std::string encoded = html;
  for (int level = 0; level < 10; ++level) {
    encoded =
        "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n" + test::in_base64(encoded, 76, "\n");
  }
  std::string long_headings;
  for (std::size_t level = 0; level < 60; ++level) {
    long_headings += "Content-Base: http://h/" + std::string(60'000, 'a') + "/\n" + multipart(level);
  }
  return {
      {"nested multiparts", multiparts + html + rest, 1},
      {"nested multiparts of one boundary", repeated(multipart(0), many(400'000)) + html + rest, 0},
      {"nested messages", multipart(0) + repeated("Content-Type: message/rfc822\n\n", many(400'000)) + html + rest, 1},
      {"encoded messages", multipart(0) + encoded + rest, 1},
      {"parts", multipart(0) + repeated(html + "--b0\n", many(1'000'000)), 9'999},
      {"header of many lines", multipart(0) + repeated("X-Junk: x\n", many(4'000'000)) + html + rest, 1},
      {"header of one line",
       multipart(0) + "Content-Type: text/html; x=\"" + std::string(many(10'000'000), 'x') + "\"\n\n<a href=x>\n" +
           rest,
       1},
      {"Content-Type",
       multipart(0) + "Content-Type: text/html; x=\"" + std::string(100'000, 'x') + "\"\n\n<a href=x>\n" + rest, 1},
      {"headings", long_headings + repeated("Base: http://h/\n" + html + "--b59\n", many(36'000)) + "--b0\n" + html,
       std::nullopt},
  };
}

TEST(Hostile, WhatPassesALimitOfMessagesIsLeftAlone) {
  for (const Limit& limit : limits()) {
    SCOPED_TRACE(limit.name);
    const Given given = {{.url = "http://h/", .type = Type::mime}};
    if (!test::takes_minutes(limit.message)) test::expect_promises(limit.message, given);
    const Plan result = plan(limit.message, given);
    EXPECT_TRUE(result.failed());
    const auto count = std::ranges::count(result.links(), Action::rewrite, &Link::action);
    if (limit.rewritten) {
      EXPECT_EQ(static_cast<std::size_t>(count), *limit.rewritten);
    }
  }
}

/// Many parts, fields, messages: within the limits, and linear.
TEST(Hostile, MessagesOfManyOfEverythingKeepThePromises) {
  const std::vector<std::string> messages = {
      repeated("Content-Base: http://h/\n", 40'000) + html,
      "Content-Type: text/html" + repeated(";a*1=b", 10'000) + "\n\n<a href=x>",
      "Content-Type: text/html; charset=" + repeated("(", 60'000) + "\n\n<a href=x>",
      "Content-Base: " + repeated("=?a?q?", 10'000) + "\n" + html,
      "Link: " + repeated("<x>, ", 10'000) + "\n" + html,
      repeated("Link:\n", 40'000) + repeated("Base:\n", 40'000) + html,
      "Content-Type:" + repeated(" ", 60'000) + "\n" + repeated("Content-Type:\n", 60'000) + html,
      "Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n" + repeated(" ", 3'000'000) +
          "<a href=3Dx>",
      "Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n" + repeated("<a href=3Dx>", 100'000),
      "Content-Type: text/html\n\n" + repeated("<a href=x>", 200'000),
      "Content-Type: multipart/related; boundary=b\n\n" +
          numbered("--b\nContent-Type: image/png\nContent-Location: ", "\n\n\n", 5'000) +
          "--b\nContent-Type: text/html\n\n" + numbered("<a href=", ">", 20'000),
  };
  for (const std::string& message : messages) {
    SCOPED_TRACE(message.substr(0, 80));
    test::expect_promises(message, {.url = "http://h/", .type = Type::mime}, {.headers = true});
  }
  for (const std::string& box :
       {repeated("From a\n" + html + "\n", 20'000), "From a\n\n" + repeated("\nFrom b\n", 200'000),
        repeated("From a\nContent-Length: 40000000\n\nx\n\n", 20'000)}) {
    test::expect_promises(box, {.url = "http://h/", .type = Type::mbox});
  }
}

TEST(Hostile, ManyReferencesOfEveryKindAreLinear) {
  const std::string lines = repeated("../g\n", 200'000) + repeated("a/../", 100'000);
  test::expect_promises(lines, {.url = "http://h/a/", .type = Type::uris});
}

}  // namespace
}  // namespace absolve
