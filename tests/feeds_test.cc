#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "absolve/absolve.h"
#include "support/codings.h"
#include "support/corpus.h"
#include "support/promises.h"
#include "support/shell.h"
#include "support/table.h"

namespace absolve {
namespace {

constexpr auto at_feed = "http://feeds.example/a/b/c/d/feed.xml";

/// What feedparser says of feeds and of what became of them: the script prints counts, and what differs. Debian's
/// feedparser belongs to Debian's Python, which need not be the first in the path.
void expect_alike(const std::string& feeds) {
  constexpr int missing = 77;
  const std::string script = test::testdata("../tests/support/feeds_alike.py");
  const std::string run =
      "for python in python3 /usr/bin/python3; do $python -c 'import feedparser' 2>/dev/null && exec $python " +
      script + " " + feeds + "; done; exit 77";
  const test::ShellResult result = test::run_shell(run, ".");
  if (result.status == missing) GTEST_SKIP() << "skipped: Python's feedparser is missing";
  EXPECT_EQ(result.status, 0) << result.err;
  std::cout << result.out;
}

bool is_own(test::Corpus corpus) { return corpus == test::Corpus::own; }

class WholeFeeds : public test::OverCorpora {};

TEST_P(WholeFeeds, ReadAlikeToFeedparser) {
  expect_alike((is_own(GetParam()) ? "--at-least 30 absolve " : "--at-least 5000 absolve ") +
               test::feeds_folder(GetParam()));
}

/// The default, asked for by name.
TEST(Feeds, ReadAlikeToFeedparserAgainstTheDocument) {
  expect_alike("--at-least 30 --option=--feed-base=document absolve " + test::feeds_folder(test::Corpus::own));
}

TEST(Feeds, MadeByNumberReadAlikeToFeedparser) { expect_alike("--at-least 300 --made 0 80 absolve"); }

std::string with_line_ends(std::string_view text, std::string_view line_end) {
  const std::string lines = test::replaced(test::replaced(text, "\r\n", "\n"), "\r", "\n");
  return test::replaced(lines, "\n", line_end);
}

struct Variant {
  const char* name;
  std::string text;
};

/// The feed as it is and, where its bytes are UTF-8, with other line ends, a byte order mark, in UTF-16.
std::vector<Variant> variants(const std::string& feed) {
  using codec::Coding;
  std::vector<Variant> all = {{"as it is", feed}};
  const bool is_utf16 = feed.starts_with("\xFF\xFE") || feed.starts_with("\xFE\xFF");
  if (is_utf16) return all;
  const std::size_t declaration = feed.starts_with("<?xml") ? feed.find("?>") : 0;
  const std::string_view declared = std::string_view(feed).substr(0, declaration);
  const bool is_utf8 = declared.find("encoding") == std::string_view::npos ||
                       declared.find("utf-8") != std::string_view::npos ||
                       declared.find("UTF-8") != std::string_view::npos;
  all.push_back({"LF", with_line_ends(feed, "\n")});
  all.push_back({"CRLF", with_line_ends(feed, "\r\n")});
  if (!is_utf8) return all;
  test::Random random(1);
  all.push_back({"with a mark", "\xEF\xBB\xBF" + feed});
  all.push_back({"UTF-16LE", "\xFF\xFE" + test::written(Coding::utf16le, feed, random)});
  all.push_back({"UTF-16BE", "\xFE\xFF" + test::written(Coding::utf16be, feed, random)});
  return all;
}

TEST_P(WholeFeeds, KeepThePromises) {
  std::size_t links = 0;
  for (const auto& [name, feed] : test::feeds_of(GetParam())) {
    SCOPED_TRACE(name);
    for (const Variant& variant : variants(feed)) {
      SCOPED_TRACE(variant.name);
      for (const FeedBase base : {FeedBase::document, FeedBase::entry}) {
        const Given given = {{.url = at_feed, .type = Type::xml}, {.feed_base = base}};
        test::expect_promises(variant.text, given);
        const Plan result = plan(variant.text, given);
        links += result.links().size();
      }
    }
  }
  EXPECT_GT(links, is_own(GetParam()) ? 100U : 2'000U);
}

/// What names a feed, an entry, a resource: the contents of id and guid, whatever their prefix, and rdf:about.
std::vector<std::string> identities(std::string_view feed) {
  std::vector<std::string> found;
  for (std::size_t at = feed.find('<'); at != std::string_view::npos; at = feed.find('<', at + 1)) {
    const std::string_view tag = feed.substr(at + 1, feed.find('>', at) - at - 1);
    std::string_view name = tag.substr(0, tag.find_first_of(" \t\r\n/"));
    name.remove_prefix(std::min(name.find(':') + 1, name.size()));
    if (name == "id" || name == "guid") found.emplace_back(feed.substr(at, feed.find("</", at) - at));
    if (const std::size_t about = tag.find("rdf:about"); about != std::string_view::npos) {
      const std::size_t quote = tag.find_first_of("\"'", about);
      if (quote == std::string_view::npos) continue;
      found.emplace_back(tag.substr(about, tag.find(tag[quote], quote + 1) - about));
    }
  }
  return found;
}

/// Bases and feeds differ in which tags have an xml:base; what names stays as it is, relative or not.
TEST_P(WholeFeeds, KeepTheirIdentity) {
  std::size_t compared = 0;
  for (const auto& [name, feed] : test::feeds_of(GetParam())) {
    SCOPED_TRACE(name);
    // So that each would be relative.
    const std::string relative =
        test::replaced(test::replaced(feed, "http://example.org/", "/"), "http://example.com/", "");
    for (const std::string& source : {feed, relative}) {
      for (const FeedBase base : {FeedBase::document, FeedBase::entry}) {
        const std::string output = plan(source, {.url = at_feed, .type = Type::xml}, {.feed_base = base}).output();
        EXPECT_EQ(identities(source), identities(output));
        compared += identities(source).size();
      }
    }
  }
  EXPECT_GT(compared, is_own(GetParam()) ? 10U : 100U);
}

INSTANTIATE_TEST_SUITE_P(Corpora, WholeFeeds, test::each_corpus(), testing::PrintToStringParamName());

}  // namespace
}  // namespace absolve
