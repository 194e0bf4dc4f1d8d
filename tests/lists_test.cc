// Lists of references for batches: what each entry is answered (types uris, pairs and jsonl).

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <string>
#include <string_view>

#include "../src/detect/divide.h"
#include "../src/url/scopes.h"
#include "absolve/absolve.h"
#include "support/exact.h"
#include "support/given.h"
#include "support/in_pieces.h"
#include "support/shell.h"
#include "support/table.h"

namespace absolve {
namespace {

const std::map<std::string_view, Type> types = {{"uris", Type::uris}, {"pairs", Type::pairs}, {"jsonl", Type::jsonl}};

/// What a row asks for, such as `pairs+json+null`.
Given given_by(const test::Row& row) {
  const std::string_view asked = row.fields[1];
  return {{.url = row.fields[2],
           .type = types.at(asked.substr(0, asked.find('+'))),
           .null_separated = asked.find("+null") != std::string_view::npos},
          {.json_answers = asked.find("+json") != std::string_view::npos}};
}

std::string answers(std::string_view list, const Given& given) {
  return plan(test::Exact(list).view(), given).output();
}

TEST(Lists, AreAnsweredAsTheTableSays) {
  for (const test::Row& row : test::read_table("lists/answers.tsv", 5)) {
    SCOPED_TRACE(row.where + " " + row.fields[0]);
    const Given given = given_by(row);
    EXPECT_EQ(answers(row.fields[3], given), row.fields[4]);
    for (const std::size_t seen : {1U, 7U, 30U}) {
      EXPECT_EQ(test::rewritten(row.fields[3], given, seen), row.fields[4]) << seen;
    }
  }
}

/// Wherever a list is cut off, all is well, and it is answered as many times as it has entries.
TEST(Lists, MayEndAnywhere) {
  for (const test::Row& row : test::read_table("lists/answers.tsv", 5)) {
    const Given given = given_by(row);
    if (container_of(row.fields[3], given.input, given.options) == Container::none) continue;
    const char separator = given.input.null_separated ? '\0' : '\n';
    for (std::size_t size = 0; size < row.fields[3].size(); ++size) {
      const std::string list = row.fields[3].substr(0, size);
      EXPECT_EQ(std::ranges::count(answers(list, given), separator), std::ranges::count(list, separator))
          << row.where << ", " << size;
    }
  }
}

/// Then there is no edit either: a file is not written again.
TEST(Lists, ObjectsAreAnsweredOnce) {
  for (const test::Row& row : test::read_table("lists/answers.tsv", 5)) {
    const Given given = given_by(row);
    if (given.input.type != Type::jsonl) continue;
    const Plan again = plan(row.fields[4], given);
    EXPECT_TRUE(again.edits().empty()) << row.where;
  }
}

/// What is found of a list is the same, whatever the answers look like.
TEST(Lists, LinksAreThoseOfTheEntries) {
  const std::string list = "http://a/b/c\t../g\nmailto:x\ty\n\tz\n";
  for (const bool json : {false, true}) {
    const Plan found = plan(list, {.url = "http://u/", .type = Type::pairs}, {.json_answers = json});
    ASSERT_EQ(found.links().size(), 3U);
    EXPECT_EQ(found.links()[0].url(), "http://a/g");
    EXPECT_EQ(found.source_offset(found.links()[0]), 13U);
    EXPECT_EQ(found.links()[0].length, 4U);
    EXPECT_EQ(found.base(found.links()[0])->url(), "http://a/b/c");
    EXPECT_EQ(found.links()[1].reason, Reason::no_base);
    EXPECT_EQ(found.base(found.links()[1]), nullptr);
    EXPECT_EQ(found.links()[2].url(), "http://u/z");
    EXPECT_EQ(found.base_from(found.links()[0].scope), BaseFrom::retrieval);
  }
}

/// A scope for each base that is named, and not for each line; it stands where the first one names it.
TEST(Lists, ABaseIsEstablishedOnce) {
  std::string list;
  for (int i = 0; i < 1000; ++i) list += "http://h" + std::to_string(i % 10) + "/\tx\n";
  const Plan found = plan(list, {.type = Type::pairs});
  ASSERT_EQ(scopes_of(found).size(), 10U);
  EXPECT_EQ(scopes_of(found)[3].candidate.value, "http://h3/");
  EXPECT_EQ(scopes_of(found)[3].candidate.offset, list.find("http://h3/"));
}

/// Notes, by code and severity. Where the answers say it, nobody need be told.
TEST(Lists, NotesAreForThoseWhoGetNoReason) {
  const auto told = [](const std::string& list, const Given& given) {
    std::string notes;
    const Plan found = plan(list, given);
    for (const Note& note : found.notes()) {
      notes.append(name_of(note.code)).append(note.severity == Note::Severity::detail ? " (detail), " : ", ");
    }
    return notes;
  };
  const std::string pairs = "mailto:x\ty\n";
  EXPECT_EQ(told(pairs, {{.type = Type::pairs}}), "unsuitable-base, references-kept, ");
  EXPECT_EQ(told(pairs, {{.type = Type::pairs}, {.json_answers = true}}),
            "unsuitable-base (detail), references-kept (detail), ");
  EXPECT_EQ(told(R"({"reference":"y","base":"mailto:x"})", {{.type = Type::jsonl}}),
            "unsuitable-base (detail), references-kept (detail), ");
}

/// In ISO-2022-JP the place of an answer may begin and end in two states of the charset.
TEST(Lists, InCharsetsWithStatesAreLeft) {
  const std::string list = "http://a/\tx\n";
  const Plan left = plan(list, {.type = Type::pairs, .charset = "iso-2022-jp"});
  EXPECT_TRUE(left.failed());
  EXPECT_EQ(left.output(), list);
  const Plan answered = plan(list, {.url = "http://u/", .type = Type::uris, .charset = "iso-2022-jp"});
  EXPECT_FALSE(answered.failed());
}

/// A long base before each of many references, and with JSON beside each of them, would be quadratic.
TEST(Lists, WhatAnswersAddIsBounded) {
  const std::string base = "http://h/" + std::string(60'000, 'x') + "/";
  std::string list;
  for (int i = 0; i < 2000; ++i) list += "http://a/\n";
  const Given urls{{.url = base, .type = Type::uris}};
  EXPECT_FALSE(plan(list, urls).failed());
  Given objects = urls;
  objects.options.json_answers = true;
  const Plan left = plan(list, objects);
  EXPECT_TRUE(left.failed());
  EXPECT_EQ(left.output(), list);
}

/// Python reads what is written, and says of made lists what each answer is to be.
TEST(Lists, AreReadAlikeByPython) {
  constexpr int missing = 77;
  const std::string script = test::testdata("../tests/support/answers_alike.py");
  const test::ShellResult result = test::run_shell(
      "command -v python3 > /dev/null || exit 77; exec python3 " + script + " --at-least 3000 absolve 60", ".");
  if (result.status == missing) GTEST_SKIP() << "skipped: python3 is missing";
  EXPECT_EQ(result.status, 0) << result.err;
  std::cout << result.out;
}

}  // namespace
}  // namespace absolve
