#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory_resource>

#include "../src/codec/codec.h"
#include "../src/codec/transfer/base64.h"
#include "../src/text/edits.h"
#include "../src/text/lines.h"
#include "support/codings.h"
#include "support/exact.h"
#include "support/longest_line.h"
#include "support/post.h"
#include "support/repeated.h"
#include "support/table.h"

namespace absolve::codec {
namespace {

using test::Random;

/// The encoded body after edits of what it decodes to.
std::string rewritten(const Codec& codec, const std::vector<Edit>& edits) {
  std::pmr::monotonic_buffer_resource memory;
  Strings strings(memory);
  const std::vector<Edit> result = codec.encode(edits, strings);
  return edited(codec.outer(), result);
}

/// Whether some line ends with LF alone.
bool has_bare_line_feed(std::string_view text) {
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string_view::npos; ++at) {
    if (at == 0 || text[at - 1] != '\r') return true;
  }
  return false;
}

class Transfer : public testing::TestWithParam<Coding> {};

TEST_P(Transfer, KeepsLinesWithinTheirLimit) {
  for (unsigned seed = 0; seed < test::fewer(20'000); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const std::string body = test::random_outer(GetParam(), random);
    const auto codec = open(GetParam(), body, {.line_ending = "\r\n"});
    if (!codec) continue;
    const std::vector<Edit> edits = test::random_edits(GetParam(), codec->text(), random);
    const std::string result = rewritten(*codec, edits);
    if (test::longest_line(body) <= 76) {
      ASSERT_LE(test::longest_line(result), 76U) << body << "\n--\n" << result;
    }
    ASSERT_LE(has_bare_line_feed(result), has_bare_line_feed(body)) << body;
    const bool may_have_both = body.find('\n') == std::string::npos || body.find("\r\n") != std::string::npos;
    ASSERT_LE(result.find("\r\n") != std::string::npos, may_have_both) << body;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Transfer, testing::Values(Coding::quoted_printable, Coding::base64));

TEST(Transfer, IsRewrittenAsTheTableSays) {
  for (const test::Row& row : test::read_table("mime/transfer.tsv", 5)) {
    SCOPED_TRACE(row.where + ": " + row.fields[0]);
    const test::Exact body(row.fields[2]);
    const auto codec = open(row.fields[1] == "base64" ? Coding::base64 : Coding::quoted_printable, body.view());
    if (row.fields[3] == "broken") {
      EXPECT_FALSE(codec);
      continue;
    }
    ASSERT_TRUE(codec);
    // An @ in the decoded text is where `http://a/b/c/` goes.
    std::vector<Edit> edits;
    for (std::size_t at = 0; (at = codec->text().find('@', at)) != std::string_view::npos; ++at)
      edits.push_back({at, 1, "http://a/b/c/"});
    EXPECT_EQ(codec->text(), row.fields[3]);
    EXPECT_EQ(rewritten(*codec, edits), row.fields[4]);
  }
}

/// Whatever is before it and after it.
TEST(Transfer, QuotedPrintableIsDecodedAlikeAnywhere) {
  std::size_t seen = 0;
  for (const test::Row& row : test::read_table("mime/transfer.tsv", 5)) {
    if (row.fields[1] != "quoted-printable") continue;
    ++seen;
    for (std::size_t before = 0; before < 34; ++before) {
      const std::string padding(before, 'x');
      const test::Exact last(padding + row.fields[2]);
      EXPECT_EQ(open(Coding::quoted_printable, last.view())->text(), padding + row.fields[3]) << row.where;
      const std::string further(row.fields[2].ends_with('\n') ? 20 : 0, 'y');
      const test::Exact followed(padding + row.fields[2] + further);
      EXPECT_EQ(open(Coding::quoted_printable, followed.view())->text(), padding + row.fields[3] + further)
          << row.where;
    }
  }
  EXPECT_GT(seen, 20U);
}

/// Bodies of all sizes, in lines of any width, with a new text anywhere: as if all of it had been written at once.
TEST(Transfer, Base64IsWrittenAnewAtItsWidth) {
  const std::string bytes = [] {
    std::string all;
    for (unsigned i = 0; i < 256; ++i) all += static_cast<char>(i * 167 % 256);
    return all;
  }();
  constexpr std::array<std::size_t, 4> widths = {4, 7, 64, 76};
  for (const std::size_t width : widths) {
    for (const std::string ending : {"\n", "\r\n"}) {
      for (std::size_t size = width * 2; size < bytes.size(); ++size) {
        const std::string text = bytes.substr(0, size);
        const test::Exact body(test::in_base64(text, width, ending));
        const auto codec = open(Coding::base64, body.view());
        ASSERT_EQ(codec->text(), text);
        for (const std::size_t at : {std::size_t{0}, size / 2, size - 1, size}) {
          const std::vector<Edit> edits = {{at, 0, std::string_view("http://a/b/c/").substr(size % 13)}};
          ASSERT_EQ(rewritten(*codec, edits), test::in_base64(edited(text, edits), width, ending))
              << width << " " << size << " " << at;
        }
      }
    }
  }
}

/// A line that is alone stays within what mail can carry, if it was.
TEST(Transfer, Base64InOneLineIsBrokenWhereMailBreaksLines) {
  for (const std::size_t size : {996U, 1000U}) {
    const std::string text(size / 4 * 3, 'x');
    const test::Exact body(test::in_base64(text, size, "\n"));
    const std::string made = rewritten(*open(Coding::base64, body.view()), {{{0, 0, "more"}}});
    EXPECT_EQ(made.find('\n'), size == 996 ? 996 : made.size() - 1);
    EXPECT_EQ(codec::decode_base64(made), "more" + text);
  }
}

TEST(Transfer, TellsWhatItLeavesAndAdds) {
  const std::vector<Edit> edits = {{0, 0, "xy"}};
  const auto footer = open(Coding::base64, "QQ==\n-- \nA footer.\n");
  EXPECT_EQ(footer->unread(), "");
  EXPECT_EQ(footer->side_effect({}), "");
  EXPECT_EQ(footer->side_effect(edits), "a line end was added to its text, as other text follows its base64");
  EXPECT_EQ(rewritten(*footer, edits), "eHlBCg==\n-- \nA footer.\n");
  const std::string crlf = rewritten(*open(Coding::base64, "QUINCg==\n-- \nA footer.\n"), {{{0, 0, "xy"}}});
  EXPECT_EQ(codec::decode_base64(crlf.substr(0, crlf.find('\n'))), "xyAB\r\n\r\n");
  const auto more = open(Coding::base64, "QQ==\nQUJD\n");
  EXPECT_EQ(more->unread(), "its base64 continues after the padding; the rest is not read");
  EXPECT_EQ(open(Coding::base64, "QQ==\n")->side_effect(edits), "");
  EXPECT_EQ(open(Coding::quoted_printable, "QQ==\n")->unread(), "");
}

TEST(Lines, StayWithinTheLimitWhereTheyCan) {
  for (unsigned seed = 0; seed < test::fewer(20'000); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    std::string text;
    std::vector<std::size_t> opportunities;
    std::vector<Edit> edits;
    for (std::size_t i = random.below(60); i > 0; --i) {
      const std::size_t at = text.size();
      text += random.any({"a", "bb", " ", "x", "\n", "\r\n", "ccccccc"});
      if (text.ends_with(' ')) opportunities.push_back(at);
      const bool line_ends = text.ends_with('\n');
      if (random.one_in(5) && !line_ends)
        edits.push_back({at, random.below(2), random.any({"", "12345", "1", "123456789012345678901234567890"})});
    }
    std::erase_if(edits, [](const Edit& edit) { return edit.length == 0 && edit.text.empty(); });
    const BrokenLines broken = break_lines(text, edits, opportunities, {20, 20}, "\n");
    const std::string before = edited(text, edits);
    std::string after = edited(text, broken.edits);
    ASSERT_EQ(std::ranges::count(before, ' '), std::ranges::count(after, ' '));
    const auto strip = [](std::string from) {
      std::erase_if(from, [](char c) { return c == '\n' || c == '\r'; });
      return from;
    };
    ASSERT_EQ(strip(before), strip(after));
    if (test::longest_line(before) <= 20) {
      ASSERT_EQ(before, after);
    }
    if (test::longest_line(text) <= 20) {
      ASSERT_EQ(test::longest_line(after) > 20, broken.too_long > 0) << before << "\n--\n" << after;
    }
  }
}

/// Right behind what was put in, too.
TEST(Lines, BreakBehindAnEdit) {
  const std::string text = "aaaa x bbbbbbbbbb";
  const std::vector<Edit> edits = {{5, 1, "123456789012"}};
  const std::vector<std::size_t> opportunities = {4, 6};
  const BrokenLines broken = break_lines(text, edits, opportunities, {20, 20}, "\n");
  EXPECT_EQ(edited(text, broken.edits), "aaaa 123456789012\n bbbbbbbbbb");
  EXPECT_EQ(broken.too_long, 0U);
}

}  // namespace
}  // namespace absolve::codec
