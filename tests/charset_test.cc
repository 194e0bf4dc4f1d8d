#include <gtest/gtest.h>
#include <iconv.h>

#include <memory_resource>
#include <string>
#include <utility>
#include <vector>

#include "../src/codec/charset/charset.h"
#include "../src/codec/codec.h"
#include "../src/html/prescan.h"
#include "../src/text/edits.h"
#include "../src/text/limits.h"
#include "../src/text/utf8.h"
#include "absolve/absolve.h"
#include "support/exact.h"
#include "support/promises.h"
#include "support/table.h"

namespace absolve {
namespace {

/// By the C library, to have another opinion.
std::string converted(const char* to, std::string text) {
  const iconv_t handle = iconv_open(to, "UTF-8");
  std::string out(text.size() * 4 + 16, '\0');
  char* in = text.data();
  char* at = out.data();
  std::size_t in_left = text.size();
  std::size_t out_left = out.size();
  EXPECT_NE(iconv(handle, &in, &in_left, &at, &out_left), static_cast<std::size_t>(-1));
  iconv(handle, nullptr, nullptr, &at, &out_left);
  iconv_close(handle);
  out.resize(out.size() - out_left);
  return out;
}

struct Wide {
  const char* name;
  std::string mark;
};

TEST(Charset, TablesHoldInUtf16) {
  for (const Wide& wide : {Wide{"UTF-16LE", "\xFF\xFE"}, Wide{"UTF-16BE", "\xFE\xFF"}}) {
    for (const char* table : {"html/values.tsv", "html/base.tsv", "html/quoting.tsv"}) {
      for (const test::Row& row : test::read_table(table, 3)) {
        SCOPED_TRACE(row.where + " " + wide.name);
        const std::string page = wide.mark + converted(wide.name, row.fields[1]);
        const Given given = {{.url = "http://h/a/d.html"}};
        EXPECT_EQ(test::expect_promises(page, given), wide.mark + converted(wide.name, row.fields[2]));
      }
    }
  }
}

TEST(Charset, Utf16HoldsAnything) {
  const std::string text = "<p>\xE6\xBC\xA2\xF0\x9F\x98\x80</p><a href='../\xE6\xBC\xA2\xC3\xA9\xF0\x9F\x98\x80'>";
  const Given given = {{.url = "http://h/\xC3\xA9/\xF0\x9F\x98\x80/d/e"}};
  const std::string expected =
      "<p>\xE6\xBC\xA2\xF0\x9F\x98\x80</p><a "
      "href='http://h/\xC3\xA9/\xF0\x9F\x98\x80/\xE6\xBC\xA2\xC3\xA9\xF0\x9F\x98\x80'>";
  EXPECT_EQ(test::expect_promises("\xFF\xFE" + converted("UTF-16LE", text), given),
            "\xFF\xFE" + converted("UTF-16LE", expected));
  // A lone surrogate and half a unit are kept.
  const std::string broken = "\xFF\xFE" + converted("UTF-16LE", "<a href=x>") + std::string("\x00\xD8<\x00z", 5);
  const std::string output = test::expect_promises(broken, given);
  EXPECT_TRUE(output.ends_with(std::string_view("\x00\xD8<\x00z", 5)));
  EXPECT_NE(output, broken);
}

/// What the byte order mark is, and where it is, the text doesn't say.
TEST(Charset, AMarkIsNoText) {
  const std::string outer = "\xFE\xFF" + converted("UTF-16BE", "x\xC3\xA9");
  const auto codec = codec::open(codec::Coding::utf16be, outer, {.mark = 2});
  EXPECT_EQ(codec->text(), "x\xC3\xA9");
  EXPECT_EQ(codec->outer_offset(0), 2U);
  EXPECT_EQ(codec->outer_offset(1), 4U);
  EXPECT_EQ(codec->outer_offset(3), 6U);
  std::pmr::monotonic_buffer_resource memory;
  Strings strings(memory);
  const Edit edit{0, 0, "a"};
  EXPECT_EQ(edited(outer, codec->encode({&edit, 1}, strings)), "\xFE\xFF" + converted("UTF-16BE", "ax\xC3\xA9"));
  EXPECT_EQ(codec::open(codec::Coding::utf16be, "\xFE", {.mark = 2})->outer_offset(0), 1U);
}

/// ASCII is decoded many units at a time, wherever what is none stands, whichever of its bytes says so.
TEST(Charset, RunsOfAsciiEndAnywhere) {
  const std::vector<std::string> others = {"\xC2\x80",     "\xC3\xBF",     "\xC4\x80",        "\xE4\x85\xA1",
                                           "\xE8\x81\xA1", "\xEF\xBD\xA1", "\xF0\x9F\x98\x80"};
  std::size_t seen = 0;
  for (const Wide& wide : {Wide{"UTF-16LE", "\xFF\xFE"}, Wide{"UTF-16BE", "\xFE\xFF"}}) {
    const codec::Coding coding = wide.mark == "\xFF\xFE" ? codec::Coding::utf16le : codec::Coding::utf16be;
    for (std::size_t size = 0; size < 300; size += size < 70 ? 1 : 23) {
      const std::string& other = others[seen++ % others.size()];
      std::string text = other;
      for (std::size_t i = 0; i < size; ++i) text += static_cast<char>('a' + i % 26);
      text += other + "0123456789abcdefghij";
      for (const char* const odd : {"", "z"}) {
        const std::string units = wide.mark + converted(wide.name, text) + odd;
        const test::Exact outer(units);
        const auto codec = codec::open(coding, outer.view(), {.mark = 2});
        const std::string half = *odd == '\0' ? "" : "\xEF\xBF\xBD";
        ASSERT_EQ(codec->text(), text + half) << size;
        const std::size_t width = other.size() == 4 ? 4 : 2;
        for (std::size_t i = 0; i <= size; ++i) ASSERT_EQ(codec->outer_offset(other.size() + i), 2 + width + 2 * i);
        ASSERT_EQ(codec->outer_offset(2 * other.size() + size + 7), 2 + 2 * width + 2 * (size + 7));
      }
    }
  }
}

/// A unit that is no ASCII, at each place of those that are decoded at a time.
TEST(Charset, NoUnitIsTakenForAscii) {
  for (std::size_t at = 0; at < 34; ++at) {
    for (const unsigned unit : {0x0080U, 0x00FFU, 0x0100U, 0x4161U, 0x6141U, 0x8061U, 0xFF61U}) {
      std::string units;
      for (std::size_t i = 0; i < 34; ++i) {
        const unsigned one = i == at ? unit : 'a';
        units += static_cast<char>(one & 0xFF);
        units += static_cast<char>(one >> 8);
      }
      const test::Exact little_endian(units);
      const auto little = codec::open(codec::Coding::utf16le, little_endian.view());
      for (std::size_t i = 0; i < units.size(); i += 2) std::swap(units[i], units[i + 1]);
      const test::Exact big_endian(units);
      const auto big = codec::open(codec::Coding::utf16be, big_endian.view());
      std::string expected(at, 'a');
      append_utf8(expected, unit);
      expected.append(33 - at, 'a');
      EXPECT_EQ(little->text(), expected) << at;
      EXPECT_EQ(big->text(), expected) << at;
    }
  }
}

/// What is ASCII is encoded without it.
TEST(Charset, AsciiIsEncodedAsByTheCLibrary) {
  struct Row {
    const char* name;
    codec::Coding coding;
  };
  for (const Row& row : {Row{"UTF-16LE", codec::Coding::utf16le}, Row{"UTF-16BE", codec::Coding::utf16be},
                         Row{"ISO-2022-JP", codec::Coding::iso2022jp}}) {
    const std::string outer = converted(row.name, "xy");
    const auto codec = codec::open(row.coding, outer);
    for (char c = 0; c < 0x7F; ++c) {
      if (c == '\x1B') continue;
      std::pmr::monotonic_buffer_resource memory;
      Strings strings(memory);
      const std::string text(3, c);
      const Edit edit{1, 0, text};
      EXPECT_TRUE(codec->can_hold(edit));
      EXPECT_EQ(edited(outer, codec->encode({&edit, 1}, strings)), converted(row.name, "x" + text + "y")) << int{c};
    }
  }
}

/// All two bytes that may be one are read with the index of EUC-JP.
TEST(Charset, KanjiAreThoseOfEucJp) {
  std::string bytes = "\x1B$B";
  std::string euc;
  for (int row = 0x21; row < 0x7F; ++row) {
    for (int cell = 0x21; cell < 0x7F; ++cell) {
      bytes += {static_cast<char>(row), static_cast<char>(cell)};
      euc += {static_cast<char>(row | 0x80), static_cast<char>(cell | 0x80)};
    }
    bytes += "\x1B(Bab\x1B$@";
    euc += "ab";
  }
  const test::Exact outer(bytes);
  EXPECT_EQ(codec::open(codec::Coding::iso2022jp, outer.view())->text(),
            codec::open(codec::Coding::euc_jp, euc)->text());
}

/// A conversion that ends early leaves off in the middle of kanji.
TEST(Charset, ARefusedTextLeavesNoStateBehind) {
  const auto codec = codec::open(codec::Coding::iso2022jp, "x");
  const Edit refused{0, 0, "\xE6\xBC\xA2\xF0\x9F\x98\x80"};
  const Edit held{0, 0, "\xE6\xBC\xA2"};
  EXPECT_FALSE(codec->can_hold(refused));
  std::pmr::monotonic_buffer_resource memory;
  Strings strings(memory);
  EXPECT_EQ(edited(codec->outer(), codec->encode({&held, 1}, strings)), "\x1B$B4A\x1B(Bx");
}

TEST(Charset, Utf16ByDeclaration) {
  const std::string page = converted("UTF-16BE", "<?xml version='1.0'?><html><a href=x>");
  const Given given = {{.url = "http://h/"}};
  EXPECT_EQ(test::expect_promises(page, given),
            converted("UTF-16BE", "<?xml version='1.0'?><html><a href=http://h/x>"));
  const std::string undeclared = converted("UTF-16LE", "<a href=x>");
  EXPECT_EQ(test::expect_promises(undeclared, {.url = "http://h/", .charset = "utf-16"}),
            converted("UTF-16LE", "<a href=http://h/x>"));
}

TEST(Charset, LinesAreCountedInUtf16) {
  const std::string page = "\xFE\xFF" + converted("UTF-16BE", "<p>\xE0\xA8\x8A\n\xC4\x8A<a href=x>");  // U+0A0A, U+010A
  const Plan result = plan(page, {.url = "http://h/"});
  ASSERT_EQ(result.links().size(), 1U);
  const Position position = LineCounter(result).at(result.links()[0].offset);
  EXPECT_EQ(position.line, 2U);
  EXPECT_EQ(position.column, 10U);
}

TEST(Charset, Table) {
  for (const test::Row& row : test::read_table("charset/pages.tsv", 3)) {
    SCOPED_TRACE(row.where + " " + row.fields[0]);
    const Given given = {{.url = "http://h/a/"}};
    EXPECT_EQ(test::expect_promises(row.fields[1], given), row.fields[2]);
    const Plan result = plan(row.fields[1], given);
    EXPECT_EQ(result.failed(), row.fields[0].starts_with("refused"))
        << (result.notes().empty() ? "" : result.notes()[0].text);
  }
}

/// The URL given is in UTF-8. Where its bytes would mean something else, or can't stand at all, it comes in as escapes.
TEST(Charset, BaseOfAnotherCharset) {
  for (const test::Row& row : test::read_table("charset/bases.tsv", 3)) {
    SCOPED_TRACE(row.where + " " + row.fields[0]);
    const Given given = {{.url = "http://h/\xC3\xA9/"}};
    EXPECT_EQ(test::expect_promises(row.fields[1], given), row.fields[2]);
  }
}

/// Where backslashes are slashes, the second byte of a character is none.
TEST(Charset, UnderTheUrlStandard) {
  for (const test::Row& row : test::read_table("charset/whatwg.tsv", 3)) {
    SCOPED_TRACE(row.where + " " + row.fields[0]);
    const Given given = {{.url = "http://h/a/"}, {.resolver = Resolver::whatwg}};
    EXPECT_EQ(test::expect_promises(row.fields[1], given), row.fields[2]);
  }
}

/// A reference to a part takes the spelling of its header, where the charset of the page gives its bytes that meaning.
TEST(Charset, LocationOfAPart) {
  for (const bool utf8 : {true, false}) {
    const std::string message =
        "Content-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html; charset=" +
        std::string(utf8 ? "utf-8" : "iso-8859-1") +
        "\nContent-Base: http://h/\n\n\xC3\xA9<img src=\"\xC3\xA9.png\">\n--b\nContent-Type: image/png\n"
        "Content-Location: http://h/\xC3\xA9.png\n\nx\n--b--\n";
    const Plan result = plan(message, {.type = Type::mime});
    ASSERT_EQ(result.links().size(), 1U);
    EXPECT_EQ(result.links()[0].reason, utf8 ? Reason::none : Reason::charset);
    EXPECT_EQ(result.edits().size(), utf8 ? 1U : 0U);
  }
}

/// In the JIS-Roman state, the byte of a tilde is an overline.
TEST(Charset, StateThatCantSayTheBase) {
  const std::string page =
      "<meta charset=iso-2022-jp><base href=http://h/~u/>\x1B(J<a href=\"x\"><a href=\"/y\">\x1B(B<a "
      "href=\"\x1B(J../z\">";
  const Plan result = plan(page);
  ASSERT_EQ(result.links().size(), 4U);
  EXPECT_EQ(result.links()[1].reason, Reason::charset);
  EXPECT_EQ(result.links()[2].url(), "http://h/y");
  EXPECT_EQ(result.links()[3].reason, Reason::charset) << "its dots begin in one state and end in another";
  test::expect_promises(page);
}

/// A value without quotes that ends in the state of kanji can't get the second one of its quotes there.
TEST(Charset, StateThatCantSayAQuote) {
  const std::string page =
      "<meta charset=iso-2022-jp><base href=\"http://h/a=b/\"><a href=x\x1B$B4A\x1B(B><a href=\x1B$B4A\x1B(By>"
      "<iframe srcdoc=<a&#32;href=z>\x1B$B4A\x1B(B></iframe>";
  const Plan result = plan(page);
  ASSERT_GE(result.links().size(), 3U);
  EXPECT_EQ(result.links()[1].reason, Reason::charset);
  EXPECT_EQ(result.links()[2].reason, Reason::none);
  test::expect_promises(page);
}

/// The same of a page in such a value, which is asked at the places of the value as it is written.
TEST(Charset, StateThatCantSayAQuoteOfSrcdoc) {
  const std::string page =
      "<meta charset=iso-2022-jp><iframe srcdoc=&lt;a/href=x&gt;\x1B$B%\"\x1B(B title=y></iframe><a href=z>";
  const Plan result = plan(page, {.url = "http://h/a=b/"});
  ASSERT_EQ(result.links().size(), 2U);
  EXPECT_EQ(result.links()[0].reason, Reason::charset);
  EXPECT_EQ(result.links()[1].reason, Reason::none);
  test::expect_promises(page, {.url = "http://h/a=b/"});
}

/// The base of a page is in the charset of the page, and so are the documents in its text.
TEST(Charset, BaseOfAPageIsThatOfItsSrcdoc) {
  const std::string page =
      "<meta charset=iso-8859-1><base href=\"http://h/\xE9/\"><a href=x></a><iframe srcdoc=\"<a href=x>\">";
  const Plan result = plan(page);
  ASSERT_EQ(result.links().size(), 3U);
  EXPECT_EQ(result.links()[1].url(), "http://h/\xE9/x");
  EXPECT_EQ(result.links()[2].url(), "http://h/\xE9/x");
}

/// What a page declared to be in Shift_JIS becomes, without its declaration.
std::string in_shift_jis(const std::string& rest) {
  const std::string meta = "<meta charset=shift_jis>";
  return test::expect_promises(meta + rest, {.url = "http://h/"}).substr(meta.size());
}

/// The second byte of a character may be that of a backslash, an `@` or a bracket, and says nothing then.
TEST(Charset, SecondBytesSayNothingInAStyle) {
  EXPECT_EQ(in_shift_jis("<p style=\"a:url(&#xC1;\x81\x5C); b:url(x.png)\">"),
            "<p style=\"a:url(http://h/&#xC1;\x81\x5C); b:url(http://h/x.png)\">");
  EXPECT_EQ(in_shift_jis("<p style='f:\"\x83\x5C\"; b:url(x)'>"), "<p style='f:\"\x83\x5C\"; b:url(http://h/x)'>");
  EXPECT_EQ(in_shift_jis("<style>p{f:\x95\x5C url(x)}q{b:url(\x83\x41)}</style>"),
            "<style>p{f:\x95\x5C url(http://h/x)}q{b:url(http://h/\x83\x41)}</style>");
  EXPECT_EQ(in_shift_jis("<style>p{f:\x83\x40 url(x)}q{a:image-set(\x83\x5D \x81\x7B 'y')}</style>"),
            "<style>p{f:\x83\x40 url(http://h/x)}q{a:image-set(\x83\x5D \x81\x7B 'http://h/y')}</style>");
  EXPECT_EQ(in_shift_jis("<style>\xB1\\75rl(x)}q{b:u\\72l(y)}</style>"),
            "<style>\xB1\\75rl(x)}q{b:u\\72l(http://h/y)}</style>")
      << "a byte of katakana is a character";
  EXPECT_EQ(in_shift_jis("<svg><style>/*\x83\x5C*/p{b:url&lpar;x)}</style></svg>"),
            "<svg><style>/*\x83\x5C*/p{b:url&lpar;http://h/x)}</style></svg>");
}

/// What stands around a sheet says more than the sheet, and its byte order mark most.
TEST(Charset, SheetsMayDeclareTheirs) {
  const auto becomes = [](const std::string& type, const std::string& sheet) {
    const std::string header = "Content-Type: text/css" + type + "\nContent-Transfer-Encoding: 8bit\n\n";
    const Given given = {{.url = "http://h/", .type = Type::mime}};
    return test::expect_promises(header + sheet, given).substr(header.size());
  };
  // Elsewhere, the second byte of the character escapes the quote, and the string doesn't end.
  const std::string rest = "p{f:\"\x83\x5C\";b:url(x)}";
  const std::string in_shift_jis = "p{f:\"\x83\x5C\";b:url(http://h/x)}";
  const std::string declaration = "@charset \"shift_jis\";";
  EXPECT_EQ(becomes("", declaration + rest), declaration + in_shift_jis);
  EXPECT_EQ(becomes("; charset=shift_jis", rest), in_shift_jis);
  EXPECT_EQ(becomes("; charset=iso-8859-1", declaration + rest), declaration + rest);
  EXPECT_EQ(becomes("", " " + declaration + rest), " " + declaration + rest);
  EXPECT_EQ(becomes("", "\xEF\xBB\xBF" + declaration + rest), "\xEF\xBB\xBF" + declaration + rest);
  EXPECT_EQ(becomes("", "@charset \"utf-16\";" + rest), "@charset \"utf-16\";" + rest);
}

TEST(Charset, ReferencesReadInUtf8) {
  const std::string page =
      "<meta charset=iso-2022-jp><a href=\"\x1B(I1_\x1B(B\"><a href=\"\x1B$B4A\x1B(B\"><a href=\"\x1B(J~\x1B(B\">";
  const Plan result = plan(page, {.url = "http://h/"});
  std::string references;
  for (const Link& link : result.links()) references.append(link.reference).append(" ");
  EXPECT_EQ(references, "\xEF\xBD\xB1\xEF\xBE\x9F \xE6\xBC\xA2 \xE2\x80\xBE ");  // U+FF71 U+FF9F, U+6F22, U+203E
}

std::string page_with_late_declaration(std::size_t end, const std::string& before) {
  const std::string meta = "<meta charset=shift_jis>";
  return before + std::string(end - meta.size() - before.size(), ' ') + meta + std::string(1024, ' ') + "<a href=x>";
}

/// Behind byte 1,024, in the head. What Chromium does with these is compared in slow_chromium_test.cc.
TEST(Charset, DeclarationsAreLookedForInTheHead) {
  for (const test::Row& row : test::read_table("html/declarations.tsv", 4)) {
    const std::string beginning = "<!doctype html><!--" + std::string(1024, 'x') + "-->" + row.fields[1];
    const std::string page = beginning + "<meta charset=shift_jis>";
    const DeclaredCharset found = html::declared_charset(page);
    const bool is_honoured = row.fields[2] == "yes";
    EXPECT_EQ(found.label, is_honoured ? "shift_jis" : "") << row.where << ": " << row.fields[0];
    EXPECT_EQ(found.end, is_honoured ? page.size() : 1024) << row.where << ": " << row.fields[0];
    EXPECT_TRUE(!is_honoured || row.fields[3] == "yes") << row.where << ": browsers would not find it";
    // From the first 1,024 bytes it may only be pushed into what browsers look through.
    const std::string link = "<link href=1>";
    const std::string before =
        "<!doctype html>" + link + "<!--" + std::string(950 - row.fields[1].size(), 'x') + "-->" + row.fields[1];
    const std::string near = before + "<meta charset=shift_jis>";
    if (row.fields[0].find("not closed") != std::string::npos) continue;
    test::expect_promises(near, {.url = "http://h/" + std::string(100, 'y') + "/"});
    const Plan planned = plan(near, {.url = "http://h/" + std::string(100, 'y') + "/"});
    EXPECT_EQ(planned.links().front().reason, is_honoured ? Reason::none : Reason::charset_declaration) << row.where;
  }
}

/// A meta element that comes to be looked for would count before the XML declaration, unless it names the same charset.
TEST(Charset, AnXmlDeclarationOfAPageGoesOnToCount) {
  const auto page = [](const std::string& label, const std::string& other) {
    const std::string head = "<?xml version='1.0' encoding='" + label + "'?><html><a href=.././../x><!--";
    const std::string meta = "--><meta charset=" + other + ">";
    return head + std::string(detail::prescanned_bytes + 2 - head.size() - meta.size(), 'x') + meta + "<a href=y>";
  };
  const Options whatwg{.resolver = Resolver::whatwg};
  const auto reason = [&](const std::string& text) {
    test::expect_promises(text, {{.url = "h:/"}, whatwg});
    const Plan planned = plan(text, {.url = "h:/"}, whatwg);
    return planned.links().front().reason;
  };
  ASSERT_EQ(html::declared_charset(page("windows-1251", "utf-8")).label, "windows-1251");
  EXPECT_EQ(reason(page("windows-1251", "utf-8")), Reason::charset_declaration);
  EXPECT_EQ(reason(page("UTF-8", "utf8")), Reason::none);
  EXPECT_EQ(reason(page("ISO-8859-1", "windows-1252")), Reason::none);
  EXPECT_EQ(reason(page("utf-16", "utf-8")), Reason::none);
  EXPECT_EQ(html::declared_charset("<?xml encoding='utf-32'?><a href=x>").label, "");
  EXPECT_EQ(html::declared_charset("<?xml encoding=' windows-1251 '?><a href=x>").label, "");
  EXPECT_EQ(html::declared_charset("<?xml encoding = \"windows-1251\" ?><a href=x>").label, "windows-1251");
  EXPECT_EQ(html::declared_charset("<?xml encoding=windows-1251?><a href=x>").label, "");
}

TEST(Charset, ADeclarationStaysWhereItIsLookedFor) {
  const Given given = {{.url = "http://h/"}};
  const std::string before = "<a href=1><a href=2/./y=z>";
  const auto reasons = [&](const std::string& page, const Given& with) {
    test::expect_promises(page, with);
    std::vector<Reason> result;
    const Plan planned = plan(page, with);
    for (const Link& link : planned.links()) result.push_back(link.reason);
    return result;
  };
  const std::vector<Reason> all_rewritten(3, Reason::none);
  const std::vector<Reason> kept = {Reason::charset_declaration, Reason::charset_declaration, Reason::none};
  EXPECT_EQ(reasons(page_with_late_declaration(1024, before), given), kept);
  EXPECT_EQ(reasons(page_with_late_declaration(1024 - 15, before), given), kept);
  EXPECT_EQ(reasons(page_with_late_declaration(1024 - 16, before), given), all_rewritten);
  EXPECT_EQ(reasons(page_with_late_declaration(1025, before), given), all_rewritten) << "it was never found";

  // A style sheet that begins there, and the reference in it stands behind.
  std::string sheet = page_with_late_declaration(1010, before);
  sheet.replace(1010, 9, "<style>/*").append("*/p{b:url(y)}");
  EXPECT_EQ(reasons(sheet, given), kept) << "the link is text of the sheet";

  const std::string shrinks = "<a href=1><a href=././././././././././././././././././././././x>";
  EXPECT_EQ(reasons(page_with_late_declaration(1025, shrinks), given), kept) << "it would come to be found";
  const std::string shrinks_twice = "<link href=./././././x><link href=./././././x>";
  EXPECT_EQ(reasons(page_with_late_declaration(limits::head - 20, shrinks_twice), given), all_rewritten);
  Given declared = given;
  declared.input.charset = "shift_jis";
  EXPECT_EQ(reasons(page_with_late_declaration(1024, before), declared), all_rewritten) << "it doesn't count";

  const std::string with_base = "<base href=http://x/><p>";
  Given removing = given;
  removing.options.remove_base_elements = true;
  const std::string page = page_with_late_declaration(1030, with_base);
  EXPECT_TRUE(test::expect_promises(page, removing).starts_with(with_base));
  const Plan planned = plan(page, removing);
  ASSERT_FALSE(planned.notes().empty());
  EXPECT_EQ(planned.notes()[0].text,
            "the base element is kept: without it, a different charset declaration would be found");
}

}  // namespace
}  // namespace absolve
