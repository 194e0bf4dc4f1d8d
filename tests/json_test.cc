#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <map>
#include <sstream>

#include "../src/plan/finders.h"
#include "../src/text/ascii.h"
#include "../src/text/json.h"
#include "../src/text/limits.h"
#include "../src/url/scopes.h"
#include "absolve/absolve.h"
#include "support/codings.h"
#include "support/exact.h"
#include "support/hexadecimal.h"
#include "support/json.h"
#include "support/list.h"
#include "support/plain_request.h"
#include "support/promises.h"
#include "support/repeated.h"
#include "support/shell.h"
#include "support/table.h"

namespace absolve::json {
namespace {

TEST(Json, IsReadStrictly) {
  for (const test::Row& row : test::read_table("json/valid.tsv", 2)) {
    EXPECT_EQ(test::is_json(test::Exact(row.fields[1]).view()), row.fields[0] == "yes")
        << row.where << ": " << row.fields[1];
  }
}

/// However a text is cut, no byte behind it is read.
TEST(Json, CutTextsAreNone) {
  for (const test::Row& row : test::read_table("json/valid.tsv", 2)) {
    const bool is_whole = row.fields[0] == "yes" && row.fields[1].ends_with('}');
    for (std::size_t size = 0; size < row.fields[1].size(); ++size) {
      const bool valid = test::is_json(test::Exact(row.fields[1].substr(0, size)).view());
      EXPECT_FALSE(is_whole && valid) << row.where << ": " << size;
    }
  }
}

/// What the finder of a format sees: `!` before what stays.
std::string found_in(Format format, std::string_view text) {
  std::string found;
  std::string scratch;
  std::size_t end = 0;
  for (const Value& one : finder_of(format).find(text, test::plain_request()).values) {
    EXPECT_GE(one.begin, end);
    found.append(end == 0 ? "" : " | ");
    end = one.end;
    const std::string_view raw = text.substr(one.begin, one.end - one.begin);
    const bool is_kept = one.stays == Stays::syntax || (one.rule != nullptr && one.rule->kept != Reason::none);
    found.append(is_kept ? "!" : "");
    found.append(one.coding == codec::Coding::identity ? raw : json::decode_string(raw, scratch));
  }
  return found;
}

TEST(Json, HoldsReferencesWhereTheFormatSays) {
  const std::map<std::string, Format> formats = {{"importmap", Format::import_map},
                                                 {"speculationrules", Format::speculation_rules},
                                                 {"ld+json", Format::linked_data}};
  for (const test::Row& row : test::read_table("json/references.tsv", 3)) {
    EXPECT_EQ(found_in(formats.at(row.fields[0]), test::Exact(row.fields[1]).view()), row.fields[2])
        << row.where << ": " << row.fields[1];
  }
}

TEST(Json, PagesBecomeWhatTheTableSays) {
  const Given given{{.url = "http://h/a/d.html", .type = Type::html}, {.also = {.ld_json = true}}};
  for (const test::Row& row : test::read_table("json/pages.tsv", 3)) {
    SCOPED_TRACE(row.where + " " + row.fields[0]);
    EXPECT_EQ(test::expect_promises(row.fields[1], given), row.fields[2]);
  }
}

const Given at_feed = {{.url = "http://h/a/feed", .type = Type::json}};

TEST(Json, DocumentsBecomeWhatTheTableSays) {
  for (const test::Row& row : test::read_table("json/documents.tsv", 5)) {
    SCOPED_TRACE(row.where + " " + row.fields[0]);
    Given given = at_feed;
    if (row.fields[1] == "+entry") given.options.feed_base = FeedBase::entry;
    EXPECT_EQ(test::expect_promises(row.fields[2], given), row.fields[3]);
    EXPECT_EQ(test::list_of(plan(row.fields[2], given)), row.fields[4]);
  }
}

/// The URL of an item is a base for its HTML alone, and only if it says anything.
TEST(Json, ItemsWithoutURLOrHTMLAddNoBase) {
  Given given = at_feed;
  given.options.feed_base = FeedBase::entry;
  const std::vector<std::pair<std::string, std::size_t>> rows = {
      {R"("url":"/e/","content_html":"<a href=x>")", 1},
      {R"("url":" \n","content_html":"<a href=x>")", 0},
      {R"("url":"","content_html":"<a href=x>")", 0},
      {R"("url":"/e/","url":"","content_html":"<a href=x>")", 0},
      {R"("url":"/e/")", 0},
      {R"("url":"/e/","content_html":"x")", 0},
      {R"("content_html":"<a href=x>")", 0},
  };
  for (const auto& [item, bases] : rows) {
    const std::string text = R"({"version":"https://jsonfeed.org/version/1","items":[{)" + item + "}]}";
    const Plan result = plan(text, given);
    std::size_t found = 0;
    for (std::uint32_t i = 0; i < scopes_of(result).size(); ++i) {
      found += scopes_of(result)[i].candidate.from == BaseFrom::entry ? 1 : 0;
    }
    EXPECT_EQ(found, bases) << item;
  }
}

/// The type says more than that it is JSON only where it was told.
TEST(Json, DocumentsHaveAType) {
  const std::vector<std::pair<std::string, std::string_view>> rows = {
      {R"({"version": "https://jsonfeed.org/version/1.1"})", "application/feed+json"},
      {R"({"start_url": "."})", "application/manifest+json"},
      {R"({"start_url": )", "application/json"},
  };
  for (const auto& [text, type] : rows) {
    const Plan result = plan(text, at_feed);
    EXPECT_EQ(result.documents().front().type, type) << text;
  }
  const std::string part = "Content-Type: application/feed+json\n\n{\"icon\": \"x\"}";
  const Plan message = plan(part, {.url = "http://h/", .type = Type::mime});
  EXPECT_EQ(test::list_of(message), "icon x -> http://h/x") << "a part says what it is";
}

TEST(Json, WhatIsNoneIsAFailure) {
  std::size_t count = 0;
  for (const test::Row& row : test::read_table("json/valid.tsv", 2)) {
    const std::string& text = row.fields[1];
    if (trimmed(text).empty()) continue;
    SCOPED_TRACE(row.where + " " + text);
    Given given = at_feed;
    given.input.name = "x.webmanifest";
    given.input.type = Type::automatic;
    given.input.detected = {Type::json};  // by its name it is one, whatever its members are
    const Plan result = plan(text, given);
    const bool is_valid = row.fields[0] == "yes";
    const bool has_mark = text.starts_with("\xEF\xBB\xBF");
    EXPECT_EQ(result.failed(), !is_valid && !has_mark);
    if (!result.failed()) continue;
    ++count;
    EXPECT_EQ(test::expect_promises(text, given), text);
    ASSERT_EQ(result.notes().size(), 1U);
    EXPECT_EQ(result.notes()[0].code, NoteCode::malformed);
  }
  EXPECT_GT(count, 20U);
}

/// However a feed is cut, nothing is read, and no byte behind it.
TEST(Json, CutFeedsFail) {
  for (const test::Row& row : test::read_table("json/documents.tsv", 5)) {
    const std::string& text = row.fields[2];
    if (!text.ends_with('}')) continue;
    for (std::size_t size = 4; size < text.size(); ++size) {
      const test::Exact cut(text.substr(0, size));
      EXPECT_TRUE(plan(cut.view(), at_feed).failed()) << row.where << ": " << size;
    }
  }
}

TEST(Json, IsReadToALimitOfNesting) {
  const auto nested = [](std::size_t levels) {
    return test::repeated("[", levels) + "1" + test::repeated("]", levels);
  };
  EXPECT_TRUE(test::is_json(nested(limits::json_levels)));
  EXPECT_FALSE(test::is_json(nested(limits::json_levels + 1)));
  EXPECT_EQ(detect(nested(limits::json_levels + 1) + " <a href=x>").unread_kind.name, "JSON");
  const std::string page = "<script type=importmap>" + nested(limits::json_levels + 1) + "</script>";
  const Plan result = plan(page, {.type = Type::html});
  ASSERT_EQ(result.links().size(), 1U);
  EXPECT_EQ(result.links()[0].reason, Reason::syntax);
}

/// Nothing that may hold a relative reference is lost in silence.
TEST(Json, WhatIsNotReadIsListed) {
  const std::string page =
      "<base href=http://h/><script type=importmap> {'imports':1} </script><script type=importmap> </script>"
      "<script type=speculationrules>{\"prefetch\":[{\"where\":{\"href_matches\":\"/a\"}}]}</script>";
  const Plan result = plan(page, {.type = Type::html});
  std::string listed;
  for (const Link& link : result.links()) {
    if (link.action == Action::keep) listed.append(link.element).append(" ").append(link.reference).append("|");
  }
  EXPECT_EQ(listed, "script {'imports':1}|script /a|");
  const Plan without = plan(page, {.type = Type::html}, {.remove_base_elements = true});
  EXPECT_EQ(without.output(), page) << "they need the base";
}

/// All end, and keep the promises.
TEST(Json, BombsAreLinear) {
  using test::many;
  using test::repeated;
  const std::string object = "{\"url\":";
  const std::vector<std::string> bombs = {
      repeated("[", many(1'000'000)),
      repeated("{", many(1'000'000)),
      repeated(object, many(500'000)),
      repeated(object, 900) + "1" + repeated("}", 900),
      "[" + repeated("{\"url\":\"a\"},", many(200'000)) + "1]",
      "[" + repeated("{\"@context\":{\"@base\":1},\"url\":\"a\"},", many(100'000)) + "1]",
      "{\"url\":\"" + std::string(many(1'000'000), 'a') + "\"}",
      "{\"url\":\"" + repeated("\\", many(1'000'000)) + "\"}",
      "{\"url\":\"" + repeated("\\ud83d", many(200'000)) + "\"}",
      "{\"" + std::string(many(1'000'000), 'a') + "\":\"a\"}",
      "{\"url\":" + std::string(many(1'000'000), '1') + "}",
      std::string(many(1'000'000), ' ') + "x",
      repeated("\"", many(1'000'000)),
  };
  const Given given{{.url = "http://h/a/d.html", .type = Type::html}, {.also = {.ld_json = true}}};
  for (const std::string& bomb : bombs) {
    SCOPED_TRACE(bomb.substr(0, 40));
    test::expect_promises("<script type=application/ld+json>" + bomb + "</script>", given);
  }
  std::string patterns = "{\"prefetch\":[{\"where\":{\"href_matches\":[";
  patterns += repeated("{\"hostname\":\"h\",\"pathname\":\"/a\"},", 50'000) + "\"b\"]}}]}";
  test::expect_promises("<script type=speculationrules>" + patterns + "</script>", given);
  for (const FeedBase base : {FeedBase::document, FeedBase::entry}) {
    Given of_feed = at_feed;
    of_feed.options.feed_base = base;
    for (const std::string& bomb : bombs) test::expect_promises(bomb, of_feed);
    const std::string item = R"({"url":"/e/1","content_html":"<a href=x>","url":"/f/"},)";
    const std::string begin = R"({"version":"https://jsonfeed.org/version/1","items":[)";
    test::expect_promises(begin + repeated(item, many(50'000)) + "1]}", of_feed);
    test::expect_promises(begin + "{" + repeated(R"("content_html":"<a href=x>",)", many(50'000)) + R"("url":"/e/"}]})",
                          of_feed);
  }
}

std::string random_string(test::Random& random) {
  return "\"" +
         std::string(random.any({"/a",
                                 "./b",
                                 "../c/",
                                 "d",
                                 "",
                                 R"(\/e)",
                                 R"(\u002e/f)",
                                 R"(\u002fg)",
                                 "https://x.example/",
                                 R"(.\/h/)",
                                 R"(/i\uD83D\uDE00)",
                                 R"(./j\uD83D)",
                                 "/<k>",
                                 "//l/m",
                                 "?n",
                                 "#o",
                                 "./p q",
                                 " r ",
                                 "../../../s",
                                 "node:t",
                                 "./\xC3\xA9",
                                 "http://h/a/b"})) +
         "\"";
}

std::string random_members(test::Random& random, const std::function<std::string()>& value) {
  std::string text = "{";
  for (std::size_t i = random.below(4); i > 0; --i) {
    text.append(random_string(random)).append(random.any({":", " : "})).append(value()).append(i > 1 ? ", " : "");
  }
  return text + "}";
}

std::string random_import_map(test::Random& random) {
  const auto string = [&] { return random_string(random); };
  const auto address = [&] { return random.one_in(8) ? "null" : random_string(random); };
  const auto scope = [&] { return random_members(random, address); };
  return "{\"imports\":" + scope() + ",\n\"scopes\":" + random_members(random, scope) +
         ",\"integrity\":" + random_members(random, string) + "}";
}

void break_somewhere(std::string& text, test::Random& random) {
  text.replace(random.below(text.size()), random.below(3),
               random.any({"", "{", "}", "[", "]", ",", ":", "\"", "\\", " ", "0", "u", "\n", "-1", "\t"}));
}

/// JSON.parse reads what is read here, and a rewritten import map means at another address what it meant.
TEST(Json, ImportMapsMeanWhatTheyMeantToNode) {
  constexpr unsigned maps = 5'000;
  const Given given{{.url = "http://h/a/d.html", .type = Type::html}};
  const std::string before = "<meta charset=utf-8><script type=importmap>";
  const std::string after = "</script>";
  const auto content = [&](const std::string& page) {
    return std::string_view(page).substr(before.size(), page.size() - before.size() - after.size());
  };
  const test::TemporaryDirectory directory;
  std::ofstream file(directory.path() + "/maps");
  std::vector<std::string> texts;
  const auto is_broken = [](unsigned seed) { return seed % 3 == 0; };
  for (unsigned seed = 0; seed < maps; ++seed) {
    test::Random random(seed);
    texts.push_back(random_import_map(random));
    if (is_broken(seed)) break_somewhere(texts.back(), random);
    const std::string page = before + texts.back() + after;
    const Plan result = plan(page, given);
    file << test::in_hexadecimal(texts.back()) << ' ' << test::in_hexadecimal(content(result.output())) << '\n';
  }
  file.close();
  const std::string program = test::testdata("../tests/support/import_maps.js");
  const auto ran =
      test::run_shell("command -v node > /dev/null || exit 77\nnode '" + program + "' < maps", directory.path());
  if (ran.status == 77) GTEST_SKIP() << "skipped: node is missing";
  ASSERT_EQ(ran.status, 0) << ran.err;
  std::istringstream answers(ran.out);
  std::map<std::string, unsigned> counts;
  for (unsigned seed = 0; seed < maps; ++seed) {
    std::string answer;
    ASSERT_TRUE(std::getline(answers, answer)) << seed;
    ++counts[answer];
    EXPECT_EQ(test::is_json(texts[seed]), answer != "broken") << texts[seed];
    EXPECT_TRUE(is_broken(seed) || answer == "same") << texts[seed];
  }
  EXPECT_GT(counts["broken"], maps / 10);
  EXPECT_GT(counts["same"], maps / 2);
}

}  // namespace
}  // namespace absolve::json
