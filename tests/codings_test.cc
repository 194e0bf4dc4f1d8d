#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <memory_resource>
#include <utility>
#include <vector>

#include "../src/codec/codec.h"
#include "../src/codec/compression/compressed.h"
#include "../src/http/blocks.h"
#include "../src/http/content_codings.h"
#include "../src/text/edits.h"
#include "absolve/absolve.h"
#include "support/exact.h"
#include "support/hexadecimal.h"
#include "support/notes.h"
#include "support/packed.h"
#include "support/promises.h"
#include "support/repeated.h"
#include "support/shell.h"
#include "support/table.h"

namespace absolve {
namespace {

using test::notes_of;

using codec::Coding;
using test::content;
using test::repeated;
using namespace std::string_view_literals;

constexpr std::string_view page = "<!DOCTYPE html>\n<title>t</title><p>text text text text\n<a href=x>y</a>\r\n";
constexpr std::string_view rewritten =
    "<!DOCTYPE html>\n<title>t</title><p>text text text text\n<a href=http://h/x>y</a>\r\n";

Coding coding_of(std::string_view name) {
  for (const Coding one : {Coding::gzip, Coding::deflate, Coding::brotli, Coding::zstd, Coding::chunked}) {
    if (codec::name_of(one) == name) return one;
  }
  ADD_FAILURE() << "no coding: " << name;
  return Coding::identity;
}

/// The words of a list, between signs.
std::vector<Coding> codings_in(std::string_view list, char sign) {
  std::vector<Coding> codings;
  for (std::size_t at = 0; at < list.size();) {
    const std::string_view word = list.substr(at, list.find(sign, at) - at);
    codings.push_back(coding_of(word));
    at += word.size() + 1;
  }
  return codings;
}

/// A record of an archive that holds a response.
std::string record_of(std::string_view response) {
  return "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://h/\r\nContent-Type: application/http\r\n"
         "Content-Length: " +
         std::to_string(response.size()) + "\r\n\r\n" + std::string(response);
}

TEST(Chunked, IsReadAndWrittenAsItsTableSays) {
  for (const test::Row& row : test::read_table("codec/chunked.tsv", 4)) {
    SCOPED_TRACE(row.where + ": " + row.fields[0]);
    const test::Exact body(row.fields[1]);
    EXPECT_EQ(content(Coding::chunked, body.view()), row.fields[2]);
    const auto codec = codec::open(Coding::chunked, body.view());
    ASSERT_EQ(codec == nullptr, row.fields[3] == "-");
    if (!codec) continue;
    std::pmr::monotonic_buffer_resource memory;
    Strings strings(memory);
    const Edit edit{0, codec->text().size(), "ab"};
    EXPECT_EQ(edited(body.view(), codec->encode({&edit, 1}, strings)), row.fields[3]);
  }
}

/// A cut anywhere leaves the beginning; whatever else a byte may be, there is an answer.
TEST(Chunked, DamageHasAnAnswer) {
  const std::string body = "1a;a=b\r\n<p>text</p><a href=x>y</a>\r\n2\nab\n0\r\nA: b\r\n\r\n";
  const std::string text = "<p>text</p><a href=x>y</a>ab";
  for (std::size_t size = body.find('<'); size <= body.size(); ++size) {
    const std::string read = content(Coding::chunked, test::Exact(body.substr(0, size)).view());
    EXPECT_TRUE(text.starts_with(read)) << size << ": " << read;
    EXPECT_GE(read.size() + 12, std::min(size, text.size())) << size;
  }
  for (std::size_t at = 0; at < body.size(); ++at) {
    for (unsigned byte = 0; byte < 256; ++byte) {
      std::string damaged = body;
      damaged[at] = static_cast<char>(byte);
      static_cast<void>(content(Coding::chunked, test::Exact(damaged).view()));
    }
  }
}

TEST(Chunked, TinyChunksAndHugeOnes) {
  const std::string tiny = repeated("1\r\na\r\n", 1'000'000) + "0\r\n\r\n";
  EXPECT_EQ(content(Coding::chunked, tiny), repeated("a", 1'000'000));
  EXPECT_EQ(content(Coding::chunked, repeated("0", 10'000'000)), "?is corrupt");
  EXPECT_EQ(content(Coding::chunked, repeated("0", 10'000'000) + "1\na"), "a");
  EXPECT_EQ(content(Coding::chunked, "1;" + repeated("x", 10'000'000) + "\na"), "a");
  EXPECT_EQ(content(Coding::chunked, "1\na\n0\n" + repeated("A: b\n", 2'000'000)), "a");
  const std::string text = repeated("0123456789abcdef", 1'500);
  const std::string packed = codec::encode_chunked("0\r\n\r\n", text);
  EXPECT_EQ(content(Coding::chunked, packed), text);
  EXPECT_TRUE(packed.starts_with("2000\r\n")) << packed.substr(0, 10);
  EXPECT_TRUE(packed.ends_with("0\r\n\r\n"));
}

/// Both forms come back as they were, and only damage is damage.
TEST(Deflate, StaysInItsFrame) {
  const std::string in_frame = test::packed(Coding::deflate, page);
  const std::string raw = in_frame.substr(2, in_frame.size() - 6);
  for (const std::string& packed : {in_frame, raw}) {
    EXPECT_EQ(content(Coding::deflate, packed), page);
    const std::string again = codec::compress_deflate(packed, rewritten);
    EXPECT_EQ(content(Coding::deflate, again), rewritten);
    EXPECT_EQ(again.starts_with("\x78"), packed.size() == in_frame.size());
    EXPECT_EQ(content(Coding::deflate, packed + "x"), "?is followed by other data");
    EXPECT_EQ(content(Coding::deflate, packed.substr(0, packed.size() - 1)), "?is truncated");
  }
  EXPECT_EQ(content(Coding::deflate, "\x78\xBB\0\0\0\1abc"sv), "?needs a dictionary");
  EXPECT_EQ(content(Coding::deflate, "\x7F<p>"), "?is corrupt");
  EXPECT_EQ(content(Coding::deflate, ""), "?is truncated");
}

/// Whatever the header says: what is read comes out, in its codings, as the page alone does; in an archive without
/// them.
TEST(BodyCodings, AreReadAsTheTableSays) {
  for (const test::Row& row : test::read_table("http/codings.tsv", 4)) {
    SCOPED_TRACE(row.where + ": " + row.fields[0]);
    const bool stays = row.fields[3].starts_with('!') || row.fields[3].starts_with('*');
    std::string body(page);
    for (const Coding coding : codings_in(row.fields[2], ',')) body = test::packed(coding, body);
    const std::string length = "Content-Length: " + std::to_string(body.size());
    const std::string header =
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + row.fields[1] + (row.fields[1].empty() ? "" : "\r\n");
    const std::string response = header + length + "\r\n\r\n" + body;

    const std::string output = test::expect_promises(response, {.url = "http://h/"});
    EXPECT_EQ(notes_of(plan(response, {.url = "http://h/"})), stays ? row.fields[3] : "");
    std::string read = output.substr(http::last_block(output).body);
    const std::string new_length = "Content-Length: " + std::to_string(read.size());
    EXPECT_EQ(output, header + new_length + "\r\n\r\n" + read);

    const std::string record = record_of(response);
    const std::string new_record = test::expect_promises(record, {.type = Type::warc});
    const std::string_view frame = std::string_view(record).substr(0, record.size() - body.size());
    if (stays) {
      EXPECT_EQ(read, body);
      EXPECT_EQ(new_record, record);
    } else {
      for (const Coding coding : codings_in(row.fields[3], ' ')) read = content(coding, read);
      EXPECT_EQ(read, rewritten);
      EXPECT_EQ(new_record, std::string(frame).append(rewritten));
    }
  }
}

/// Python as a second opinion: what is written reads elsewhere as what the page alone becomes.
TEST(BodyCodings, AreReadAlikeElsewhere) {
  const test::TemporaryDirectory place;
  if (test::run_shell("python3 -c 'import http.client, gzip, zlib'", place.path()).status != 0)
    GTEST_SKIP() << "skipped: there is no python3";
  std::ofstream lines(place.path() + "/lines", std::ios::binary);
  constexpr unsigned count = 1'000;
  constexpr std::array<std::string_view, 5> last_chunks = {"0\r\n", "0\r\n\r\n", "0\r\n\r\n\r\n", "0\n\n",
                                                           "000;a\r\nA: b\r\n\r\n"};
  for (unsigned seed = 0; seed < count; ++seed) {
    test::Random random(seed);
    std::string text = repeated("<p>text</p>\r\n", random.below(40));
    text.insert(random.below(text.size() + 1) / 13 * 13, page);
    std::string body = text;
    std::string header = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";
    std::string names;
    for (std::size_t i = random.below(3); i > 0; --i) {
      const bool is_gzip = random.one_in(2);
      body = test::packed(is_gzip ? Coding::gzip : Coding::deflate, body, random);
      names.append(names.empty() ? "" : ", ").append(is_gzip ? "gzip" : "deflate");
    }
    if (!names.empty()) header += "Content-Encoding: " + names + "\r\n";
    if (random.one_in(2)) {
      header += "Transfer-Encoding: chunked\r\n";
      body = test::packed(Coding::chunked, body, random);
    } else {
      header += "Content-Length: " + std::to_string(body.size()) + "\r\n";
    }
    const Given given = {{.url = "http://h/", .type = Type::html}};
    const std::string response = header + "\r\n" + body;
    const Plan plan = absolve::plan(response, {.url = "http://h/"});
    const auto ends_with = [&](std::string_view one) { return body.ends_with("\n" + std::string(one)); };
    const bool is_whole = !header.ends_with("chunked\r\n") || std::ranges::any_of(last_chunks, ends_with);
    EXPECT_EQ(notes_of(plan), is_whole ? "" : "!its chunked body is truncated: the part that is present was read")
        << seed;
    lines << test::in_hexadecimal(plan.output()) << '\t' << test::in_hexadecimal(absolve::plan(text, given).output())
          << '\n';
  }
  lines.close();
  const std::string script = test::testdata("../tests/support/bodies_alike.py");
  const test::ShellResult result = test::run_shell("python3 " + script + " lines", place.path());
  ASSERT_EQ(result.status, 0) << result.out << result.err;
  EXPECT_EQ(result.out, std::to_string(count) + "\n");
}

/// What nothing says the type of is told by what is in it.
TEST(BodyCodings, HideNoType) {
  const std::string style = "@import 'x';\n";
  for (const std::string_view names : {"gzip", "br", "deflate", "zstd"}) {
    const Coding coding = names == "br" ? Coding::brotli : coding_of(names);
    const std::string header = "HTTP/1.1 200 OK\r\nContent-Encoding: " + std::string(names) + "\r\n\r\n";
    const std::string of_page = header + test::packed(coding, page);
    const Plan as_page = plan(of_page, {.url = "http://h/"});
    ASSERT_EQ(as_page.links().size(), 1U) << names;
    EXPECT_EQ(as_page.documents().back().type, "text/html");
    const std::string of_style = header + test::packed(coding, style);
    const Plan as_style = plan(of_style, {.url = "http://h/a.css"});
    ASSERT_EQ(as_style.links().size(), 1U) << names;
    EXPECT_EQ(as_style.documents().back().type, "text/css");
    const std::string of_image = header + test::packed(coding, "\x89PNG\r\n\x1A\n");
    const Plan as_image = plan(of_image, {.url = "http://h/"});
    EXPECT_TRUE(as_image.links().empty());
  }
}

/// Links of what is packed stand nowhere in the source; what is not, where they do.
TEST(BodyCodings, HaveNoPlaceInTheSource) {
  const std::string header = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n";
  const std::string in_chunks = header + test::packed(Coding::chunked, page);
  const Plan packed = plan(in_chunks, {.url = "http://h/"});
  ASSERT_EQ(packed.links().size(), 1U);
  EXPECT_FALSE(packed.source_offset(packed.links()[0]));
  const std::string as_it_is = header + std::string(page);
  const Plan unpacked = plan(as_it_is, {.url = "http://h/"});
  ASSERT_EQ(unpacked.links().size(), 1U);
  EXPECT_EQ(unpacked.source_offset(unpacked.links()[0]), header.size() + page.find("x>y"));
}

/// Bombs within one another: the limit is that of what is there, and not of what came out before.
TEST(BodyCodings, BombsAreBounded) {
  const std::string zeros(std::size_t{150} << 20, '\0');
  const std::string once = codec::compress_deflate("\x78\x9C", zeros);
  const std::string twice = codec::compress_deflate("\x78\x9C", once);
  for (const auto& [names, body] :
       {std::pair<std::string, std::string>{"deflate", once}, {"deflate, deflate", twice}}) {
    const std::string response =
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: " + names + "\r\n\r\n" + body;
    const Plan plan = absolve::plan(response, {.url = "http://h/"});
    EXPECT_EQ(
        notes_of(plan),
        "!the compressed data of its body (deflate) expands beyond the limit of 64 MiB plus 100 times its size; left "
        "unchanged");
  }
}

TEST(HeaderReferences, AreRewrittenAsTheTableSays) {
  for (const test::Row& row : test::read_table("http/fields.tsv", 4)) {
    SCOPED_TRACE(row.where + ": " + row.fields[0]);
    const std::string before = "HTTP/1.1 200 OK\r\n";
    const std::string after = "\r\nContent-Type: text/html\r\n\r\n<base href=http://c/><a href=http://h/>";
    const std::string response = before + row.fields[1] + after;
    const std::string expected = before + (row.fields[2] == "same" ? row.fields[1] : row.fields[2]) + after;
    const Given given = {{.url = "http://h/d/e"}, {.headers = true}};
    EXPECT_EQ(test::expect_promises(response, given), expected);
    const Plan plan = absolve::plan(response, given);
    std::string links;
    for (const Link& link : plan.links()) {
      if (!link.element.empty()) continue;
      links.append(links.empty() ? "" : "|").append(link.attribute).append(" ").append(link.reference).append(" ");
      links.append(link.action == Action::keep ? name_of(link.reason) : link.url().value_or("?"));
    }
    EXPECT_EQ(links, row.fields[3]);
    // Nobody asked: they are not even listed.
    const Plan without = absolve::plan(response, {.url = "http://h/d/e"});
    EXPECT_EQ(without.links().size(), 2U);
    // In an archive it is the record that says the URL.
    std::string record = test::replaced(record_of(response), "http://h/\r\n", "http://h/d/e\r\n");
    const std::string in_archive = test::expect_promises(record, {.type = Type::warc}, {.headers = true});
    EXPECT_EQ(in_archive, record.substr(0, record.size() - response.size()) + expected);
  }
}

/// Those of redirects that were saved before the page, too, each in what was retrieved from the URL of its block.
TEST(HeaderReferences, OfAllBlocks) {
  const std::string chain =
      "HTTP/1.1 100 Continue\r\nLink: <a>\r\n\r\n"
      "HTTP/1.1 302 Found\r\nLocation: /b/\r\nLink: <l>\r\nContent-Length: 0\r\n\r\n"
      "HTTP/1.1 302 Found\r\nContent-Base: http://no/\r\nLink: <l>\r\nLocation: d/\r\n\r\n"
      "HTTP/1.1 200 OK\r\nLink: <c>\r\nContent-Type: text/html\r\nContent-Length: 10\r\n\r\n<a href=x>";
  const std::string output = test::expect_promises(chain, {.url = "http://h/"}, {.headers = true});
  EXPECT_EQ(output,
            "HTTP/1.1 100 Continue\r\nLink: <http://h/a>\r\n\r\n"
            "HTTP/1.1 302 Found\r\nLocation: http://h/b/\r\nLink: <http://h/l>\r\nContent-Length: 0\r\n\r\n"
            "HTTP/1.1 302 Found\r\nContent-Base: http://no/\r\nLink: <http://h/b/l>\r\nLocation: http://h/b/d/\r\n\r\n"
            "HTTP/1.1 200 OK\r\nLink: <http://h/b/d/c>\r\nContent-Type: text/html\r\nContent-Length: 23\r\n\r\n"
            "<a href=http://h/b/d/x>");
}

/// They are rewritten whatever the body is: a redirect mostly has none, an image holds no links.
TEST(HeaderReferences, StandWithoutABody) {
  const Given given = {{.url = "http://h/"}, {.headers = true}};
  for (const std::string_view rest : {"\r\n\r\n"sv, ""sv, "\r\nContent-Type: image/png\r\n\r\n\x89PNG"sv,
                                      "\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n\x1F\x8B\x08x"sv}) {
    const std::string output = test::expect_promises("HTTP/1.1 301 \r\nLocation: /b" + std::string(rest), given);
    EXPECT_EQ(output, "HTTP/1.1 301 \r\nLocation: http://h/b" + std::string(rest));
  }
}

/// In an archive a response is one block, whatever it and its body look like.
TEST(ArchivedResponses, HaveOneBlock) {
  const struct {
    std::string response;
    std::string output;
    std::string notes;
  } rows[] = {
      {"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nHTTP/1.1 200 OK\r\n\r\n<a href=x>",
       "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nHTTP/1.1 200 OK\r\n\r\n<a href=http://h/x>", ""},
      {"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=x>",
       "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=http://h/x>", ""},
      {"HTTP/1.1 103 Early Hints\r\n\r\n<a href=x>", "HTTP/1.1 103 Early Hints\r\n\r\n<a href=http://h/x>", ""},
      {"HTTP/1.0 0 \nContent-Type: text/html\n\n<a href=x>",
       "HTTP/1.0 0 \nContent-Type: text/html\n\n<a href=http://h/x>", ""},
      {"HTTP/1.1 200\r\nContent-Type: text/html\r\n\r\n<a href=x>",
       "HTTP/1.1 200\r\nContent-Type: text/html\r\n\r\n<a href=http://h/x>", ""},
      {"HTTP/1.1\r\nContent-Type: text/html\r\n\r\n<a href=x>",
       "HTTP/1.1\r\nContent-Type: text/html\r\n\r\n<a href=http://h/x>", ""},
      {"HTTP/1.1 404 Not\r\n Found\r\nContent-Type: text/html\r\n\r\n<a href=x>",
       "HTTP/1.1 404 Not\r\n Found\r\nContent-Type: text/html\r\n\r\n<a href=http://h/x>", ""},
      {"HTTP/1.1 206 Partial Content\r\nLocation: x\r\nContent-Type: text/html\r\n\r\n<a href=x>", "same",
       "*its body is only a part of a page (status 206); left unchanged"},
      {"HTTP/1.1 206 Partial Content\r\nContent-Type: video/mp4\r\n\r\n\x01\x02", "same", ""},
      {"HTTP/1.1 304 Not Modified\r\nContent-Type: text/html\r\n", "same", ""},
      {"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n#EXTM3U\nx\n",
       "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n#EXTM3U\nhttp://h/x\n", ""},
      {"HTTP/1.1 200 OK", "same", ""},
  };
  for (const auto& row : rows) {
    const std::string record = record_of(row.response);
    const Given given = {{.type = Type::warc}, {.headers = true}};
    const std::string output = test::expect_promises(record, given);
    const std::string frame = record.substr(0, record.size() - row.response.size());
    EXPECT_EQ(output, frame + (row.output == "same" ? row.response : row.output));
    EXPECT_EQ(notes_of(plan(record, given)), row.notes) << row.response;
  }
}

/// As a server of HTTP/0.9 answers.
TEST(ArchivedResponses, OfArcMayHaveNoHeader) {
  const Given given = {{.type = Type::warc}, {}};
  const std::string line = "http://h/a 192.0.2.1 20260102030405 text/html 10\n";
  EXPECT_EQ(test::expect_promises(line + "<a href=x>", given), line + "<a href=http://h/x>");
  const std::string other = "http://h/a 192.0.2.1 20260102030405 text/html 18\n\nHTTP/1 \n\n<a href=x>";
  EXPECT_EQ(test::expect_promises(other, given), other);
  const std::string text = "http://h/a 192.0.2.1 20260102030405 text/plain 10\n<a href=x>";
  EXPECT_EQ(test::expect_promises(text, given), text);
}

/// Browsers know no base in a header of HTTP; in mail there is one under the URL standard, too.
TEST(ArchivedResponses, HaveNoBaseInTheirHeaderWhereBrowsersRead) {
  const std::string header = "HTTP/1.1 200 OK\r\nContent-Base: http://b/\r\nContent-Type: text/html\r\n\r\n";
  const std::string record = record_of(header + "<a href=x>");
  const auto output_by = [&](Resolver resolver) {
    const std::string output = test::expect_promises(record, {.type = Type::warc}, {.resolver = resolver});
    return output.substr(record.size() - std::string_view("<a href=x>").size());
  };
  EXPECT_EQ(output_by(Resolver::rfc1808), "<a href=http://b/x>");
  EXPECT_EQ(output_by(Resolver::rfc3986), "<a href=http://b/x>");
  EXPECT_EQ(output_by(Resolver::whatwg), "<a href=http://h/x>");
  const std::string message = "From: a\nContent-Base: http://b/\nContent-Type: text/html\n\n<a href=x>";
  const Given given = {{.url = "http://h/", .type = Type::mime}, {.resolver = Resolver::whatwg}};
  EXPECT_TRUE(test::expect_promises(message, given).ends_with("<a href=http://b/x>"));
}

}  // namespace
}  // namespace absolve
