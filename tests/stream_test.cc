// Streams of documents (type jsonl): what each line is answered, and that nothing of another line depends on it.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>

#include "../src/describe/unit_notes.h"
#include "../src/stream/stream.h"
#include "absolve/absolve.h"
#include "support/corpus.h"
#include "support/exact.h"
#include "support/given.h"
#include "support/shell.h"
#include "support/table.h"

namespace absolve {
namespace {

std::string answer_to(std::string_view line, const Given& given) {
  const test::Exact exact(line);
  if (const auto document = DocumentLine::from(exact.view(), given.input, given.options)) {
    return document->answer(plan(document->document(), document->input(), given.options));
  }
  return plan(exact.view(), given).output();
}

TEST(Stream, LinesAreAnsweredAsTheTableSays) {
  for (const test::Row& row : test::read_table("lists/documents.tsv", 4)) {
    SCOPED_TRACE(row.where + " " + row.fields[0]);
    const Given given{{.url = row.fields[1], .type = Type::jsonl}};
    EXPECT_EQ(answer_to(row.fields[2], given), row.fields[3]);
  }
}

TEST(Stream, TwiceIsOnce) {
  for (const test::Row& row : test::read_table("lists/documents.tsv", 4)) {
    const Given given{{.url = row.fields[1], .type = Type::jsonl}};
    EXPECT_EQ(answer_to(row.fields[3], given), row.fields[3]) << row.where;
  }
}

/// Cut off anywhere, a line has an answer, and one line of it.
TEST(Stream, LinesMayEndAnywhere) {
  for (const test::Row& row : test::read_table("lists/documents.tsv", 4)) {
    for (std::size_t size = 0; size < row.fields[2].size(); ++size) {
      const std::string answer = answer_to(row.fields[2].substr(0, size), {{.type = Type::jsonl}});
      EXPECT_EQ(answer.find_first_of("\n\r"), std::string::npos) << row.where << ", " << size;
    }
  }
}

/// What a library's user plans by mistake as a list stays, and is told.
TEST(Stream, ADocumentIsNoEntryOfAList) {
  const std::string_view list = "{\"reference\":\"x\"}\n{\"body\":\"<a href=x>\"}\n";
  const Plan planned = plan(list, {.url = "http://a/", .type = Type::jsonl});
  EXPECT_EQ(planned.output(), list);
  ASSERT_EQ(planned.notes().size(), 1U);
  EXPECT_EQ(planned.notes()[0].code, NoteCode::documents_unread);
  EXPECT_EQ(planned.notes()[0].offset, list.find('\n') + 1);
  EXPECT_TRUE(planned.failed());
}

/// The members have the names that the options say, which are those of the line itself, whatever stands in them.
TEST(Stream, MembersHaveTheNamesThatTheOptionsSay) {
  const FieldNames names{.reference = "a.b", .base = "c/d", .url = "e", .body = "f\"", .answer = "g h"};
  const Given given{{.type = Type::jsonl}, {.fields = names}};
  const auto expect = [&](std::string_view line, std::string_view answer) {
    EXPECT_EQ(answer_to(line, given), answer);
    EXPECT_EQ(answer_to(answer, given), answer) << "twice is once";
  };
  expect(R"({"a.b":"x","c\/d":"http://c/d"})", R"({"a.b":"x","c\/d":"http://c/d","g h":{"url":"http://c/x"}})");
  expect(R"({"a.b":"x","e":5})",
         R"({"a.b":"x","e":5,"g h":{"reason":"no-base","error":"its e can't be a base: it is not a string"}})");
  expect(R"({"f\"":"<a href=x>","e":"http://e/","absolve":{"url":"mine"}})",
         R"({"f\"":"<a href=http://e/x>","e":"http://e/","absolve":{"url":"mine"},)"
         R"("g h":{"status":"done","base":"http://e/","base_from":"retrieval","links":1}})");
  expect(R"({"f\"_b64":"PGEgaHJlZj14Pg==","e":"http://e/"})",
         R"({"f\"_b64":"PGEgaHJlZj1odHRwOi8vZS94Pg==","e":"http://e/",)"
         R"("g h":{"status":"done","base":"http://e/","base_from":"retrieval","links":1}})");
  expect(R"({"f\"":7})", R"({"f\"":7,"g h":{"status":"failed","error":"its member f\" is not a string"}})");
  for (const std::string_view other : {R"({"a":{"b":"x"},"reference":"x","body":"x"})", R"({"a.b":"x","g h":1})"}) {
    EXPECT_EQ(answer_to(other, given), other);
  }
}

