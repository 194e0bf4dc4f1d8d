#include <gtest/gtest.h>

#include "../src/javascript/finder.h"
#include "absolve/absolve.h"
#include "support/exact.h"
#include "support/plain_request.h"
#include "support/repeated.h"
#include "support/table.h"

namespace absolve::javascript {
namespace {

std::string found_in(std::string_view script) {
  std::string found;
  for (const Value& one : find(script, test::plain_request()).values) {
    EXPECT_EQ(one.stays, Stays::script);
    found.append(found.empty() ? "" : " | ").append(script.substr(one.begin, one.end - one.begin));
  }
  return found;
}

TEST(JavaScript, ImportsWhatTheTableSays) {
  for (const test::Row& row : test::read_table("javascript/imports.tsv", 2)) {
    EXPECT_EQ(found_in(test::Exact(row.fields[0]).view()), row.fields[1]) << row.where << ": " << row.fields[0];
  }
}

/// However a script is cut, no byte behind it is read.
TEST(JavaScript, CutScriptsEnd) {
  for (const test::Row& row : test::read_table("javascript/imports.tsv", 2)) {
    for (std::size_t size = 0; size < row.fields[0].size(); ++size) {
      static_cast<void>(found_in(test::Exact(row.fields[0].substr(0, size)).view()));
    }
  }
}

/// Only in module scripts, and only where their content is one.
TEST(JavaScript, ImportsAreListedAndStay) {
  const std::string page =
      "<script type=module>import './a'; import 'http://x/b'; import('c')</script><script>import('./d')</script>"
      "<script type=module src=e>import './f'</script>";
  const Plan result = plan(page, {.url = "http://h/a/d.html", .type = Type::html});
  std::string listed;
  for (const Link& link : result.links()) {
    listed.append(link.element).append(" ").append(link.reference);
    listed.append(link.reason == Reason::script ? " stays|" : "|");
    EXPECT_EQ(page.substr(link.offset, link.length), link.reference);
  }
  EXPECT_EQ(listed, "script ./a stays|script e|");
}

/// All end.
TEST(JavaScript, BombsAreLinear) {
  using test::repeated;
  for (const char* piece :
       {"{",  "}",    "(",       "`${",     "`",        "/",        "/[ ",   "=/[", "\"", "'\\", "/*",
        "//", "<!--", "import ", "import(", "import {", "export *", "from ", "...", "\\", "a",   "import('./a"}) {
    SCOPED_TRACE(piece);
    static_cast<void>(found_in(repeated(piece, 500'000)));
  }
  EXPECT_EQ(found_in(repeated("`${", 500'000) + "import('./a')"), "./a");
}

}  // namespace
}  // namespace absolve::javascript
