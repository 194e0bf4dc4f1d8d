#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "../src/text/json_path.h"
#include "absolve/absolve.h"
#include "support/codings.h"
#include "support/list.h"
#include "support/promises.h"
#include "support/shell.h"
#include "support/table.h"

namespace absolve {
namespace {

/// The options for members (`a=html`) and bases (`a`) with blanks between, where none is in quotes.
std::vector<NamedOption> named(const std::string& text, const std::string& type) {
  std::vector<NamedOption> options = {{"url", "http://h/d/x.json"}, {"type", type}};
  std::string one;
  const auto take = [&] {
    if (!one.empty()) options.push_back({one.find('=') == std::string::npos ? "json-url" : "json-member", one});
    one.clear();
  };
  bool is_quoted = false;
  for (const char c : text) {
    is_quoted = is_quoted != (c == '\'');
    if (c == ' ' && !is_quoted) take();
    else one += c;
  }
  take();
  return options;
}

Given given_by(const std::string& text, const std::string& type) {
  auto meant = options_from(named(text, type));
  EXPECT_TRUE(meant) << text;
  return meant ? *std::move(meant) : Given();
}

TEST(JsonMembers, BecomeWhatTheTableSays) {
  for (const test::Row& row : test::read_table("json/members.tsv", 6)) {
    SCOPED_TRACE(row.where + " " + row.fields[0]);
    const Given given = given_by(row.fields[1], row.fields[2]);
    EXPECT_EQ(test::expect_promises(row.fields[3], given), row.fields[4]);
    EXPECT_EQ(test::list_of(plan(row.fields[3], given)), row.fields[5]);
  }
}

/// The recipes name members as the rows of the table do that are named like them.
TEST(JsonMembers, AreNamedSoInTheRecipes) {
  std::map<std::string, std::string> members;
  for (const test::Row& row : test::read_table("json/members.tsv", 6)) members[row.fields[0]] = row.fields[1];
  std::ifstream recipes(test::testdata("../doc/recipes.md"));
  const std::regex recipe(R"(\| (\w+).*? \| `(--json-member .*)` \|)");
  std::size_t count = 0;
  std::smatch match;
  for (std::string line; std::getline(recipes, line);) {
    if (!std::regex_match(line, match, recipe)) continue;
    EXPECT_EQ(std::regex_replace(match[2].str(), std::regex("--json-(member|url) |'"), ""), members[match[1]]) << line;
    ++count;
  }
  EXPECT_GE(count, 6U);
}

TEST(JsonMembers, AreNamedByPathsOrNames) {
  const std::vector<std::pair<const char*, const char*>> rows = {
      {"json-member html=html", ""},
      {"json-member $ref=url", ""},
      {"json-member $.a[0]['b=c'].*=url", ""},
      {"json-member html", "json-member: 'html' is not of the form WHERE=SYNTAX, such as body=html"},
      {"json-member =html", "json-member: '': the name of a member is empty"},
      {"json-member a=page", "json-member: 'page' is not one of html, markdown, url, srcset, css, xml"},
      {"json-member $.a[1:2]=url", "json-member: '$.a[1:2]': a slice ([1:2]) is not read"},
      {"json-member $.a[-1]=url", "json-member: '$.a[-1]': a negative index ([-1]) is not read"},
      {"json-member $.a[?@.b]=url", "json-member: '$.a[?@.b]': a filter ([?@.b]) is not read"},
      {"json-member $[0,1]=url", "json-member: '$[0,1]': a list of selectors ([0,1]) is not read"},
      {"json-member $['a','b']=url", "json-member: '$['a','b']': a list of selectors is not read"},
      {"json-member $.=url", "json-member: '$.': it is not understood from '' on"},
      {"json-url url", "json-url: it says where the base of --json-member is, and there is none"},
      {"json-url $..url", "json-url: '$..url' descends with '..': give the name alone"},
  };
  for (const auto& [text, error] : rows) {
    const std::string option = text;
    const std::size_t blank = option.find(' ');
    const auto meant = options_from(std::vector<NamedOption>{{option.substr(0, blank), option.substr(blank + 1)}});
    EXPECT_EQ(meant ? "" : meant.error().text, error) << text;
  }
}

TEST(JsonMembers, OtherSpellingsOfPathsAreUnderstood) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"html", ""},
      {"a.b", "$.a.b"},
      {".[].x", "$[*].x"},
      {"/x/0/y z", "$.x[0]['y z']"},
      {"/*/content/rendered", "$[*].content.rendered"},
      {"a[].b[0]", "$.a[*].b[0]"},
      {"a['b']", "$.a['b']"},
      {".a['b']", "$.a['b']"},
      {R"(.a["b]"])", R"($.a["b]"])"},
      {R"(.["a"].b)", R"($["a"].b)"},
      {".a?.b[]?", "$.a.b[*]"},
      {"a.c[-1].d", ""},
      {"a.c[1:2].d", ""},
      {"a['b", ""},
      {"a.", ""},
      {"a..d", "$.a..d"},
      {"a..d e", "$.a..['d e']"},
      {"it's.a", R"($['it\'s'].a)"},
      {"@.a", "$.a"},
      {"/a~1b/c~01", "$['a/b']['c~1']"},
      {"#/a/b", "$.a.b"},
  };
  for (const auto& [name, path] : rows) EXPECT_EQ(json::Path::meant_by(name), path) << name;
}

