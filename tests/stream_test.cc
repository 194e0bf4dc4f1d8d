// Streams of documents (type jsonl): what each line is answered, and that nothing of another line depends on it.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>

#include "../src/cli/pieces.h"
#include "absolve/absolve.h"
#include "support/corpus.h"
#include "support/exact.h"
#include "support/shell.h"
#include "support/table.h"

namespace absolve {
namespace {

std::string answer_to(std::string_view line, const Options& options) {
  const test::Exact exact(line);
  if (const auto document = DocumentLine::from(exact.view(), options)) {
    return document->answer(plan(document->document(), document->options()));
  }
  return plan(exact.view(), options).output();
}

TEST(Stream, LinesAreAnsweredAsTheTableSays) {
  for (const test::Row& row : test::read_table("lists/documents.tsv", 4)) {
    SCOPED_TRACE(row.where + " " + row.fields[0]);
    const Options options{.type = Type::jsonl, .retrieval_url = row.fields[1]};
    EXPECT_EQ(answer_to(row.fields[2], options), row.fields[3]);
  }
}

TEST(Stream, TwiceIsOnce) {
  for (const test::Row& row : test::read_table("lists/documents.tsv", 4)) {
    const Options options{.type = Type::jsonl, .retrieval_url = row.fields[1]};
    EXPECT_EQ(answer_to(row.fields[3], options), row.fields[3]) << row.where;
  }
}

/// Cut off anywhere, a line has an answer, and one line of it.
TEST(Stream, LinesMayEndAnywhere) {
  for (const test::Row& row : test::read_table("lists/documents.tsv", 4)) {
    for (std::size_t size = 0; size < row.fields[2].size(); ++size) {
      const std::string answer = answer_to(row.fields[2].substr(0, size), {.type = Type::jsonl});
      EXPECT_EQ(answer.find_first_of("\n\r"), std::string::npos) << row.where << ", " << size;
    }
  }
}

/// What a library's user plans by mistake as a list says what it is.
TEST(Stream, ADocumentIsNoEntryOfAList) {
  const Plan planned = plan(R"({"body":"<a href=x>"})", {.type = Type::jsonl});
  EXPECT_EQ(planned.output(),
            R"({"body":"<a href=x>","error":"it holds a document, and those are read from streams alone"})");
}

TEST(Stream, DocumentsStayWhereTheyAre) {
  auto line = DocumentLine::from(R"({"body_b64":"PGEgaHJlZj14Pg==","url":"http://a/"})", {});
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
      wanted << row.fields[3] << ending << ending << R"({"reference":"x","base":"http://c/","url":"http://c/x"})"
             << ending;
    }
    given.close();
    wanted.close();
    const test::ShellResult result = test::run_shell("jsonl='absolve --type jsonl" + options + R"sh('
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
  const std::string answer = R"({"reference":"x","base":"http://c/","url":"http://c/x"})";
  const std::string no_json = R"("error":"it is no valid JSON, or one of more than 1000 levels")";
  const test::TemporaryDirectory place;
  for (const std::string mark : {"\xFF\xFE", "\xFE\xFF", "\xEF\xBB\xBF"}) {
    std::ofstream(place.path() + "/first") << R"({"body":"x"})" << '\n';
    std::ofstream(place.path() + "/then") << mark << good << '\n' << good << '\n';
    for (const std::string pause : {"", "sleep 0.2;"}) {
      const test::ShellResult result =
          test::run_shell("{ cat first; " + pause + " cat then; } | absolve --type jsonl", place.path());
      EXPECT_EQ(result.status, 0);
      EXPECT_NE(result.out.find(no_json), std::string::npos) << result.out;
      EXPECT_TRUE(result.out.ends_with("\n" + answer + "\n")) << result.out;
      EXPECT_EQ(std::ranges::count(result.out, '\n'), 3) << result.out;
    }
  }
}

/// Of a file nothing is lost: it stays.
TEST(Stream, ALineThatIsTooLongIsNoLossInFiles) {
  const test::TemporaryDirectory place;
  const test::ShellResult result = test::run_shell(R"sh(
{ printf '{"body":"'; head -c 268435456 /dev/zero | tr '\0' x; printf '"}\n{"reference":"x","base":"http://c/"}\n'; } > s
absolve --type jsonl s; echo $?
absolve --type jsonl -i s; echo $?
absolve --type jsonl -o o s; echo $?; ls; wc -c < s)sh",
                                                   place.path());
  EXPECT_EQ(result.out,
            "{\"error\":\"it is longer than 256 MiB\"}\n"
            "{\"reference\":\"x\",\"base\":\"http://c/\",\"url\":\"http://c/x\"}\n0\n2\n2\ns\n268435505\n");
  EXPECT_EQ(result.err,
            "absolve: s: holds a line of more than 256 MiB\nabsolve: s: holds a line of more than 256 MiB\n"
            "absolve: o: is not written, as not all inputs could be read\n");
}

/// A line is longer than what is read: it is passed over, however it arrives, and those around it are not.
TEST(Stream, LinesThatAreTooLongArePassedOver) {
  for (const std::size_t size : {9U, 10U, 11U, 5000U, 3'000'000U}) {
    const test::TemporaryDirectory place;
    const std::string path = place.path() + "/stream";
    std::ofstream(path) << "a\n" << std::string(size, 'x') << "\nb\n" << std::string(size, 'y');
    cli::Buffer buffer;
    cli::Input input(buffer, path);
    cli::Pieces pieces(input, Container::lines, 2'000'000);
    std::string seen;
    for (std::string_view piece = pieces.next(); !piece.empty() || pieces.was_too_long(); piece = pieces.next()) {
      if (pieces.was_too_long()) seen += "(too long)";
      seen += piece;
    }
    const std::string wanted = size > 2'000'000 ? "a\n(too long)\nb\n(too long)"
                                                : "a\n" + std::string(size, 'x') + "\nb\n" + std::string(size, 'y');
    EXPECT_TRUE(seen == wanted) << size << ": " << seen.substr(0, 100);
  }
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
