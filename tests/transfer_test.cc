#include <gtest/gtest.h>

#include <algorithm>
#include <memory_resource>
#include <random>

#include "../src/codec/base64.h"
#include "../src/codec/legacy.h"
#include "../src/codec/rows.h"
#include "../src/text/ascii.h"
#include "../src/text/edits.h"
#include "../src/text/lines.h"
#include "support/exact.h"
#include "support/longest_line.h"
#include "support/table.h"

namespace absolve::codec {
namespace {

enum class Which : unsigned char { quoted_printable, base64 };

std::optional<std::string> decode(Which codec, std::string_view encoded) {
  const test::Exact exact(encoded);
  return codec == Which::base64 ? decode_base64(exact.view()) : decode_quoted_printable(exact.view());
}

/// The encoded body after edits of what it decodes to.
std::string rewritten(Which codec, std::string_view encoded, const std::vector<Edit>& edits,
                      std::string_view otherwise = "\n") {
  std::pmr::monotonic_buffer_resource memory;
  Strings strings(memory);
  const test::Exact exact(encoded);
  const std::string_view ending = line_ending(encoded, otherwise);
  const auto result = codec == Which::base64
                          ? encode_base64(exact.view(), *decode(codec, encoded), edits, ending, strings)
                          : encode_quoted_printable(exact.view(), edits, ending, strings);
  std::size_t end = 0;
  for (const Edit& edit : result) {
    EXPECT_GE(edit.offset, end);
    end = edit.offset + edit.length;
  }
  EXPECT_LE(end, encoded.size());
  return edited(encoded, result);
}

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}

  std::size_t below(std::size_t limit) { return std::uniform_int_distribution<std::size_t>(0, limit - 1)(engine_); }
  bool one_in(std::size_t count) { return below(count) == 0; }
  std::string_view any(std::initializer_list<std::string_view> choices) {
    return choices.begin()[below(choices.size())];
  }

 private:
  std::mt19937 engine_;
};

/// Bodies that mail programs write, and some that none would.
std::string quoted_printable(Random& random) {
  const std::string_view ending = random.any({"\n", "\r\n"});
  std::string body;
  for (std::size_t i = random.below(120); i > 0; --i) {
    if (random.one_in(14)) {
      body.append(random.any({"", "", "=", "=0D=0A=", " ", " \t", "= ", "=20"})).append(ending);
    } else if (random.one_in(30)) {
      body.append(60 + random.below(17), 'x');
    } else {
      body += random.any({"a", "b",  " ",    "\t", "=3D", "=3d", "=20", "=C3=A4", "From ", "-",  "--",
                          ".", "\r", "\xE4", "=",  "=A",  "=4",  "==",  "41",     "=z",    "= ", "=\r"});
    }
  }
  return body;
}

std::string base64(Random& random) {
  constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const std::string_view ending = random.any({"\n", "\r\n"});
  const std::size_t width =
      random.any({"76", "76", "72", "64", "4", "7", "100", "1"}) == "76" ? 76 : 1 + random.below(100);
  std::string body;
  const std::size_t count = random.below(120) * 4;
  std::size_t column = 0;
  for (std::size_t i = 0; i < count; ++i) {
    body += alphabet[random.below(64)];
    if (++column == width || random.one_in(200)) {
      body += ending;
      column = 0;
    }
  }
  switch (random.below(5)) {
    case 0: body += "QQ=="; break;
    case 1: body += "QUI="; break;
    case 2: body += "QUI"; break;
    default: break;
  }
  return body.append(random.any({"", "\n", "\r\n", "\r\n\r\n"}))
      .append(random.one_in(6) && body.ends_with("=\n") ? "-- \nA footer.\n" : "");
}

/// Whether some line ends with LF alone.
bool has_bare_line_feed(std::string_view text) {
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string_view::npos; ++at) {
    if (at == 0 || text[at - 1] != '\r') return true;
  }
  return false;
}

bool cuts_line_end(std::string_view text, std::size_t at) {
  return at > 0 && text[at - 1] == '\r' && text.substr(at).starts_with('\n');
}

