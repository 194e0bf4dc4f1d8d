#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <memory_resource>
#include <optional>

#include "../src/codec/codec.h"
#include "../src/codec/markup/element_content.h"
#include "../src/text/ascii.h"
#include "../src/text/edits.h"
#include "support/codings.h"
#include "support/exact.h"
#include "support/post.h"
#include "support/repeated.h"
#include "support/shell.h"
#include "support/table.h"

namespace absolve::codec {
namespace {

using test::Random;

/// More, and others, by hand: ABSOLVE_CODEC_CASES=1000000 ABSOLVE_CODEC_SEED=7 in the environment.
unsigned number(const char* name, unsigned otherwise) {
  const char* const value = std::getenv(name);
  return value == nullptr ? otherwise : static_cast<unsigned>(std::strtoul(value, nullptr, 10));
}
unsigned cases() { return number("ABSOLVE_CODEC_CASES", test::fewer(20'000)); }
unsigned first_seed() { return number("ABSOLVE_CODEC_SEED", 1) * 10'000'000U; }

/// A text and what it means, in memory of its very size.
struct Opened {
  Opened(Coding coding, std::string_view text, const DecodeContext& around = {})
      : outer(text), codec(open(coding, outer.view(), around)) {}

  test::Exact outer;
  std::unique_ptr<Codec> codec;
};

/// What an outer text means after edits, with the quotes that it may have got; nullopt: it is no such text any longer.
std::optional<std::string> read_again(Coding coding, std::string_view outer, bool was_valid) {
  for (const bool is_xml : {false, true}) {
    const auto in_place = [&](Coding one) { return is_xml ? in_xml(one) : one; };
    if (coding == in_place(Coding::absent) && outer.starts_with('=')) {
      outer.remove_prefix(1);
      coding = in_place(Coding::unquoted);
    }
    if (coding == in_place(Coding::missing) && !outer.empty()) coding = in_place(Coding::unquoted);
  }
  const bool is_unquoted = coding == Coding::unquoted || coding == Coding::xml_unquoted;
  if (is_unquoted && outer.size() >= 2 && (outer[0] == '"' || outer[0] == '\'')) {
    if (outer.back() != outer[0]) return std::nullopt;
    const Coding quotes = outer[0] == '"' ? Coding::quotation_mark : Coding::apostrophe;
    coding = coding == Coding::unquoted ? quotes : in_xml(quotes);
    outer = outer.substr(1, outer.size() - 2);
  }
  if (was_valid && !test::is_valid(coding, outer)) return std::nullopt;
  const Opened again(coding, outer);
  if (!again.codec) return std::nullopt;
  return std::string(again.codec->text());
}

void expect_sorted(const std::vector<Edit>& edits, std::size_t size) {
  std::size_t end = 0;
  for (const Edit& edit : edits) {
    ASSERT_GE(edit.offset, end);
    end = edit.offset + edit.length;
  }
  ASSERT_LE(end, size);
}

/// One step outwards. `edits` become those of the outer text, which must read as the text does with them.
void expect_encodes(const Codec& codec, Coding coding, std::vector<Edit>& edits, Strings& strings) {
  std::vector<Edit> outer_edits = codec.encode(edits, strings);
  ASSERT_NO_FATAL_FAILURE(expect_sorted(outer_edits, codec.outer().size()));
  std::string expected = edited(codec.text(), edits);
  if (!codec.side_effect(edits).empty()) expected += expected.ends_with("\r\n") ? "\r\n" : "\n";
  const std::string result = edited(codec.outer(), outer_edits);
  ASSERT_EQ(read_again(coding, result, test::is_valid(coding, codec.outer())), expected)
      << name_of(coding) << ": " << testing::PrintToString(codec.outer()) << " -> " << testing::PrintToString(result);
  ASSERT_LE(test::ill_formed_places(coding, result), test::ill_formed_places(coding, codec.outer()))
      << testing::PrintToString(codec.outer()) << " -> " << testing::PrintToString(result);
  edits = std::move(outer_edits);
}

/// Whether a coding leads offsets back; what is compressed is never plain.
bool has_places(Coding coding) { return coding != Coding::quoted_printable && coding != Coding::base64; }

/// Without a codec, it would have been the same.
void expect_is_plain(const Codec& codec, Coding coding, std::vector<Edit> edits, Strings& strings) {
  std::erase_if(edits, [&](const Edit& edit) { return !stays_plain(coding, edit.text); });
  ASSERT_EQ(codec.text(), codec.outer());
  ASSERT_EQ(edited(codec.outer(), codec.encode(edits, strings)), edited(codec.text(), edits));
  if (has_places(coding)) {
    ASSERT_EQ(codec.outer_offset(codec.text().size() / 2), codec.text().size() / 2);
  }
}

void expect_offsets_rise(const Codec& codec, Random& random) {
  std::size_t before = 0;
  std::size_t offset = 0;
  for (int i = 0; i < 12; ++i) {
    const std::size_t place = codec.outer_offset(offset);
    ASSERT_GE(place, before);
    ASSERT_LE(place, codec.outer().size());
    before = place;
    offset += random.below((codec.text().size() - offset) / (i < 9 ? 4 : 1) + 1);
  }
  ASSERT_LE(before, codec.outer_offset(codec.text().size()));
}

/// Edits find their places, byte for byte, in lines of all kinds, and with blanks where none should be.
TEST(Codecs, Base64LeadsEachEditOutwards) {
  const std::string text(5000, 'x');
  for (const std::string_view line_end : {"", "\n", "\r\n", "\n\n \t"}) {
    for (const std::size_t width : {4U, 57U, 76U, 1000U, 100'000U}) {
      std::string outer = test::in_base64(text, width, std::string(line_end));
      outer.insert(outer.size() / 2, std::string(3000, ' '));
      const Opened opened(Coding::base64, outer);
      for (std::size_t offset = 0; offset < text.size(); offset += offset % 4 + 60) {
        const std::vector<Edit> edits = {{offset, 1, "y"}};
        std::pmr::monotonic_buffer_resource memory;
        Strings strings(memory);
        const std::string written = edited(outer, opened.codec->encode(edits, strings));
        std::string expected = text;
        expected[offset] = 'y';
        ASSERT_EQ(Opened(Coding::base64, written).codec->text(), expected) << offset << " " << width;
      }
    }
  }
}

/// A text in which edits are drawn as {old|new}.
struct Drawn {
  explicit Drawn(std::string_view drawing) {
    while (!drawing.empty()) {
      const std::size_t open = std::min(drawing.find('{'), drawing.size());
      text.append(drawing.substr(0, open));
      drawing.remove_prefix(open);
      if (drawing.empty()) break;
      const std::size_t bar = drawing.find('|');
      const std::size_t close = drawing.find('}');
      edits.push_back({text.size(), bar - 1, drawing.substr(bar + 1, close - bar - 1)});
      text.append(drawing.substr(1, bar - 1));
      drawing.remove_prefix(close + 1);
    }
  }

  std::string text;
  std::vector<Edit> edits;
};

Coding coding_of(std::string_view name) {
  for (std::size_t i = 0; i < test::coding_count; ++i) {
    if (name_of(static_cast<Coding>(i)) == name) return static_cast<Coding>(i);
  }
  ADD_FAILURE() << "no coding: " << name;
  return Coding::identity;
}

TEST(Codecs, WriteWhatTheTableSays) {
  for (const test::Row& row : test::read_table("codec/rows.tsv", 5)) {
    SCOPED_TRACE(row.where + ": " + row.fields[0]);
    const Coding coding = coding_of(row.fields[1]);
    const Opened opened(coding, row.fields[2]);
    ASSERT_TRUE(opened.codec);
    const Codec& codec = *opened.codec;
    const Drawn drawn(row.fields[3]);
    EXPECT_EQ(codec.text(), drawn.text);
    const auto can_hold = [&](const Edit& edit) { return codec.can_hold(edit); };
    const bool is_held = std::ranges::all_of(drawn.edits, can_hold);
    EXPECT_EQ(is_held, row.fields[4] != "refused");
    if (!is_held) continue;
    std::pmr::monotonic_buffer_resource memory;
    Strings strings(memory);
    EXPECT_EQ(edited(codec.outer(), codec.encode(drawn.edits, strings)), row.fields[4]);
    std::vector<Edit> edits = drawn.edits;
    expect_encodes(codec, coding, edits, strings);
  }
}

/// Bytes that no plain text of a row holds, and those that no new text in one may.
struct PlainRow {
  Coding coding;
  std::string_view not_outside;
  std::string_view not_in_new_text;
};

constexpr std::string_view controls(
    "\0\1\2\3\4\5\6\7\x8\x9\xA\xB\xC\xD\xE\xF\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1A\x1B\x1C\x1D\x1E\x1F", 32);

const PlainRow plain_rows[] = {
    {Coding::quotation_mark, "&", "&\"'"},
    {Coding::apostrophe, "&", "&\"'"},
    {Coding::unquoted, "& \"'<=>`", "& \"'<=>`"},
    {Coding::css_quotation_mark, "\\", "\\ \"'()<\x7F"},
    {Coding::css_apostrophe, "\\", "\\ \"'()<\x7F"},
    {Coding::css_url, "\\", "\\ \"'()<\x7F"},
    {Coding::json_string, "\\", "\\ \"'()<\x7F"},
    {Coding::xml_quotation_mark, "&>", "&\"'<>"},
    {Coding::markdown_destination, "\\&()<>|", "\\&()<>| \x7F"},
    {Coding::markdown_cell_brackets, "\\&()<>|", "\\&()<>| \x7F"},
    {Coding::xml_apostrophe, "&>", "&\"'<>"},
    {Coding::xml_unquoted, "& \"'<=>`", "& \"'<=>`"},
};

/// In texts of all sizes, at each place of them.
TEST(Codecs, KnowWhatIsPlain) {
  for (const PlainRow& row : plain_rows) {
    for (std::size_t size = 1; size < 40; ++size) {
      for (std::size_t at = 0; at < size; ++at) {
        for (unsigned byte = 0; byte < 256; ++byte) {
          std::string text(size, 'x');
          text[at] = static_cast<char>(byte);
          const test::Exact exact(text);
          const auto holds_none_of = [&](std::string_view bytes) {
            return bytes.find(text[at]) == std::string_view::npos && controls.find(text[at]) == std::string_view::npos;
          };
          ASSERT_EQ(is_plain(row.coding, exact.view()), holds_none_of(row.not_outside))
              << size << " " << at << " " << byte;
          ASSERT_EQ(stays_plain(row.coding, exact.view()), holds_none_of(row.not_in_new_text))
              << size << " " << at << " " << byte;
        }
      }
    }
  }
  EXPECT_TRUE(is_plain(Coding::quotation_mark, ""));
  EXPECT_FALSE(is_plain(Coding::unquoted, ""));
  EXPECT_FALSE(stays_plain(Coding::unquoted, "")) << "the value might become empty";
  for (const Coding coding :
       {Coding::missing, Coding::absent, Coding::xml_missing, Coding::xml_absent, Coding::field, Coding::srcset_url,
        Coding::utf16le, Coding::utf16be, Coding::iso2022jp, Coding::quoted_printable, Coding::base64}) {
    EXPECT_FALSE(is_plain(coding, "x"));
    EXPECT_FALSE(stays_plain(coding, "x"));
  }
}

TEST(Codecs, KnowWhatIsPlainInXmlContent) {
  for (const std::string_view text : {"", "a b", "http://h/?a=b", "\"]]'", "a\n\tb"}) {
    EXPECT_TRUE(is_plain(Coding::xml_content, text)) << text;
  }
  for (const std::string_view text : {"a&b", "<", "a>", "\r"})
    EXPECT_FALSE(is_plain(Coding::xml_content, text)) << text;
  EXPECT_TRUE(stays_plain(Coding::xml_content, "http://h/?a=b]]"));
  for (const std::string_view text : {"&", "<", ">", "\r", "\n"}) {
    EXPECT_FALSE(stays_plain(Coding::xml_content, text)) << text;
  }
}

TEST(Codecs, ContentEndsWhereTheTableSays) {
  for (const test::Row& row : test::read_table("codec/content_sizes.tsv", 5)) {
    const test::Exact text(row.fields[1]);
    const auto expect = [&](std::size_t size, std::size_t column) {
      EXPECT_EQ(std::to_string(size), row.fields[column])
          << row.where << ": " << row.fields[0] << ", column " << column;
    };
    expect(extent_of_content(Coding::foreign_content, text.view()).size, 2);
    expect(extent_of_content(Coding::xml_content, text.view()).size, 3);
    expect(size_of_xml_text(text.view()), 4);
  }
}

class EachCoding : public testing::TestWithParam<std::size_t> {};

TEST_P(EachCoding, EditsOfTheTextAreEditsOfTheOuterText) {
  const auto coding = static_cast<Coding>(GetParam());
  unsigned edited_cases = 0;
  for (unsigned seed = first_seed(); seed < first_seed() + cases(); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const std::string outer = test::random_outer(coding, random);
    const Opened opened(coding, outer);
    if (!opened.codec) continue;
    const Codec& codec = *opened.codec;
    ASSERT_EQ(codec.outer().data(), opened.outer.view().data());
    std::vector<Edit> edits = test::random_edits(coding, codec.text(), random);
    std::erase_if(edits, [&](const Edit& edit) { return !codec.can_hold(edit); });
    if (!edits.empty()) ++edited_cases;
    std::pmr::monotonic_buffer_resource memory;
    Strings strings(memory);
    ASSERT_TRUE(codec.encode({}, strings).empty());
    ASSERT_NO_FATAL_FAILURE(expect_offsets_rise(codec, random));
    if (is_plain(coding, outer)) {
      ASSERT_NO_FATAL_FAILURE(expect_is_plain(codec, coding, edits, strings));
    }
    ASSERT_NO_FATAL_FAILURE(expect_encodes(codec, coding, edits, strings));
  }
  EXPECT_GT(edited_cases, cases() / 3) << "too little is tested";
}

INSTANTIATE_TEST_SUITE_P(All, EachCoding, testing::Range(std::size_t{0}, test::coding_count), [](const auto& one) {
  std::string name(name_of(static_cast<Coding>(one.param)));
  std::erase(name, '-');
  return name;
});

/// Codecs that stand behind one another, from outside in.
using Stack = std::vector<std::pair<Coding, std::unique_ptr<Opened>>>;

/// Written from inside out, and read from outside in, as far as it can be.
Stack random_stack(Random& random) {
  std::vector<Coding> codings;
  for (std::size_t i = 1 + random.below(6); i > 0; --i)
    codings.push_back(static_cast<Coding>(random.below(test::coding_count)));
  std::string text = test::random_outer(codings.back(), random);
  for (std::size_t i = codings.size() - 1; i > 0; --i) text = test::written(codings[i - 1], text, random);
  Stack stack;
  for (const Coding coding : codings) {
    if (!test::is_valid(coding, text)) break;
    auto opened = std::make_unique<Opened>(coding, text);
    if (!opened->codec) break;
    text = opened->codec->text();
    stack.emplace_back(coding, std::move(opened));
  }
  return stack;
}

/// Whether each codec from `depth` outwards can hold what an edit becomes there.
bool can_all_hold(const Stack& stack, std::size_t depth, std::span<const Edit> edits, Strings& strings) {
  if (depth == 0) return true;
  const Codec& codec = *stack[depth - 1].second->codec;
  const auto can_hold = [&](const Edit& edit) { return codec.can_hold(edit); };
  return std::ranges::all_of(edits, can_hold) && can_all_hold(stack, depth - 1, codec.encode(edits, strings), strings);
}

TEST(Codecs, StandBehindOneAnother) {
  std::array<unsigned, 7> at_depth{};
  unsigned refused_together = 0;
  for (unsigned seed = first_seed(); seed < first_seed() + cases(); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const Stack stack = random_stack(random);
    if (stack.empty()) continue;
    std::pmr::monotonic_buffer_resource memory;
    Strings strings(memory);
    std::vector<Edit> edits = test::random_edits(stack.back().first, stack.back().second->codec->text(), random);
    std::erase_if(edits, [&](const Edit& edit) { return !can_all_hold(stack, stack.size(), {&edit, 1}, strings); });
    // A field, or what follows `url=` in a refresh, gets one edit alone, as random_edits() knows of the innermost.
    const auto takes_one = [](const auto& one) {
      return one.first == Coding::field || one.first == Coding::refresh_url;
    };
    if (edits.size() > 1 && std::ranges::any_of(stack, takes_one)) edits.resize(1);
    if (edits.empty()) continue;
    if (!can_all_hold(stack, stack.size(), edits, strings)) {
      ++refused_together;
      continue;
    }
    ++at_depth[stack.size()];
    for (std::size_t i = stack.size(); i > 0; --i) {
      ASSERT_NO_FATAL_FAILURE(expect_encodes(*stack[i - 1].second->codec, stack[i - 1].first, edits, strings));
    }
  }
  for (std::size_t depth = 1; depth < at_depth.size(); ++depth) EXPECT_GT(at_depth[depth], cases() / 200) << depth;
  EXPECT_LT(refused_together, cases() / 100);
}

/// An attribute or content as a document, whose text is that of the one element.
std::string document_of(Coding coding, std::string_view outer) {
  switch (coding) {
    case Coding::xml_quotation_mark: return std::string("<x y=\"").append(outer).append("\"/>");
    case Coding::xml_apostrophe: return std::string("<x y='").append(outer).append("'/>");
    default: return std::string("<x>").append(outer).append("</x>");
  }
}

std::string hexadecimal(std::string_view text) {
  std::string result;
  for (const char c : text) append_escape(result, ' ', c);
  return result;
}

/// Expat as a second opinion: a document of XML stays one, and means what it was to mean.
TEST(Codecs, XmlIsReadAlikeElsewhere) {
  const test::TemporaryDirectory place;
  if (test::run_shell("python3 -c 'import xml.parsers.expat'", place.path()).status != 0)
    GTEST_SKIP() << "skipped: there is no python3";
  std::ofstream lines(place.path() + "/lines", std::ios::binary);
  constexpr std::array codings = {Coding::xml_quotation_mark, Coding::xml_apostrophe, Coding::xml_content};
  for (unsigned seed = first_seed(); seed < first_seed() + cases(); ++seed) {
    Random random(seed);
    const Coding coding = codings[seed % codings.size()];
    std::string outer = test::random_outer(coding, random);
    // In an attribute, expat makes blanks of them.
    if (is_attribute(coding)) std::erase_if(outer, [](char c) { return is_space(c); });
    const auto codec = open(coding, outer);
    std::vector<Edit> edits = test::random_edits(coding, codec->text(), random);
    std::erase_if(edits, [&](const Edit& edit) { return !codec->can_hold(edit); });
    std::pmr::monotonic_buffer_resource memory;
    Strings strings(memory);
    const std::string after = edited(outer, codec->encode(edits, strings));
    lines << hexadecimal(document_of(coding, outer)) << '\t' << hexadecimal(codec->text()) << '\t'
          << hexadecimal(document_of(coding, after)) << '\t' << hexadecimal(edited(codec->text(), edits)) << '\n';
  }
  lines.close();
  const std::string script = test::testdata("../tests/support/xml_alike.py");
  const test::ShellResult result = test::run_shell("python3 " + script + " lines", place.path());
  ASSERT_EQ(result.status, 0) << result.out << result.err;
  EXPECT_GT(std::stoul(result.out), cases() / 20) << "too little is compared";
}

}  // namespace
}  // namespace absolve::codec
