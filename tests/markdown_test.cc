#include <gtest/gtest.h>

#ifdef ABSOLVE_HAVE_MD4C
#include <md4c.h>
#endif

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory_resource>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "../src/codec/codec.h"
#include "../src/detect/types.h"
#include "../src/markdown/finder.h"
#include "../src/markdown/front_matter.h"
#include "../src/markdown/labels.h"
#include "../src/text/edits.h"
#include "absolve/absolve.h"
#include "support/codings.h"
#include "support/exact.h"
#include "support/list.h"
#include "support/plain_request.h"
#include "support/promises.h"
#include "support/repeated.h"
#include "support/shell.h"
#include "support/table.h"

namespace absolve::markdown {
namespace {

/// A document with what the finder sees in it: `{destination}`, and raw HTML as `<<...>>`.
std::string drawn(std::string_view text) {
  const Finding finding = find(text, test::plain_request());
  struct Sign {
    std::size_t at;
    std::string_view text;
  };
  std::vector<Sign> signs;
  for (const Value& one : finding.values) {
    if (one.coding == codec::Coding::ranges) continue;
    signs.push_back({one.begin, "{"});
    signs.push_back({one.end, "}"});
  }
  for (const codec::OuterRange& one : finding.ranges) {
    signs.push_back({one.begin, one.is_separated ? "<+<" : "<<"});
    signs.push_back({one.end, ">>"});
  }
  std::ranges::stable_sort(signs, {}, &Sign::at);
  std::string result;
  std::size_t from = 0;
  for (const Sign& sign : signs) {
    result.append(text.substr(from, sign.at - from)).append(sign.text);
    from = sign.at;
  }
  return result.append(text.substr(from));
}

TEST(Markdown, ReferencesAreWhereTheTableSays) {
  for (const test::Row& row : test::read_table("markdown/references.tsv", 3)) {
    EXPECT_EQ(drawn(test::Exact(row.fields[1]).view()), row.fields[2]) << row.where << ": " << row.fields[0];
  }
}

/// Wherever a document is cut, no byte behind it is read.
TEST(Markdown, CutDocumentsEnd) {
  for (const test::Row& row : test::read_table("markdown/references.tsv", 3)) {
    for (std::size_t size = 0; size < row.fields[1].size(); ++size) {
      static_cast<void>(drawn(test::Exact(row.fields[1].substr(0, size)).view()));
    }
  }
}

TEST(Markdown, DocumentsBecomeWhatTheTableSays) {
  for (const test::Row& row : test::read_table("markdown/documents.tsv", 4)) {
    SCOPED_TRACE(row.where + " " + row.fields[0]);
    const Input input{.url = row.fields[1].empty() ? "http://h/a/d.md" : row.fields[1], .type = Type::markdown};
    EXPECT_EQ(test::expect_promises(row.fields[2], input), row.fields[3] == "same" ? row.fields[2] : row.fields[3]);
  }
}

TEST(Markdown, ImagesAndRootsHaveTheirOwnUrls) {
  for (const test::Row& row : test::read_table("markdown/given_urls.tsv", 7)) {
    SCOPED_TRACE(row.where + " " + row.fields[0]);
    const Input input{.url = row.fields[2],
                      .image_url = row.fields[3],
                      .root_url = row.fields[4],
                      .type = type_named(row.fields[1]).value_or(Type::html)};
    EXPECT_EQ(test::expect_promises(row.fields[5], input), row.fields[6]);
  }
}

TEST(Markdown, LabelsAreComparedWithoutTheirCase) {
  for (const auto& [label, folded] :
       std::vector<std::pair<std::string_view, std::string_view>>{{"a", "a"},
                                                                  {" A\n \tb ", "a b"},
                                                                  {"\xE1\xBA\x9E", "ss"},
                                                                  {"\xC3\x84", "\xC3\xA4"},
                                                                  {" \n", ""},
                                                                  {"\xFF", "\xFF"}}) {
    EXPECT_EQ(folded_label(label), folded);
  }
}

/// Edits of raw HTML in several ranges are those of the ranges, and nothing between them changes.
TEST(Markdown, RangesHoldEdits) {
  constexpr std::string_view outer = "> <a\n> href=\"x\"> b <i>";
  const std::vector<codec::OuterRange> ranges = {{2, 5}, {7, 16}, {19, 22, true}};
  const auto codec = codec::open(codec::Coding::ranges, outer, {.ranges = ranges});
  EXPECT_EQ(codec->text(), "<a\nhref=\"x\"><p><i>");
  EXPECT_EQ(codec->outer_offset(9), 13U);
  EXPECT_EQ(codec->outer_offset(3), 7U);
  EXPECT_EQ(codec->outer_offset(13), 19U);
  EXPECT_FALSE(codec->is_split(3, 12));
  EXPECT_TRUE(codec->is_split(2, 4));
  EXPECT_TRUE(codec->is_split(11, 13));
  std::pmr::monotonic_buffer_resource memory;
  Strings strings(memory);
  const std::vector<Edit> edits = {{9, 0, "h/"}, {16, 2, "b>"}};
  EXPECT_TRUE(codec->can_hold(edits[0]));
  EXPECT_FALSE(codec->can_hold({2, 3, ""}));
  EXPECT_EQ(edited(outer, codec->encode(edits, strings)), "> <a\n> href=\"h/x\"> b <b>");
}

/// Texts that take quadratic time where something is searched for again and again.
TEST(Markdown, TextsThatRepeatEndSoon) {
  for (const std::string_view piece :
       {"[",         "[a](b",   "[a](<b",    "]",          "![[]()",      "`",
        "<",         "<a b=\"", "<a b='\" ", "<!--",       "<?",          "<!A ",
        "<![CDATA[", "> ",      "- ",        "1. ",        "*\t",         "[a]: b\n",
        "[a][",      "|a",      "a|b\n",     "|-|-|\n",    "http://a.b_", "www.a_",
        "(www.a.b",  "\\",      "&#x",       "<div\n\n",   "<a@b.",       "\n",
        ">\n",       "-\n",     "[^a]: ",    "```\n~~~\n", "a <b\n",      "[a](b 'c [d](e \""}) {
    constexpr std::size_t size = 200'000;
    const std::string text = test::repeated(piece, size / piece.size());
    static_cast<void>(find(text, test::plain_request()));
  }
  std::string runs;
  for (std::size_t i = 1; i < 600; ++i) runs.append("a").append(i, '`');
  static_cast<void>(find(runs, test::plain_request()));
}

TEST(Markdown, NestingHasALimit) {
  const auto nested = [](std::size_t levels) { return test::repeated("> ", levels) + "[a](b)\n"; };
  EXPECT_TRUE(find(nested(100), test::plain_request()).failure.empty());
  EXPECT_FALSE(find(nested(101), test::plain_request()).failure.empty());
  const Plan left = plan(nested(101), {.url = "http://h/", .type = Type::markdown});
  EXPECT_TRUE(left.failed());
  EXPECT_TRUE(left.edits().empty());
}

std::string random_document(test::Random& random) {
  std::string text;
  for (std::size_t i = random.below(30); i > 0; --i) {
    text += random.any({"a",
                        " ",
                        "\n",
                        "\n\n",
                        "> ",
                        "- ",
                        "1. ",
                        "\t",
                        "    ",
                        "[",
                        "]",
                        "](",
                        ")",
                        "(x)",
                        "](x)",
                        "](<x y>)",
                        "![",
                        "[a]: x",
                        "[a]: x \"t\"\n",
                        "[a]",
                        "`",
                        "``",
                        "\\",
                        "<",
                        ">",
                        "<a href=x>",
                        "<a href=\"x\n",
                        "</a>",
                        "<img src='x'>",
                        "<!--",
                        "-->",
                        "<?",
                        "?>",
                        "|",
                        "\\|",
                        "\n|a|b|\n|-|-|\n",
                        "|[a](x\\|y)|",
                        "| <a href=\"x\\|y\"> |",
                        "&amp;",
                        "&copy",
                        "\"",
                        "'",
                        "#x",
                        "http://h/",
                        "www.a.b",
                        "\r\n",
                        "\r",
                        "***\n",
                        "```\n",
                        "~~~",
                        "===\n",
                        "---\n",
                        "# ",
                        "<div>\n",
                        "<script>\n",
                        "<svg>",
                        "<style>a{b:url(x)}",
                        "[^a]: ",
                        "[^a]",
                        "\xC3\xA9",
                        "\xE9",
                        "{{ x }}",
                        "<base href=y>",
                        "<p srcset='x, y 2x'>"});
  }
  return text;
}

TEST(Markdown, RandomDocumentsKeepThePromises) {
  const std::vector<std::string> urls = {"http://h/a/d.md", "http://h/o(/r|x/b_*a*_/[d]/`<>\"'/F.md",
                                         "http://h/&copy;/?a&b", ""};
  for (unsigned seed = 0; seed < test::fewer(3000); ++seed) {
    test::Random random(seed);
    const std::string text = random_document(random);
    SCOPED_TRACE(seed);
    test::expect_promises(text, {.url = urls[seed % urls.size()],
                                 .image_url = random.one_in(3) ? "http://i/raw/d.md" : "",
                                 .type = Type::markdown});
    if (testing::Test::HasFailure()) return;
  }
}

#ifdef ABSOLVE_HAVE_MD4C
/// Where md4c sees destinations: it passes slices of its input, unless it has to decode something.
struct Md4cSpans {
  std::string_view text;
  std::set<std::pair<std::size_t, std::size_t>> spans = {};