std::vector<Edit> random_edits(Random& random, std::string_view decoded) {
  std::vector<Edit> edits;
  for (std::size_t at = 0; random.below(4) > 0;) {
    const std::size_t offset = at + random.below(decoded.size() - at + 1);
    const std::size_t length = std::min(random.below(6), decoded.size() - offset);
    const std::string_view text =
        random.any({"", "http://a/b/", "\"", "41", "D", "=3D", "http://h/a=b=c=d=e/\xC3\xA4/",
                    "http://www.example.com/a/rather/long/path/to/some/page/that/needs/a/line/"
                    "of/its/own/and/more/From/--/x"});
    const bool cuts = cuts_line_end(decoded, offset) || cuts_line_end(decoded, offset + length);
    if (!cuts && (!text.empty() || length > 0)) edits.push_back({offset, length, text});
    at = offset + length;
  }
  return edits;
}

class Transfer : public testing::TestWithParam<Which> {};

TEST_P(Transfer, EditsOfDecodedBytesAreEditsOfEncodedOnes) {
  for (unsigned seed = 0; seed < 20'000; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const std::string body = GetParam() == Which::base64 ? base64(random) : quoted_printable(random);
    const auto decoded = decode(GetParam(), body);
    if (!decoded) continue;
    const std::vector<Edit> edits = random_edits(random, *decoded);
    const std::string result = rewritten(GetParam(), body, edits, "\r\n");
    std::string expected = edited(*decoded, edits);
    const bool base64 = GetParam() == Which::base64 && !edits.empty();
    if (base64 && needs_line_end(body, expected.size())) expected += '\n';
    ASSERT_EQ(decode(GetParam(), result), expected) << body;
    if (test::longest_line(body) <= longest_encoded_line) {
      ASSERT_LE(test::longest_line(result), longest_encoded_line) << body << "\n--\n" << result;
    }
    ASSERT_LE(has_bare_line_feed(result), has_bare_line_feed(body)) << body;
    const bool may_have_both = body.find('\n') == std::string::npos || body.find("\r\n") != std::string::npos;
    ASSERT_LE(result.find("\r\n") != std::string::npos, may_have_both) << body;
    if (edits.empty()) {
      ASSERT_EQ(result, body);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Transfer, testing::Values(Which::quoted_printable, Which::base64));

TEST(Transfer, IsRewrittenAsTheTableSays) {
  for (const test::Row& row : test::read_table("mime/transfer.tsv", 5)) {
    SCOPED_TRACE(row.where + ": " + row.fields[0]);
    const Which codec = row.fields[1] == "base64" ? Which::base64 : Which::quoted_printable;
    const auto decoded = decode(codec, row.fields[2]);
    if (row.fields[3] == "broken") {
      EXPECT_FALSE(decoded);
      continue;
    }
    ASSERT_TRUE(decoded);
    // An @ in the decoded text is where `http://a/b/c/` goes.
    std::vector<Edit> edits;
    for (std::size_t at = 0; (at = decoded->find('@', at)) != std::string::npos; ++at)
      edits.push_back({at, 1, "http://a/b/c/"});
    EXPECT_EQ(*decoded, row.fields[3]);
    EXPECT_EQ(rewritten(codec, row.fields[2], edits), row.fields[4]);
  }
}

TEST(Lines, StayWithinTheLimitWhereTheyCan) {
  for (unsigned seed = 0; seed < 20'000; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    std::string text;
    std::vector<std::size_t> chances;
    std::vector<Edit> edits;
    for (std::size_t i = random.below(60); i > 0; --i) {
      const std::size_t at = text.size();
      text += random.any({"a", "bb", " ", "x", "\n", "\r\n", "ccccccc"});
      if (text.ends_with(' ')) chances.push_back(at);
      const bool line_ends = text.ends_with('\n');
      if (random.one_in(5) && !line_ends)
        edits.push_back({at, random.below(2), random.any({"", "12345", "1", "123456789012345678901234567890"})});
    }
    std::erase_if(edits, [](const Edit& edit) { return edit.length == 0 && edit.text.empty(); });
    const BrokenLines broken = break_lines(text, edits, chances, {20, 20}, "\n");
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

}  // namespace
}  // namespace absolve::codec
