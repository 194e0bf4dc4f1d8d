// Shift_JIS, EUC-JP, GBK, gb18030, Big5 and EUC-KR: what their bytes read as, and what becomes of pages in them.

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <map>
#include <memory_resource>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../src/codec/charset/charset.h"
#include "../src/codec/charset/multi_byte.h"
#include "../src/codec/codec.h"
#include "../src/text/ascii.h"
#include "../src/text/edits.h"
#include "../src/text/strings.h"
#include "../src/text/utf8.h"
#include "../src/url/scopes.h"
#include "absolve/absolve.h"
#include "support/codings.h"
#include "support/corpus.h"
#include "support/exact.h"
#include "support/hexadecimal.h"
#include "support/promises.h"
#include "support/shell.h"
#include "support/table.h"

namespace absolve {
namespace {

using codec::Coding;
using codec::Encoding;
using test::Random;

constexpr auto labels = std::to_array<std::string_view>({"shift_jis", "euc-jp", "gbk", "gb18030", "big5", "euc-kr"});

std::string decoded(std::string_view bytes, Encoding encoding) {
  const test::Exact exact(bytes);
  return std::string(codec::open(codec::coding_of(encoding), exact.view())->text());
}

/// The bytes of a text; nullopt: the charset can't express it.
std::optional<std::string> encoded(std::string_view utf8, Encoding encoding) {
  const auto codec = codec::open(codec::coding_of(encoding), "");
  std::pmr::monotonic_buffer_resource memory;
  Strings strings(memory);
  const Edit edit{0, 0, utf8};
  return codec->can_hold(edit) ? std::optional(edited("", codec->encode({&edit, 1}, strings))) : std::nullopt;
}

/// All pairs of a byte that is not ASCII and another byte, and some of what looks like characters of more bytes.
std::vector<std::string> all_sequences() {
  std::vector<std::string> result;
  for (unsigned first = 0x80; first < 0x100; ++first) {
    for (unsigned second = 0; second < 0x100; ++second) {
      result.push_back({static_cast<char>(first), static_cast<char>(second)});
    }
  }
  for (const std::string_view start :
       {"\x8F", "\x81\x30", "\x82\x35", "\x84\x31", "\x90\x30", "\xE3\x32", "\xFE\x39"}) {
    for (unsigned third = 0x80; third < 0x100; third += 5) {
      for (unsigned fourth = 0x21; fourth < 0x100; fourth += 3) {
        result.push_back(std::string(start).append(1, static_cast<char>(third)).append(1, static_cast<char>(fourth)));
      }
    }
  }
  return result;
}

std::string random_bytes(Random& random) {
  std::string result;
  for (std::size_t i = random.below(24); i > 0; --i) {
    const std::size_t byte = random.one_in(3) ? random.below(0x80) : 0x80 + random.below(0x80);
    result += static_cast<char>(random.one_in(6) ? '0' + random.below(10) : byte);
  }
  return result;
}

/// Reads what node reads, byte for byte: every sequence, and random bytes.
TEST(MultiByte, ReadsAsBrowsersDo) {
  std::vector<std::pair<std::string_view, std::string>> cases;
  Random random(1);
  for (const std::string_view label : labels) {
    for (std::string& one : all_sequences()) cases.emplace_back(label, std::move(one));
    for (int i = 0; i < 10'000; ++i) cases.emplace_back(label, random_bytes(random));
  }
  const test::TemporaryDirectory directory;
  std::ofstream file(directory.path() + "/lines");
  for (const auto& [label, bytes] : cases) file << label << ' ' << test::in_hexadecimal(bytes) << '\n';
  file.close();
  const auto ran = test::run_shell("command -v node > /dev/null || exit 77\nexec node '" +
                                       test::testdata("../tests/support/decode_charset.js") + "' < lines",
                                   directory.path());
  if (ran.status == 77) GTEST_SKIP() << "skipped: there is no node";
  ASSERT_EQ(ran.status, 0) << ran.err;
  std::istringstream answers(ran.out);
  for (const auto& [label, bytes] : cases) {
    std::string line;
    ASSERT_TRUE(std::getline(answers, line));
    if (line.empty() && !bytes.empty()) continue;  // not judged
    ASSERT_EQ(test::in_hexadecimal(decoded(bytes, codec::encoding_of(label))), line)
        << label << " " << test::in_hexadecimal(bytes);
  }
  if (ran.err != "all\n") GTEST_SKIP() << "skipped for all but gb18030: npm's @exodus/bytes is missing";
}

/// Each character of a page can be written again, with the bytes that it has there.
TEST(MultiByte, WritesTheBytesOfTheSource) {
  std::pmr::monotonic_buffer_resource memory;
  Strings strings(memory);
  for (const std::string_view label : labels) {
    const Encoding encoding = codec::encoding_of(label);
    std::size_t characters = 0;
    for (const std::string& bytes : all_sequences()) {
      const codec::Character first = codec::first_character(bytes, encoding);
      if (first.code_point == replacement_character || first.width != bytes.size()) continue;
      const std::string outer = "a" + bytes + "b";
      const auto codec = codec::open(codec::coding_of(encoding), outer);
      const std::string_view text = codec->text().substr(1, codec->text().size() - 2);
      const Edit edit{1, text.size(), strings.keep("/" + std::string(text) + "/")};
      ASSERT_TRUE(codec->can_hold(edit)) << label << " " << test::in_hexadecimal(bytes);
      ASSERT_EQ(edited(outer, codec->encode({&edit, 1}, strings)), "a/" + bytes + "/b") << label;
      ++characters;
    }
    EXPECT_GT(characters, 6000U) << label;
  }
}

/// What no source holds is written as the standard says, unless that would read as another character.
TEST(MultiByte, WritesWhatReadsTheSame) {
  for (const std::string_view label : labels) {
    const Encoding encoding = codec::encoding_of(label);
    std::size_t characters = 0;
    for (char32_t c = 0x80; c < 0x30000; ++c) {
      if (is_high_surrogate(c) || is_low_surrogate(c)) continue;
      std::string utf8;
      append_utf8(utf8, c);
      const auto bytes = encoded(utf8, encoding);
      if (!bytes) continue;
      ASSERT_EQ(decoded(*bytes, encoding), utf8) << label << " " << static_cast<unsigned>(c);
      ++characters;
    }
    EXPECT_GT(characters, 6000U) << label;
  }
  EXPECT_EQ(encoded("\xC2\xA5", Encoding::shift_jis), std::nullopt) << "the yen sign would be a backslash";
  EXPECT_EQ(encoded("\xE2\x82\xAC", Encoding::gbk), "\x80");
  EXPECT_EQ(encoded("\xE2\x82\xAC", Encoding::gb18030), "\xA2\xE3");
  EXPECT_EQ(encoded("\xF0\x9F\x98\x80", Encoding::gb18030), "\x94\x39\xFC\x36");
  EXPECT_EQ(encoded("\xF0\x9F\x98\x80", Encoding::gbk), std::nullopt);
}

/// Offsets lead back, over texts longer than what is read again for one.
TEST(MultiByte, OffsetsLeadToTheirCharacters) {
  Random random(2);
  for (const std::string_view label : labels) {
    const Encoding encoding = codec::encoding_of(label);
    std::string outer;
    while (outer.size() < 3000) outer += random.one_in(2) ? random_bytes(random) : std::string(random.below(300), 'x');
    const auto codec = codec::open(codec::coding_of(encoding), outer);
    std::size_t text = 0;
    for (std::size_t at = 0; at < outer.size();) {
      const codec::Character one = codec::first_character(std::string_view(outer).substr(at), encoding);
      ASSERT_EQ(codec->outer_offset(text), at) << label;
      at += one.width;
      std::string utf8;
      append_utf8(utf8, one.code_point);
      if (one.combined != 0) append_utf8(utf8, one.combined);
      ASSERT_EQ(codec->text().substr(text, utf8.size()), utf8);
      text += utf8.size();
    }
    EXPECT_EQ(text, codec->text().size());
  }
}

/// Twice is once, and other bytes stay, whatever stands around links and in them.
TEST(MultiByte, AnyBytesKeepThePromises) {
  for (unsigned seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const auto some = [&] { return random_bytes(random); };
    std::string page = random.one_in(3) ? "<base href=\"http://i/" + some() + "/\">" : "";
    page += some() + "<a href=\"" + some() + "\">" + some() + "<a href=" + some() + "><style>" + some() + "{b:url(x" +
            some() + ")}/*" + some() + "*/</style><img srcset='" + some() + " 1x, y" + some() + "'>" + some() +
            "<svg><style><![CDATA[" + some() + "a{b:url(" + some() + ")}]]></style></svg><p style=\"a:url('" + some() +
            "')\"><a href=x>";
    Given given = {{.url = "http://h/a/", .type = Type::html, .charset = std::string(labels[seed % labels.size()])}};
    if (random.one_in(3)) given.options.resolver = Resolver::whatwg;
    test::expect_promises(page, given);
    if (HasFailure()) return;
  }
}

/// Characters with a second byte that is ASCII, or would be the one of a quote or the like without its first bit.
std::vector<std::string> like_markup(Encoding encoding) {
  constexpr std::string_view signs = "<>&\"'\\]";
  std::vector<std::string> result;
  for (const std::string& bytes : all_sequences()) {
    if (bytes.size() != 2 || codec::first_character(bytes, encoding).width != 2) continue;
    const bool is_like = is_ascii(bytes[1]) || signs.find(static_cast<char>(bytes[1] & 0x7F)) != std::string_view::npos;
    std::string utf8 = decoded(bytes, encoding);
    if (is_like && utf8.find("\xEF\xBF\xBD") == std::string::npos && encoded(utf8, encoding) == bytes) {
      result.push_back(std::move(utf8));
    }
  }
  return result;
}

/// Puts such characters beside tags and values of pages, and drops what the charset can't express.
class PageMaker {
 public:
  explicit PageMaker(Encoding encoding) : encoding_(encoding), like_markup_(like_markup(encoding)) {}

  std::string operator()(std::string_view page, Random& random) {
    std::string result;
    for (std::size_t at = 0; at < page.size();) {
      const std::size_t size = std::max<std::size_t>(character_size(page, at), 1);
      const std::string_view one = page.substr(at, size);
      const bool is_beside = one == "<" || one == "\"" || one == "'" || one == ")";
      if (is_beside && random.one_in(3)) result += like_markup_[random.below(like_markup_.size())];
      if (is_ascii(one) || can_express(one)) result += one;
      at += size;
    }
    return result;
  }

 private:
  bool can_express(std::string_view character) {
    const auto [found, is_new] = known_.try_emplace(std::string(character));
    if (is_new) found->second = is_utf8(character) && encoded(character, encoding_);
    return found->second;
  }

  Encoding encoding_;
  std::vector<std::string> like_markup_;
  std::map<std::string, bool> known_;
};

/// What is said of the links and the bases of a page, a line each.
std::string told(const Plan& plan) {
  std::ostringstream out;
  for (const Link& link : plan.links()) {
    out << link.element << ' ' << link.attribute << ' ' << link.reference << ' ' << static_cast<int>(link.action) << ' '
        << name_of(link.reason) << ' ' << link.url().value_or("-") << ' ' << link.scope << '\n';
  }
  for (const Document& document : plan.documents()) {
    for (std::uint32_t scope = 0; scope < scopes_of(plan).size(); ++scope) {
      const Scope& one = scopes_of(plan)[scope];
      out << one.candidate.value << ' ' << one.reason << ' ' << (one.base ? one.base->url() : "-") << '\n';
    }
    out << document.type << ' ' << document.scope << '\n';
  }
  return out.str();
}

class MultiBytePages : public test::OverCorpora {};

/// A page in each charset, with characters whose second bytes look like markup, becomes what it becomes in UTF-8.
TEST_P(MultiBytePages, BecomeWhatTheyBecomeInUtf8) {
  std::size_t links = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const Encoding encoding = codec::encoding_of(labels[i]);
    PageMaker in_charset_too(encoding);
    for (const auto& [name, bytes] : test::pages_of(GetParam())) {
      SCOPED_TRACE(name + " in " + std::string(labels[i]));
      Random random(static_cast<unsigned>(i));
      const std::string page = in_charset_too(bytes, random);
      const auto source = encoded(page, encoding);
      ASSERT_TRUE(source);
      Given given = {{.url = "http://h/a/b.html", .type = Type::html, .charset = "utf-8"}};
      if (random.one_in(3)) given.options.resolver = Resolver::whatwg;
      const Plan in_utf8 = plan(page, given);
      given.input.charset = labels[i];
      const Plan in_charset = plan(*source, given);
      ASSERT_EQ(told(in_charset), told(in_utf8));
      const std::string output = in_charset.output();
      ASSERT_EQ(decoded(output, encoding), in_utf8.output());
      ASSERT_EQ(output, encoded(in_utf8.output(), encoding)) << "bytes outside of edits changed";
      ASSERT_EQ(plan(output, given).output(), output) << "twice is not once";
      links += in_charset.links().size();
    }
  }
  EXPECT_GT(links, 100U);
}

INSTANTIATE_TEST_SUITE_P(All, MultiBytePages, test::each_corpus(),
                         [](const auto& one) { return test::name_of(one.param); });

}  // namespace
}  // namespace absolve
