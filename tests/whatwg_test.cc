#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <random>
#include <regex>
#include <string>
#include <string_view>

#include "../src/url/resolver.h"
#include "absolve/url.h"
#include "support/exact.h"
#include "support/hexadecimal.h"
#include "support/shell.h"
#include "support/table.h"

namespace absolve {
namespace {

using test::Exact;
using Outcome = Resolution::Outcome;

/// What becomes of a reference, in a word, and its absolute form.
struct Answer {
  std::string_view word;
  std::string absolute;
};

Answer answer(std::string_view base_url, std::string_view reference) {
  const Exact exact_base(base_url);
  const Exact exact(reference);
  const auto base = Base::from(exact_base.view(), Resolver::whatwg);
  if (!base) return {"unsuitable", std::string(reference)};
  std::string scratch;
  const Resolution resolution = base->resolve(exact.view(), scratch);
  EXPECT_NE(resolution.outcome, Outcome::refused) << base_url << " + " << reference;
  EXPECT_LE(resolution.offset, reference.size());
  const std::string_view word = resolution.outcome == Outcome::resolved   ? "resolved"
                                : resolution.outcome == Outcome::absolute ? "absolute"
                                                                          : "failed";
  return {word, std::string(resolution.head).append(reference.substr(resolution.offset))};
}

std::string line_of(std::string_view base, std::string_view reference) {
  const Answer found = answer(base, reference);
  return test::in_hexadecimal(base) + " " + test::in_hexadecimal(reference) + " " + std::string(found.word) + " " +
         test::in_hexadecimal(found.absolute) + "\n";
}

/// Has Node look at lines. The last line that it writes says how many there were of each kind.
test::ShellResult judged(const std::string& lines) {
  const test::TemporaryDirectory place;
  std::ofstream(place.path() + "/lines", std::ios::binary) << lines;
  return test::run_shell("command -v node > /dev/null || exit 77\nexec node '" +
                             test::testdata("../tests/support/url_alike.js") + "' < lines",
                         place.path());
}

/// Such as 12 of `Node: absolute 12, failed 3`.
long count_of(const std::string& word, const std::string& counts) {
  std::smatch match;
  return std::regex_search(counts, match, std::regex(word + " ([0-9]+)")) ? std::stol(match[1]) : 0;
}

constexpr std::string_view marks_failed = "!";
constexpr std::string_view marks_absolute = "=";

TEST(Whatwg, Table) {
  for (const test::Row& row : test::read_table("url/whatwg.tsv", 4)) {
    const Answer found = answer(row.fields[0], row.fields[1]);
    const std::string expected = row.fields[2];
    EXPECT_EQ(found.word, expected == marks_failed     ? "failed"
                          : expected == marks_absolute ? "absolute"
                                                       : "resolved")
        << row.where;
    if (found.word == "failed") continue;
    EXPECT_EQ(is_absolute(Resolver::whatwg, row.fields[1], Controls::kept), found.word == "absolute") << row.where;
    EXPECT_EQ(found.absolute, found.word == "absolute" ? row.fields[1] : expected) << row.where;
  }
}

TEST(Whatwg, TheTableLeadsNodeToTheSameUrls) {
  std::string lines;
  for (const test::Row& row : test::read_table("url/whatwg.tsv", 4)) lines += line_of(row.fields[0], row.fields[1]);
  const test::ShellResult result = judged(lines);
  if (result.status == 77) GTEST_SKIP() << "skipped: node is missing";
  EXPECT_EQ(result.status, 0) << result.out << result.err;
}

/// Pieces of URLs, such as the rules of the standard tell apart.
constexpr auto pieces = std::to_array<std::string_view>(
    {"/",   "/",     "/",      "/",      "\\",     "\\", ".",    ".",   "..", "..",   "%2e", "%2E", ".%2e",    "g",
     "a",   "b",     "?",      "#",      ";",      ":",  "@",    "[",   "]",  "[::]", "C:",  "c|",  "http:",   "file:",
     "f:",  "HTTP:", "https",  "//",     "\\\\",   "\t", "\n",   "\r",  " ",  "\x01", "%",   "%41", "%2f",     "80",
     ":80", "0x7f",  "1.2",    "xn--a.", "\u00e9", "^",  "|",    "\"",  "<",  "&",    "~",   "=",   "http://", "///",
     "h",   "u@",    ":99999", "../",    "../",    "./", "\x7f", "%00", "+",  "-",    "C|/", "/C:", "file://", "C"});

constexpr auto bases = std::to_array<std::string_view>({"http://a/b/c/d;p?q#f",
                                                        "http://a",
                                                        "http://a/",
                                                        "http://a?q",
                                                        "http:a/b",
                                                        "HTTP:\\\\a\\b\\c",
                                                        "http:///a//b/",
                                                        "https://u:p@h:8/x",
                                                        "ws://h/x/y",
                                                        "ftp://h/%2e%2e/x/.",
                                                        "file:///C:/a/b",
                                                        "file:///c|/a",
                                                        "file:///C:",
                                                        "file:///a/b/c",
                                                        "file://h/a",
                                                        "file://h/C:/a",
                                                        "file://C:/x/y",
                                                        "file:x",
                                                        "file:",
                                                        "file:\\C|\\a",
                                                        "foo://h/a/b",
                                                        "foo:///a/b",
                                                        "foo:/a/b",
                                                        "foo:/.//a",
                                                        "foo://h",
                                                        "foo://h?q",
                                                        "f:/",
                                                        "foo:/..//a/b",
                                                        " http://a/b/\tc/d ",
                                                        "mailto:a@b",
                                                        "javascript://h/x",
                                                        "data:/x",
                                                        "http://a/b\\c?d\\e",
                                                        "http://a/b/..",
                                                        "http://\u00e9/x"});

TEST(Whatwg, RandomReferencesLeadNodeToTheSameUrls) {
  constexpr int pairs = 240'000;
  std::mt19937 random(1994);
  const auto text = [&](std::size_t most) {
    std::string result;
    for (std::size_t i = random() % (most + 1); i > 0; --i) result += pieces[random() % pieces.size()];
    return result;
  };
  std::string lines;
  for (int i = 0; i < pairs; ++i) {
    std::string base(bases[random() % bases.size()]);
    if (random() % 2 == 0) base += text(5);
    lines += line_of(base, text(8));
  }
  const test::ShellResult result = judged(lines);
  if (result.status == 77) GTEST_SKIP() << "skipped: node is missing";
  std::fputs(result.out.c_str(), stdout);
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  const std::string counts = result.out.substr(result.out.find("Node:"));
  EXPECT_GE(count_of("absolute", counts) + count_of("failed", counts) + count_of("resolved", counts), 200'000);
  EXPECT_LE(count_of("excused", counts), pairs / 100);
}

}  // namespace
}  // namespace absolve