/// One message counts the members beside which there is no base.
TEST(JsonMembers, WithoutABaseAreCounted) {
  const Plan result = plan(R"([{"t":"x"},{"t":"y","u":"http://a/"},{"t":"z"}])", given_by("t=url u", "json"));
  std::vector<std::string> notes;
  for (const Note& note : result.notes()) {
    if (note.code == NoteCode::member_without_base) notes.push_back(note.text);
  }
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_TRUE(notes.front().find("2 members") != std::string::npos) << notes.front();
  EXPECT_TRUE(notes.front().find("path") == std::string::npos) << notes.front();
}

/// A name is looked for in the object of the member and around it: the message says what leads to another object.
TEST(JsonMembers, AreToldOfABaseInAnotherObject) {
  const Plan result = plan(R"({"t":"x","m":{"u":"http://a/"}})", given_by("t=url u", "json"));
  const auto note = std::ranges::find(result.notes(), NoteCode::member_without_base, &Note::code);
  ASSERT_NE(note, result.notes().end());
  EXPECT_TRUE(note->text.find("a path leads, such as $.x.u") != std::string::npos) << note->text;
}

/// JSON is detected where the user has named what to read in it.
TEST(JsonMembers, AreReadWhereverTheyAre) {
  const FieldNames none;
  const FieldNames fields{.members = {{"html", MemberSyntax::html}}};
  const std::string one = R"({"html": "<a href=x>"})";
  const std::string lines = one + "\n" + one + "\n";
  EXPECT_EQ(detect(one, {}, none).type, Type::unknown);
  EXPECT_EQ(detect(one, {}, fields).type, Type::json);
  EXPECT_EQ(detect(one, {.name = "a.json", .is_found = true}, fields).type, Type::json);
  EXPECT_EQ(detect(lines, {}, fields).type, Type::jsonl);
  EXPECT_EQ(detect(one, {.name = "a.jsonl"}, fields).type, Type::jsonl);
  EXPECT_EQ(detect("<a href=x>", {}, fields).type, Type::html);
}

TEST(JsonMembers, RandomTextsKeepThePromises) {
  const std::vector<std::string> members = {"a=html b=url u", "$..*=url", "$[*].a=html $.b[*]=url $[*].u",
                                            "$.a.b=css u"};
  for (unsigned seed = 0; seed < 3'000; ++seed) {
    test::Random random(seed);
    std::string text;
    std::string open;
    for (std::size_t i = random.below(30); i > 0; --i) {
      const bool needs_comma = !text.empty() && std::string_view("[{,:").find(text.back()) == std::string_view::npos;
      if (needs_comma && !random.one_in(9)) text += ",";
      if (!open.empty() && open.back() == '}') text += random.any({"\"a\":", "\"b\":", "\"u\":", "\"\\u0061\":"});
      text += random.any({"\"x\"", "\"<a href=x>\"", "\"<a href=\\\"..\\/y\\\">\"", "\"http://u/v/w\"", "\"/p\"",
                          "null", "[", "{", "\"\\ud800\"", "\"url(z)\""});
      if (text.back() == '[') open += ']';
      if (text.back() == '{') open += '}';
      if (!open.empty() && random.one_in(3) && text.back() != '[' && text.back() != '{') {
        text += open.back();
        open.pop_back();
      }
    }
    for (; !open.empty(); open.pop_back()) text += open.back();
    SCOPED_TRACE(seed);
    SCOPED_TRACE(text);
    Given given = given_by(members[seed % members.size()], seed % 3 == 0 ? "jsonl" : "json");
    if (seed % 5 == 0) given.input.url.clear();
    test::expect_promises(text, given);
  }
}

/// What json.loads of Python makes of both texts differs in the named strings alone, each of which is what its type
/// makes of it.
TEST(JsonMembers, ChangeNoOtherString) {
  const test::TemporaryDirectory place;
  const test::ShellResult result = test::run_shell_with(
      "python3", "python3 '" + test::testdata("../tests/support/json_alike.py") + "' '" ABSOLVE_CORPUS "/notebooks'",
      place.path());
  if (result.status == test::missing) GTEST_SKIP() << "skipped: there is no " << result.out;
  EXPECT_EQ(result.err, "");
  EXPECT_TRUE(result.out.starts_with("compared ")) << result.out;
}

}  // namespace
}  // namespace absolve