/// One member may be two things.
TEST(Stream, FieldsMayShareAMember) {
  const Given given{{.type = Type::jsonl}, {.fields = {.base = "url"}}};
  EXPECT_EQ(answer_to(R"({"reference":"x","url":"http://a/"})", given),
            R"({"reference":"x","url":"http://a/","absolve":{"url":"http://a/x"}})");
}

/// Lines that stay are counted, by why they do, and the first of each is pointed to.
TEST(Stream, LinesThatStayAreCounted) {
  const std::string_view list = "\n{\"reference\":\"x\"}\n[]\n \n{}\n{\"reference\":\"x\",\"absolve\":1}\n{\"id\":1}\n";
  const Plan planned = plan(list, {.url = "http://a/", .type = Type::jsonl});
  ASSERT_EQ(planned.notes().size(), 2U);
  const Note& nothing = planned.notes()[0];
  EXPECT_EQ(nothing.code, NoteCode::nothing_to_answer);
  EXPECT_EQ(nothing.severity, Note::Severity::failure);
  EXPECT_EQ(nothing.offset, list.find("[]"));
  EXPECT_EQ(nothing.count, 3U);
  EXPECT_EQ(nothing.text,
            "line not answered: it is not a JSON object (jq -c '.[]' writes the objects of an array in lines of their "
            "own); left unchanged, and so are 2 further lines");
  const Note& foreign = planned.notes()[1];
  EXPECT_EQ(foreign.code, NoteCode::foreign_answer);
  EXPECT_EQ(foreign.count, 1U);
  EXPECT_EQ(foreign.text,
            "no place for the answer: its member absolve was not written by absolve (--answer-field selects "
            "another member for the answer); left unchanged");
  Note both = nothing;
  EXPECT_TRUE(join(both, nothing));
  EXPECT_FALSE(join(both, foreign));
  EXPECT_EQ(both.count, 6U);
  EXPECT_TRUE(both.text.ends_with("; left unchanged, and so are 5 further lines")) << both.text;
}

TEST(Stream, DocumentsStayWhereTheyAre) {
  auto line = DocumentLine::from(R"({"body_b64":"PGEgaHJlZj14Pg==","url":"http://a/"})", {}, {});
  ASSERT_TRUE(line);
  const std::string_view before = line->document();
  const DocumentLine moved = *std::move(line);
  EXPECT_EQ(moved.document().data(), before.data());
  EXPECT_EQ(moved.document(), "<a href=x>");
}

/// All lines of the table as one stream, through the program: with references and empty lines between, by LF, by CR LF,
/// by NUL, from a file and bit by bit.
TEST(Stream, IsAnsweredInOrder) {
  struct Way {
    std::string ending;
    std::string options;
  };
  for (const auto& [ending, options] : {Way{"\n", ""}, Way{"\r\n", ""}, Way{std::string(1, '\0'), " -0"}}) {
    const test::TemporaryDirectory place;
    std::ofstream given(place.path() + "/given");
    std::ofstream wanted(place.path() + "/wanted");
    for (const test::Row& row : test::read_table("lists/documents.tsv", 4)) {
      if (!row.fields[1].empty()) continue;  // there is one --url for all
      given << row.fields[2] << ending << ending << R"({"reference":"x","base":"http://c/"})" << ending;
      wanted << row.fields[3] << ending << ending
             << R"({"reference":"x","base":"http://c/","absolve":{"url":"http://c/x"}})" << ending;
    }
    given.close();
    wanted.close();
    // Some of them have nothing to answer.
    const test::ShellResult result = test::run_shell("jsonl='absolve --lenient --type jsonl" + options + R"sh('
$jsonl given | cmp - wanted || exit 1
{ head -c 100; sleep 0.1; head -c 1000; sleep 0.1; cat; } < given | $jsonl | cmp - wanted || exit 2
$jsonl --output-dir out given 2> told && cmp out/given wanted || exit 3
$jsonl -i given && cmp given wanted || exit 4
)sh",
                                                     place.path());
    EXPECT_EQ(result.status, 0) << options << ": " << result.out << result.err;
  }
}

/// What stands in one line is nothing to those around it, however they arrive: no mark of a charset, no limit.
TEST(Stream, LinesStandAlone) {
  const std::string good = R"({"reference":"x","base":"http://c/"})";
  const std::string answer = R"({"reference":"x","base":"http://c/","absolve":{"url":"http://c/x"}})";
  const test::TemporaryDirectory place;
  for (const std::string mark : {"\xFF\xFE", "\xFE\xFF", "\xEF\xBB\xBF"}) {
    std::ofstream(place.path() + "/first") << R"({"body":"x"})" << '\n';
    std::ofstream(place.path() + "/then") << mark << good << '\n' << good << '\n';
    for (const std::string pause : {"", "sleep 0.2;"}) {
      const test::ShellResult result =
          test::run_shell("{ cat first; " + pause + " cat then; } | absolve --type jsonl", place.path());
      EXPECT_EQ(result.status, 3);
      EXPECT_EQ(result.err,
                "absolve: standard input:2: line not answered: invalid JSON, or nested more than 1000 levels deep; "
                "left unchanged\n");
      EXPECT_TRUE(result.out.ends_with("}}\n" + mark + good + "\n" + answer + "\n")) << result.out;
      EXPECT_EQ(std::ranges::count(result.out, '\n'), 3) << result.out;
    }
  }
}

/// It stays, whatever becomes of those around it, and wherever they go.
TEST(Stream, ALineThatIsTooLongStays) {
  const test::TemporaryDirectory place;
  const test::ShellResult result = test::run_shell(R"sh(
{ printf '{"body":"'; head -c 268435456 /dev/zero | tr '\0' x; printf '"}\n{"reference":"x","base":"http://c/"}\n'; } > s
{ head -n 1 s; printf '{"reference":"x","base":"http://c/","absolve":{"url":"http://c/x"}}\n'; } > wanted
absolve --type jsonl s | cmp - wanted
absolve --type jsonl --charset utf-8 < s 2> told | cmp - wanted; cat told
absolve --type jsonl -o o s; echo $?; cmp o wanted
absolve --type jsonl --lenient -q -i s; echo $?; cmp s wanted; ls
absolve --type jsonl --list s)sh",
                                                   place.path());
  const std::string told = ": line 1: it is longer than 256 MiB; left unchanged\n";
  EXPECT_EQ(result.out, "absolve: standard input" + told +
                            "3\n0\no\ns\ntold\nwanted\ns: 1 link\n  2:15  reference  x  http://c/x\n");
  EXPECT_EQ(result.err, "absolve: s" + told + "absolve: s" + told + "absolve: s" + told + "absolve: s" + told);
}

class StreamsOfPages : public test::OverCorpora {};

/// Each page in a line comes out as it does as a file. Python's json and base64 write and read the lines.
TEST_P(StreamsOfPages, AreAnsweredAsTheirFilesAre) {
  const test::TemporaryDirectory place;
  for (const auto& [name, page] : test::pages_of(GetParam())) std::ofstream(place.path() + "/" + name) << page;
  const test::ShellResult result = test::run_shell_with(
      "python3", "/usr/bin/env python3 '" + test::testdata("../tests/support/stream_alike.py") + "' .", place.path());
  if (result.status == test::missing) GTEST_SKIP() << result.out << " is missing";
  EXPECT_EQ(result.status, 0) << result.err;
  std::cout << result.out;
}

INSTANTIATE_TEST_SUITE_P(Corpora, StreamsOfPages, test::each_corpus());

}  // namespace
}  // namespace absolve
