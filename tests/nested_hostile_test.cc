#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "absolve/absolve.h"
#include "support/nested_pages.h"
#include "support/post.h"
#include "support/promises.h"
#include "support/repeated.h"

namespace absolve {
namespace {

using test::many;
using test::repeated;

/// srcdoc in srcdoc, `depth` of them around a link; each level but the innermost holds a link as well.
std::string srcdocs(std::size_t depth, bool escaped) {
  std::string before;
  std::string after;
  for (std::size_t level = 0; level < depth; ++level) {
    // A quotation mark within `level` values is &quot; whose ampersand is written as &amp; level - 1 times.
    const std::string mark = level == 0 ? "\"" : "&" + repeated("amp;", level - 1) + "quot;";
    const std::string quote = escaped ? mark : level % 2 == 0 ? "\"" : "'";
    before.append("<a href=x><iframe srcdoc=").append(quote);
    after.insert(0, quote + "></iframe>");
  }
  return before + "<a href=x>" + after;
}

struct NestedBomb {
  const char* name;
  std::string page;
  std::size_t rewritten;   // references, all the same
  std::string_view noted;  // in words; "": no limit is passed
};

constexpr std::string_view eight_copies = "nested documents exceed the limit of 8 decoded copies; left unchanged";

std::vector<NestedBomb> nested_bombs() {
  const std::string style = "<p style='a:url(x)'>";
  return {
      {"srcdoc in alternating quotes", srcdocs(1'000, false), 2, ""},
      {"srcdoc in escapes, within the limit", srcdocs(9, true), 10, ""},
      {"srcdoc in escapes, beyond it", srcdocs(10, true), 9, eight_copies},
      {"srcdoc in escapes, within the limit, in a comment, which is no copy",
       "<!--[if mso]>" + srcdocs(9, true) + "-->", 10, ""},
      {"srcdoc in escapes, 1,000 deep", srcdocs(1'000, true), 9, eight_copies},
      {"srcdocs beyond the limit, side by side", repeated(srcdocs(10, true), 1'000), 9'000, eight_copies},
      {"many srcdocs", repeated("<iframe srcdoc='<a href=x>'></iframe>", many(100'000)), many(100'000), ""},
      {"many srcdocs with bases", repeated("<iframe srcdoc='<base href=http://h/a/><a href=x>'></iframe>", 50'000),
       50'000, ""},
      {"many srcdocs in one", "<iframe srcdoc=\"" + repeated("<iframe srcdoc='<a href=x>'></iframe>", 50'000) + "\">",
       50'000, ""},
      {"a srcdoc of 10 MB", "<iframe srcdoc='" + repeated("<a href=x>", many(1'000'000)) + "'>", many(1'000'000), ""},
      {"a srcdoc of 10 MB, escaped", "<iframe srcdoc='" + repeated("&lt;a href=x&gt;", many(600'000)) + "'>",
       many(600'000), ""},
      {"a srcdoc of text", "<iframe srcdoc='<" + std::string(many(10'000'000), 'a') + "'>", 0, ""},
      {"style attributes", repeated(style, many(500'000)), many(500'000), ""},
      {"a style attribute of 10 MB", "<p style='" + repeated("a:url(x);", many(1'000'000)) + "'>", many(1'000'000), ""},
      {"a style attribute of url(", "<p style='" + repeated("url(", 2'500'000) + "'>", 0, ""},
      {"a style attribute of image-set(", "<p style='" + repeated("image-set(", many(1'000'000)) + "'>", 0, ""},
      {"a style attribute of escapes", "<p style='" + repeated("\\", many(5'000'000) + 1) + "'>", 0, ""},
      {"a style attribute of escapes of letters", "<p style='" + repeated("\\61", many(2'000'000)) + "('>", 0, ""},
      {"a style attribute of strings", "<p style=\"" + repeated("'url(", many(2'000'000)) + "\">",
       many(2'000'000) / 2 - 1, ""},
      {"a style attribute of comments", "<p style='" + repeated("/*", many(5'000'000)) + "'>", 0, ""},
      {"a style element of {", "<style>" + repeated("{", many(1'000'000)) + "a:url(x)</style>", 1, ""},
      {"a style element of (", "<style>" + repeated("(", many(1'000'000)) + "url(x)</style>", 1, ""},
      {"a style element of image-set(", "<style>" + repeated("image-set(", many(1'000'000)) + "'x'</style>", 1, ""},
      {"a style element of @import", "<style>" + repeated("@import 'x';", 50'000) + "</style>", 50'000, ""},
      {"style elements", repeated("<style>a{b:url(x)}</style>", 50'000), 50'000, ""},
      {"a style element in SVG", "<svg><style>" + repeated("a{b:url(x)}", 50'000), 50'000, ""},
      {"a style element in SVG of comments", "<svg><style>" + repeated("<!---->", 50'000) + "a{b:url(x)}", 1, ""},
      {"a style element in SVG of CDATA", "<svg><style>" + repeated("<![CDATA[url(x)]]>", 50'000), 50'000, ""},
      {"a style element in SVG of references", "<svg><style>" + repeated("&#x75;rl(&#120;)", 50'000), 50'000, ""},
      {"a style element in SVG of signs", "<svg><style>" + repeated("< &", many(500'000)) + "url(x)", 1, ""},
      {"a srcset", "<img srcset='" + repeated("x 1x, ", many(1'000'000)) + "'>", many(1'000'000), ""},
      {"a srcset in escapes", "<img srcset='" + repeated("x&#32;1x&#44; ", many(500'000)) + "'>", many(500'000), ""},
      {"a srcset of commas", "<img srcset='" + repeated(",", many(10'000'000)) + "'>", 0, ""},
      {"a srcset of parentheses", "<img srcset='http://z/ " + repeated("(", many(10'000'000)) + "'>", 0, ""},
      {"tokens", "<a ping='" + repeated("x ", many(1'000'000)) + "'>", many(1'000'000), ""},
      {"a refresh of blanks", "<meta http-equiv=refresh content='5;url" + repeated(" ", many(10'000'000)) + "=x'>", 1,
       ""},
      {"conditional comments", repeated("<!--[if mso]><a href=x><![endif]-->", many(100'000)), many(100'000), ""},
      {"conditional comments with bases", repeated("<!--[if mso]><base href=http://h/a/><a href=x>-->", 50'000), 50'000,
       ""},
      {"a conditional comment of 10 MB", "<!--[if mso]>" + repeated("<a href=x>", many(1'000'000)) + "-->",
       many(1'000'000), ""},
      {"conditional comments that are cut off", repeated("<!--[if mso]>", many(500'000)), 0, ""},
      {"conditions that are cut off", repeated("<!--[if mso-->", many(500'000)), 0, ""},
      {"a conditional comment of dashes", "<!--[if mso]>" + repeated("- ", many(5'000'000)) + "<a href=x>", 1, ""},
      {"srcsets that are cut off", repeated("<img srcset='x 1x, ", many(100'000)), 0, ""},
      {"srcdocs that are cut off", repeated("<iframe srcdoc=\"<iframe srcdoc='", many(100'000)), 0, ""},
      {"styles that are cut off", repeated("<p style=\"a:url('x", many(100'000)), 0, ""},
  };
}

TEST(Hostile, NestedDocumentsKeepThePromises) {
  for (const NestedBomb& bomb : nested_bombs()) {
    SCOPED_TRACE(bomb.name);
    const Given given = {{.url = "http://h/a/", .type = Type::html},
                         {.also = {.lazy = true, .social = true, .conditional = true}}};
    if (!test::takes_minutes(bomb.page)) test::expect_promises(bomb.page, given);
    const Plan result = plan(bomb.page, given);
    const auto count = std::ranges::count(result.links(), Action::rewrite, &Link::action);
    EXPECT_EQ(static_cast<std::size_t>(count), bomb.rewritten);
    EXPECT_EQ(result.failed(), !bomb.noted.empty());
    for (const Note& note : result.notes()) {
      if (note.severity == Note::Severity::failure) {
        EXPECT_EQ(note.text, bomb.noted);
      }
    }
  }
}

/// Messages in messages count as levels as well, and what passes 64 of them is not read.
TEST(Hostile, LevelsOfMailAndOfPagesAreCountedTogether) {
  for (const std::size_t messages : {std::size_t{61}, std::size_t{62}, std::size_t{63}}) {
    const std::string message = repeated("Content-Type: message/rfc822\n\n", messages) +
                                "Content-Type: text/html\n\n<a href=x><iframe srcdoc=\"<a href=x>"
                                "<iframe srcdoc='<a href=x>'></iframe>\"></iframe><a href=x>\n";
    SCOPED_TRACE(messages);
    const Given given = {{.url = "http://h/a/", .type = Type::mime}};
    test::expect_promises(message, given);
    const Plan result = plan(message, given);
    EXPECT_EQ(result.links().size(), 4 - (messages - 61));
    EXPECT_EQ(std::ranges::count(result.notes(), NoteCode::nesting_limit, &Note::code), messages == 61 ? 0 : 1);
    EXPECT_EQ(result.failed(), messages != 61);
  }
}

/// What gives up takes back what was said already of the documents in it; what comes behind gives up too.
TEST(Hostile, TheLimitOnGrowthHoldsForNestedDocuments) {
  const std::string base = "<base href='http://h/" + std::string(60'000, 'a') + "/'>";
  const std::string small = "<iframe srcdoc='<base href=y><a href=x><iframe srcdoc=\"<a href=x>\">'></iframe>";
  const std::string many = repeated("<a href=x>", 2'000);
  const std::string inner = test::in_base64("Content-Type: text/html\n\n<a href=x>\n", 76, "\n");
  for (const bool remove : {false, true}) {
    for (const std::string& page :
         {base + small + many + small, small + "<iframe srcdoc=\"" + base + many + "\"></iframe>" + small}) {
      const Given given = {{.url = "http://h/", .type = Type::html}, {.remove_base_elements = remove}};
      test::expect_promises(page, given);
      const Plan result = plan(page, given);
      EXPECT_TRUE(result.failed());
      EXPECT_EQ(result.edits().empty(), page.starts_with(base)) << "what came before it gave up is written";
    }
    const std::string part = "--b\nContent-Type: text/html\n\n";
    const std::string message = "Content-Type: multipart/mixed; boundary=b\n\n" + part + small + base + many + "\n" +
                                "--b\nContent-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n" + inner +
                                part + small + "\n--b--\n";
    const Given given = {{.url = "http://h/", .type = Type::mime}, {.remove_base_elements = remove}};
    test::expect_promises(message, given);
    const Plan result = plan(message, given);
    EXPECT_EQ(std::ranges::count(result.notes(), NoteCode::output_limit, &Note::code), 3);
  }
}

/// A document that gave up stays so, though there would be room once a Content-Location is kept for it.
TEST(Hostile, WhatPassesTheLimitOnGrowthOnceIsLeft) {
  const std::string header = "Content-Base: http://h/" + std::string(800, 'c') + "/\n";
  const std::string page = "<base href='http://h/" + std::string(60'000, 'a') + "/'>" + repeated("<a href=y>\n", 620);
  const auto message = [&](std::string_view location, std::size_t filled) {
    return header + "Content-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\nContent-Location: " +
           std::string(location) + "\n\n" + page + std::string(filled, ' ') + "\n--b--\n";
  };
  const Given given = {{.type = Type::mime}, {.headers = true}};
  std::size_t too_small = 0;
  std::size_t filled = 10'000;  // each byte makes room for 100
  while (filled - too_small > 1) {
    const std::size_t middle = (too_small + filled) / 2;
    const std::string source = message("m:x", middle);  // it is absolute
    (plan(source, given).failed() ? too_small : filled) = middle;
  }
  ASSERT_GT(too_small, 0U);
  const std::string source = message("m/x", filled);
  const Plan once = plan(source, given);
  EXPECT_TRUE(once.failed());
  EXPECT_EQ(once.output(), source);
}

/// What was left unread may need a base element, which stays then: of its document, and of those around.
TEST(Hostile, BaseElementsStayForWhatIsUnread) {
  const std::string deep = "<base href=c/>" + srcdocs(10, true);
  const Given given = {{.url = "http://h/a/", .type = Type::html}, {.remove_base_elements = true}};
  const std::string output = test::expect_promises(deep + "<iframe srcdoc='<base href=d/><a href=x>'>", given);
  EXPECT_TRUE(output.starts_with("<base href=http://h/a/c/><a href=http://h/a/c/x>")) << output.substr(0, 80);
  EXPECT_TRUE(output.ends_with("<iframe srcdoc='<a href=http://h/a/c/d/x>'>"));
}

/// Each reference is asked of all that is around it, and yet the time is linear: with 100,000 of them in one value, it
/// would be minutes otherwise.
TEST(Hostile, LongValuesInCharsetsAreLinear) {
  constexpr std::size_t many = ABSOLVE_SANITIZED ? 10'000 : 100'000;
  for (const std::string& page :
       {"<iframe srcdoc='" + repeated("<a href=x?y=z>", many) + "'>",
        "<iframe srcdoc=" + repeated("&lt;a&#32;href=x&gt;", many) + ">",
        "<img srcset=" + repeated("x&#32;1x,&#32;", many) + ">", "<p style=" + repeated("a:url(&#120;);", many) + ">",
        "<base href='http://h/&amp;=&lt;/'><style>" + repeated("a{b:url(x)}", many),
        "<base href='http://h/&amp;/'><svg><style>" + repeated("a{b:url(x)}", many),
        "<base href='http://h/&amp;/'><svg><style>" + repeated("a{&#98;:url(x)}", many),
        "<svg><style>" + repeated("<![CDATA[a{b:url(x)}]]>", many)}) {
    for (const test::Around around : {test::Around::nothing, test::Around::utf16le, test::Around::iso2022jp}) {
      test::Random random(1);
      const std::string input = test::put(page, around, random);
      SCOPED_TRACE(page.substr(0, 40));
      const Plan result = plan(input, {.url = "http://h/a/", .type = Type::html});
      EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(result.links(), Action::rewrite, &Link::action)), many);
    }
  }
}

}  // namespace
}  // namespace absolve
