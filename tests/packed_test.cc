#include "support/packed.h"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <map>

#include "../src/codec/compression/compressed.h"
#include "../src/find/parts.h"
#include "../src/text/growth.h"
#include "absolve/absolve.h"
#include "support/exact.h"
#include "support/given.h"
#include "support/post.h"
#include "support/repeated.h"
#include "support/shell.h"
#include "support/table.h"

namespace absolve {
namespace {

using codec::Coding;
using test::content;
using namespace std::string_literals;
using namespace std::string_view_literals;

const std::map<Coding, ContentCoding> codings = {
    {Coding::gzip, ContentCoding::gzip}, {Coding::brotli, ContentCoding::brotli}, {Coding::zstd, ContentCoding::zstd}};

Given at_h(Type type = Type::automatic) { return {{.url = "http://h/", .type = type}}; }

std::string output_of(const std::string& source) { return plan(source, at_h()).output(); }

TEST(Packed, IsReadAsItsTableSays) {
  for (const test::Row& row : test::read_table("codec/packed.tsv", 4)) {
    const Coding coding = row.fields[1] == "gzip"   ? Coding::gzip
                          : row.fields[1] == "zstd" ? Coding::zstd
                                                    : Coding::brotli;
    const test::Exact packed(row.fields[2]);
    EXPECT_EQ(content(coding, packed.view()), row.fields[3]) << row.where << ": " << row.fields[0];
    // What is wrong is told, and nothing changes.
    Given given = at_h(Type::html);
    given.input.content_coding = codings.at(coding);
    const Plan plan = absolve::plan(packed.view(), given);
    const bool is_wrong = row.fields[3].starts_with('?');
    EXPECT_EQ(plan.failed(), is_wrong) << row.where;
    if (!is_wrong) continue;
    EXPECT_EQ(plan.notes().size(), 1U) << row.where;
    EXPECT_EQ(plan.notes().front().code, NoteCode::coding_unread) << row.where;
    EXPECT_NE(plan.notes().front().text.find(row.fields[3].substr(1)), std::string::npos) << row.where;
    EXPECT_EQ(plan.output(), packed.view()) << row.where;
  }
}

/// Each byte less, and each other than it was: an answer, and never another text but where nothing checks it.
TEST(Packed, DamageHasAnAnswer) {
  const std::string page = "<p><a href=x>" + test::repeated("text ", 40) + "</a>";
  for (const auto& [coding, content_coding] : codings) {
    const std::string packed = test::packed(coding, page);
    for (std::size_t size = 0; size < packed.size(); ++size) {
      EXPECT_EQ(content(coding, test::Exact(packed.substr(0, size)).view()), "?is truncated") << size;
    }
    for (std::size_t at = 0; at < packed.size(); ++at) {
      for (const unsigned bit : {1U, 16U, 128U}) {
        std::string damaged = packed;
        damaged[at] = static_cast<char>(static_cast<unsigned char>(damaged[at]) ^ bit);
        const std::string read = content(coding, test::Exact(damaged).view());
        const bool is_checked = coding != Coding::brotli;
        EXPECT_TRUE(!is_checked || read == page || read.starts_with('?')) << at << ": " << read;
      }
    }
    EXPECT_EQ(content(coding, packed + "more"), "?is followed by other data");
  }
}

/// Whatever is in an input, and however large that is, it becomes what it becomes otherwise, and nothing stands
/// anywhere.
TEST(Packed, AllKindsOfInputsAreRewritten) {
  const std::string box =
      "From a Sat\nContent-Type: text/html\n\n<a href=x>\n\nFrom b Sat\nContent-Type: text/html\n\n"
      "<base href='../c/'><a href=y>\n";
  const std::string encoded = "Content-Type: text/html\nContent-Transfer-Encoding: base64\nContent-Base: x:\n\n" +
                              test::in_base64("<base href='mailto:x'>\n<a href=x>\n<a href='\\\\y'>", 76, "\n");
  const std::string wide("\xFF\xFE<\0a\0 \0h\0r\0e\0f\0=\0x\0>\0", 22);
  const std::vector<std::pair<Type, std::string>> inputs = {
      {Type::mbox, box},
      {Type::mime, encoded},
      {Type::html, wide},
      {Type::html, test::repeated("<p>\n<a href='../a b/c?d'>text</a>\n", 30'000)},
      {Type::css, "@import 'x';"},
      {Type::uris, "x\ny\n"},
      {Type::pairs, "mailto:x\ty\nhttp://i/\tz\n"},
      {Type::jsonl, "{\"reference\": \"x\"}\n"},
      {Type::xml, "<rss xml:base='mailto:x'><channel><link>y</link></channel></rss>"},
      {Type::json, R"({"version": "https://jsonfeed.org/version/1.1", "home_page_url": "x"})"}};
  for (const auto& [type, text] : inputs) {
    const Plan unpacked = plan(text, at_h(type));
    EXPECT_FALSE(unpacked.edits().empty());
    for (const auto& [coding, content_coding] : codings) {
      const std::string packed = test::packed(coding, text);
      Given given = at_h(type);
      given.input.content_coding = content_coding;
      const Plan plan = absolve::plan(packed, given);
      EXPECT_EQ(content(coding, plan.output()), unpacked.output());
      EXPECT_EQ(plan.edits().size(), 1U);
      EXPECT_EQ(plan.links().size(), unpacked.links().size());
      ASSERT_EQ(plan.notes().size(), unpacked.notes().size());
      for (std::size_t i = 0; i < plan.notes().size(); ++i) {
        EXPECT_EQ(plan.notes()[i].text, unpacked.notes()[i].text);
        EXPECT_FALSE(plan.notes()[i].offset);
      }
      for (const Document& document : plan.documents()) EXPECT_FALSE(document.offset);
      for (const Part& part : parts_of(plan)) {
        for (const Candidate& heading : part.headings) EXPECT_FALSE(heading.offset);
      }
    }
  }
}

/// gzip and zstd say what they are; brotli is read where it is asked for; what goes on from before says nothing.
TEST(Packed, IsToldByItsFirstBytes) {
  for (const auto& [coding, content_coding] : codings) {
    const std::string packed = test::packed(coding, "<a href=x>");
    const bool says_so = coding != Coding::brotli;
    EXPECT_EQ(plan(packed, at_h()).content_coding(), says_so ? content_coding : ContentCoding::identity);
    EXPECT_EQ(plan(packed, at_h()).type(), says_so ? Type::html : Type::unknown);
    Given given = at_h();
    given.input.continues = true;
    EXPECT_EQ(plan(packed, given).content_coding(), ContentCoding::identity);
    given = at_h();
    given.input.content_coding = ContentCoding::identity;
    EXPECT_EQ(plan(packed, given).output(), packed);
    EXPECT_EQ(plan(packed, given).type(), Type::unknown);
  }
}

/// What is in it and no text that is read is left as any other, with a note.
TEST(Packed, BinaryDataStays) {
  for (const auto& [coding, content_coding] : codings) {
    const std::string packed = test::packed(coding, "\x89PNG\r\n\x1A\n"sv);
    Given given = at_h();
    given.input.content_coding = content_coding;
    const Plan plan = absolve::plan(packed, given);
    EXPECT_EQ(plan.output(), packed);
    EXPECT_FALSE(plan.failed());
    ASSERT_EQ(plan.notes().size(), 1U);
    EXPECT_EQ(plan.notes().front().code, NoteCode::unread_kind);
    EXPECT_EQ(plan.notes().front().text,
              std::string(name_of(coding)) + " data containing a PNG image, which is not read; left unchanged");
  }
}

/// Of many megabytes a few bytes; in parts, too.
TEST(Packed, BombsAreRefused) {
  const std::string large(std::size_t{9} << 20, ' ');
  for (const auto& [coding, content_coding] : codings) {
    const std::string part = test::packed(coding, coding == Coding::brotli ? test::repeated(large, 8) : large);
    const std::string bomb = coding == Coding::brotli ? part : test::repeated(part, 9);
    ASSERT_LT(bomb.size(), 200'000U);
    EXPECT_EQ(content(coding, bomb), "?expands beyond the limit of 64 MiB plus 100 times its size");
    Given given = at_h(Type::html);
    given.input.content_coding = content_coding;
    const Plan plan = absolve::plan(bomb, given);
    EXPECT_TRUE(plan.failed());
    EXPECT_TRUE(plan.edits().empty());
    EXPECT_EQ(detect(bomb, {.name = "a.br"}).content_coding, content_coding)
        << "telling it opens no more than its beginning";
  }
}

TEST(Packed, PartsInNumbersAreRead) {
  for (const Coding coding : {Coding::gzip, Coding::zstd}) {
    EXPECT_EQ(content(coding, test::repeated(test::packed(coding, ""), 50'000)), "");
    EXPECT_EQ(content(coding, test::repeated(test::packed(coding, "x"), 50'000)), std::string(50'000, 'x'));
  }
}

/// The size of what is in it is exact: as much as the limit is read, and no byte more.
TEST(Packed, ThereIsALimit) {
  for (const auto& [coding, content_coding] : codings) {
    const std::string packed = test::packed(coding, std::string(100'000, 'x'));
    EXPECT_EQ(codec::decompress_beginning(coding, packed, 100'000).fault, codec::Fault::none);
    const auto less = codec::decompress_beginning(coding, packed, 99'999);
    EXPECT_EQ(less.fault, codec::Fault::too_large);
    EXPECT_EQ(less.text, std::string(99'999, 'x'));
  }
  EXPECT_EQ(max_growth(1000), (std::size_t{64} << 20) + 100'000);
}

/// What edits may add counts by the size of what is packed, and not of what was in it: the one may not multiply the
/// other.
TEST(Packed, GrowthIsThatOfThePackedSource) {
  const std::string page =
      "<base href='http://h/" + std::string(60'000, 'a') + "/'>" + test::repeated("<a href=x>", 1'180);
  Given given;
  EXPECT_FALSE(plan(page, given).failed());
  for (const auto& [coding, content_coding] : codings) {
    given.input.content_coding = content_coding;
    const std::string packed = test::packed(coding, page);
    const Plan plan = absolve::plan(packed, given);
    EXPECT_TRUE(plan.failed());
    EXPECT_EQ(plan.output(), packed);
  }
}

/// What the header of gzip says of what is in it stays.
TEST(Packed, HeadersStay) {
  const std::string fixed = "\x1F\x8B\x08\x19\x01\x02\x03\x04\x02\x03"s;  // a text, with a name and a comment
  const std::string names = "a.html\0a page\0"s;
  const std::string body = test::packed(Coding::gzip, "<a href=x>").substr(10);
  const std::string output = output_of(fixed + names + body);
  EXPECT_EQ(output.substr(0, fixed.size() + names.size()), fixed + names);
  EXPECT_EQ(content(Coding::gzip, output), "<a href=http://h/x>");
  // What speaks of the old data goes: an extra field.
  const std::string with_extra = "\x1F\x8B\x08\x0C\0\0\0\0\0\xFF"s + "\6\0BC\2\0\7\0"s + "x\0"s;
  EXPECT_TRUE(output_of(with_extra + body).starts_with("\x1F\x8B\x08\x08\0\0\0\0\0\xFFx\0"sv));
}

/// Whether frames of zstd have a checksum and say how large they are stays.
TEST(Packed, FramesStayAsTheyAre) {
  // Descriptors: a window, no checksum; a checksum; a single segment, so that there is a size; both.
  const std::string frame = "\x28\xB5\x2F\xFD"s;
  const std::string raw_block = "\x51\0\0<a href=x>"s;  // the last one, of 10 bytes
  const std::string skippable = "\x53\x2A\x4D\x18\x05\0\0\0skips"s;
  const auto descriptor = [](const std::string& packed) { return static_cast<unsigned char>(packed[4]); };
  for (const std::string& before : {std::string(), skippable, skippable + skippable}) {
    const std::string without = output_of(before + frame + "\0\x58"s + raw_block);
    EXPECT_EQ(content(Coding::zstd, without), "<a href=http://h/x>");
    EXPECT_EQ(descriptor(without) & 0xE4, 0);
    const std::string with_size = output_of(before + frame + "\x20\x0A"s + raw_block);
    EXPECT_EQ(content(Coding::zstd, with_size), "<a href=http://h/x>");
    EXPECT_NE(descriptor(with_size) & 0xE0, 0);
    EXPECT_EQ(descriptor(with_size) & 0x04, 0);
  }
  const std::string with_both = output_of(test::packed(Coding::zstd, "<a href=x>"));
  EXPECT_NE(descriptor(with_both) & 0xE0, 0);
  EXPECT_NE(descriptor(with_both) & 0x04, 0);
}

/// Programs that pack and unpack, as they come.
struct Tool {
  Coding coding;
  const char* name;
  const char* packs;
  const char* tests;
  const char* unpacks;
};

constexpr std::array tools = {
    Tool{Coding::gzip, "gzip", "gzip -c < page > packed", "gzip -t < written", "gzip -dc < written"},
    Tool{Coding::gzip, "gzip", "gzip -9c page > packed && gzip -1c page >> packed", "gzip -t < written",
         "gzip -dc < written"},
    Tool{
        Coding::gzip, "python3",
        "python3 -c 'import gzip, sys; sys.stdout.buffer.write(gzip.compress(open(\"page\", \"rb\").read()))' > packed",
        "python3 -c 'import gzip; gzip.open(\"written\").read()'",
        "python3 -c 'import gzip, sys; sys.stdout.buffer.write(gzip.open(\"written\").read())'"},
    Tool{Coding::brotli, "brotli", "brotli -c page > packed", "brotli -t < written", "brotli -dc < written"},
    Tool{Coding::brotli, "brotli", "brotli -q 1 -w 10 -c page > packed", "brotli -t < written", "brotli -dc < written"},
    Tool{Coding::zstd, "zstd", "zstd -qc page > packed", "zstd -qt < written", "zstd -qdc < written"},
    Tool{Coding::zstd, "zstd", "zstd -qc --no-check < page > packed && zstd -19qc < page >> packed",
         "zstd -qt < written", "zstd -qdc < written"},
};

TEST(Packed, OtherProgramsReadWhatIsWritten) {
  const std::string page = test::repeated("<p><a href='x'>\xC3\xA4 some text</a>\n", 3'000);
  std::string missing;
  for (const Tool& tool : tools) {
    SCOPED_TRACE(tool.packs);
    const test::TemporaryDirectory place;
    if (test::run_shell(std::string("command -v ") + tool.name, place.path()).status != 0) {
      missing.append(missing.empty() ? "" : ", ").append(tool.name);
      continue;
    }
    std::ofstream(place.path() + "/page", std::ios::binary) << page;
    ASSERT_EQ(test::run_shell(tool.packs, place.path()).status, 0);
    const std::string packed = test::read_file(place.path() + "/packed");
    Given given = at_h();
    given.input.content_coding = codings.at(tool.coding);
    const Plan plan = absolve::plan(packed, given);
    std::ofstream(place.path() + "/written", std::ios::binary) << plan.output();
    const test::ShellResult tested = test::run_shell(tool.tests, place.path());
    EXPECT_EQ(tested.status, 0) << tested.err;
    const std::string unpacked = content(tool.coding, packed);
    EXPECT_EQ(test::run_shell(tool.unpacks, place.path()).out, output_of(unpacked));
  }
  if (!missing.empty()) GTEST_SKIP() << "skipped: there is no " << missing;
}

}  // namespace
}  // namespace absolve