  void read() {
    const auto block = [](MD_BLOCKTYPE, void*, void*) { return 0; };
    const auto leave = [](MD_SPANTYPE, void*, void*) { return 0; };
    const auto piece = [](MD_TEXTTYPE, const MD_CHAR*, MD_SIZE, void*) { return 0; };
    const MD_PARSER parser{0,      MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH, block, block, &enter, leave, piece, nullptr,
                           nullptr};
    ASSERT_EQ(md_parse(text.data(), static_cast<MD_SIZE>(text.size()), &parser, this), 0);
  }

 private:
  static int enter(MD_SPANTYPE type, void* detail, void* spans) {
    if (type == MD_SPAN_A) static_cast<Md4cSpans*>(spans)->add(static_cast<MD_SPAN_A_DETAIL*>(detail)->href);
    if (type == MD_SPAN_IMG) static_cast<Md4cSpans*>(spans)->add(static_cast<MD_SPAN_IMG_DETAIL*>(detail)->src);
    return 0;
  }

  void add(const MD_ATTRIBUTE& one) {
    const bool is_slice = one.size > 0 && std::greater_equal<>()(one.text, text.data()) &&
                          std::less<>()(one.text, text.data() + text.size());
    if (!is_slice) return;
    const auto begin = static_cast<std::size_t>(one.text - text.data());
    const bool is_autolink = begin > 0 && text[begin - 1] == '<' &&
                             text.substr(begin, one.size).find(':') != text.npos &&
                             text.substr(begin + one.size).starts_with('>');
    if (!is_autolink) spans.emplace(begin, begin + one.size);
  }
};

/// How many destinations md4c sees in a document; each must be a value of ours.
std::size_t expect_spans_of_md4c(std::string_view text, const std::string& name) {
  Md4cSpans seen{text};
  seen.read();
  std::set<std::pair<std::size_t, std::size_t>> own;
  for (const Value& one : find(text, test::plain_request()).values) own.emplace(one.begin, one.end);
  for (const auto& span : seen.spans) {
    EXPECT_TRUE(own.contains(span)) << name << ": " << text.substr(span.first, span.second - span.first);
  }
  return seen.spans.size();
}

TEST(Markdown, DestinationsAreWhereMd4cSeesThem) {
  std::size_t count = 0;
  const std::string folder = test::testdata("../../shared/corpus/markdown");
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "skipped: the corpus is missing";
  for (const auto& one : std::filesystem::directory_iterator(folder)) {
    if (one.path().extension() != ".md") continue;
    const std::string text = test::read_file(one.path());
    count += expect_spans_of_md4c(std::string_view(text).substr(beginning_of_markdown(text).markdown), one.path());
  }
  EXPECT_GT(count, 2000U);
}
#else
TEST(Markdown, DestinationsAreWhereMd4cSeesThem) { GTEST_SKIP() << "needs md4c (Debian package libmd4c-dev)"; }
#endif

/// What cmark-gfm renders of documents and of what became of them: the script prints counts, and what differs.
void expect_alike(const std::string& arguments) {
  if (std::system("cmark-gfm --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "skipped: cmark-gfm is missing";
  const std::string script = test::testdata("../tests/support/markdown_alike.py");
  const test::ShellResult result = test::run_shell("python3 " + script + " absolve " + arguments, ".");
  EXPECT_EQ(result.status, 0) << result.out << result.err;
}

TEST(Markdown, RendersAlikeWithCmark) { expect_alike("--files " + test::testdata("corpus/markdown") + "/*.md"); }

TEST(Markdown, TheCorpusRendersAlike) {
  const std::string folder = test::testdata("../../shared/corpus/markdown");
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "skipped: the corpus is missing";
  expect_alike("--corpus " + folder + " --bases 1 --random 0 100 --files " + folder + "/*.md");
}

}  // namespace
}  // namespace absolve::markdown
