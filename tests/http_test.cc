#include <gtest/gtest.h>

#include "../src/codec/codec.h"
#include "../src/codec/transfer/base64.h"
#include "../src/detect/types.h"
#include "../src/http/blocks.h"
#include "../src/http/content_codings.h"
#include "../src/text/limits.h"
#include "absolve/absolve.h"
#include "support/exact.h"
#include "support/list.h"
#include "support/notes.h"
#include "support/packed.h"
#include "support/post.h"
#include "support/promises.h"
#include "support/repeated.h"
#include "support/shell.h"
#include "support/table.h"

namespace absolve {
namespace {

using test::notes_of;

using test::repeated;

TEST(Http, ResponsesAreRewrittenAsTheTableSays) {
  for (const test::Row& row : test::read_table("http/responses.tsv", 5)) {
    SCOPED_TRACE(row.where + ": " + row.fields[0]);
    const auto says = [&](std::string_view option) { return row.fields[1].find(option) != std::string::npos; };
    Given given = {{.url = says("no-url") ? "" : says("sheet") ? "http://h/x.css" : "http://h/"}};
    given.options.remove_base_elements = says("remove");
    if (says("http")) given.input.type = Type::http;
    given.options.headers = says("headers");
    if (says("whatwg")) given.options.resolver = Resolver::whatwg;
    if (says("latin")) given.input.charset = "iso-8859-1";
    const std::string& response = row.fields[2];
    EXPECT_EQ(test::expect_promises(response, given), row.fields[3] == "same" ? response : row.fields[3]);
    const Plan plan = absolve::plan(response, given);
    EXPECT_EQ(plan.type(), Type::http);
    EXPECT_EQ(notes_of(plan), row.fields[4]);
  }
}

/// Behind a status line, what is damaged in messages is so in responses.
TEST(Http, KeepThePromisesWhateverIsInThem) {
  for (unsigned seed = 0; seed < test::fewer(2'000); ++seed) {
    SCOPED_TRACE(seed);
    std::string response = "HTTP/1.1 200 OK\r\n" + test::make_bad_post(seed);
    if (seed % 3 == 0) response.insert(0, "HTTP/1.0 302 Found\nContent-Length: 3\n\n");
    if (seed % 6 == 0) response.insert(0, "HTTP/1.0 302 Found\nLocation: /r/s\n\nHTTP/1.0 301\nLocation: //t/\n\n");
    if (seed % 4 == 0) response.append("<!-- saved from url=(0009)http://m/ --><a href=x.copy><a href=y>");
    Given given = {{.type = Type::http}};
    if (seed % 2 == 0) given.input.url = "http://example.com/a/";
    given.options.remove_base_elements = seed % 5 == 0;
    given.options.headers = seed % 7 == 0;
    given.input.is_local_copy = [](std::string_view path) { return path.ends_with(".copy"); };
    test::expect_promises(response, given);
    if (HasFailure()) FAIL() << response;
  }
}

TEST(HttpArchives, AreRewrittenAsTheTableSays) {
  for (const test::Row& row : test::read_table("http/har.tsv", 4)) {
    SCOPED_TRACE(row.where + ": " + row.fields[0]);
    const Given given = {{.type = Type::har}};
    EXPECT_EQ(test::expect_promises(row.fields[1], given), row.fields[2]);
    EXPECT_EQ(test::list_of(plan(row.fields[1], given)), row.fields[3]);
  }
}

TEST(HttpArchives, HaveHeadersAndTypesAsTheTableSays) {
  for (const test::Row& row : test::read_table("http/har_headers.tsv", 5)) {
    SCOPED_TRACE(row.where + ": " + row.fields[0]);
    const auto says = [&](std::string_view option) { return row.fields[1].find(option) != std::string::npos; };
    const Given given = {
        {.type = Type::har, .charset = says("wide") ? "utf-16le" : ""},
        {.resolver = says("whatwg") ? Resolver::whatwg : Resolver::rfc1808, .headers = says("headers")}};
    EXPECT_EQ(test::expect_promises(row.fields[2], given), row.fields[3]);
    EXPECT_EQ(test::list_of(plan(row.fields[2], given)), row.fields[4]);
  }
}

/// By its beginning, whatever its name is, or by its name.
TEST(HttpArchives, AreDetected) {
  const std::string archive = R"({ "log" : { "version": "1.2", "entries": [] } })";
  for (const char* name : {"", "a.har", "a.json", "a.har.gz"}) EXPECT_EQ(type_of(archive, name), Type::har) << name;
  EXPECT_EQ(detect(archive, {.name = "a", .is_found = true}).type, Type::har);
  EXPECT_EQ(type_of("{}", "a.har"), Type::har);
  for (const char* other : {R"({"log":1})", R"({"log":{"x":1}})", R"({"log":[]})", R"(["log",{"version":1}])", "{"}) {
    EXPECT_NE(type_of(other, ""), Type::har) << other;
  }
}

/// Cut off, and with bits flipped, wherever it may be.
TEST(HttpArchives, KeepThePromisesWhateverIsInThem) {
  std::vector<test::Row> rows = test::read_table("http/har.tsv", 4);
  for (test::Row& row : test::read_table("http/har_headers.tsv", 5)) {
    row.fields.erase(row.fields.begin() + 1);
    if (row.fields[1].size() < 1'000) rows.push_back(std::move(row));
  }
  const Given given = {{.type = Type::har}, {.headers = true}};
  for (const test::Row& row : rows) {
    for (std::size_t i = 0; i < row.fields[1].size(); i += 3) {
      SCOPED_TRACE(row.where + ", " + std::to_string(i));
      test::expect_promises(row.fields[1].substr(0, i), given);
      std::string flipped = row.fields[1];
      flipped[i] = static_cast<char>(flipped[i] ^ (1 << (i % 8)));
      test::expect_promises(flipped, given);
      if (HasFailure()) FAIL() << flipped;
    }
  }
}

/// An archive with a text in base64 that a server has sent with a coding.
std::string archive_with(std::string_view name, std::string_view content) {
  return R"({"log":{"entries":[{"request":{"url":"http://a/b"},"response":{"headers":[{"name":"content-encoding","value":")" +
         std::string(name) + R"("}],"content":{"mimeType":"text/html","encoding":"base64","text":")" +
         codec::encode_base64(content) + R"("}}}]}})";
}

/// Most programs save the text decompressed, whatever the header says.
TEST(HttpArchives, MayHoldWhatTheServerSent) {
  const Given given = {{.type = Type::har}};
  const std::string page = "<a href=x>\n";
  const std::vector<std::pair<const char*, std::optional<codec::Coding>>> rows = {
      {"br", codec::Coding::brotli}, {"gzip", codec::Coding::gzip}, {"deflate, identity", codec::Coding::deflate},
      {"gzip", std::nullopt},        {"br", std::nullopt},
  };
  for (const auto& [name, coding] : rows) {
    SCOPED_TRACE(name);
    const std::string output =
        test::expect_promises(archive_with(name, coding ? test::packed(*coding, page) : page), given);
    const std::size_t begin = output.rfind(":\"") + 2;
    const std::string text = codec::decode_base64(output.substr(begin, output.find('"', begin) - begin)).value_or("?");
    EXPECT_EQ(coding ? test::content(*coding, text) : text, "<a href=http://a/x>\n");
  }
  EXPECT_EQ(notes_of(plan(archive_with("aes128gcm", "\x01\x02"), given.input)),
            "!its body is compressed with aes128gcm, which is not supported; left unchanged");
}

TEST(HttpArchives, SayWhatTheyLeave) {
  const auto notes = [](std::string_view archive) { return notes_of(plan(archive, {.type = Type::har})); };
  EXPECT_EQ(
      notes(
          R"({"log":{"entries":[{"response":{"content":{"mimeType":"text/plain","text":"a"}}},{"response":{"content":{"mimeType":"","encoding":"base64","text":"YQ=="}}},{"response":{"content":{"mimeType":"image/png","text":"a"}}}]}})"),
      "-2 texts are of a type that is not read; left unchanged");
  EXPECT_EQ(notes(R"({"log":)"), "!invalid JSON, or nested more than 1000 levels deep; left unchanged");
  EXPECT_EQ(
      notes(
          R"({"log":{"entries":[{"response":{"content":{"mimeType":"text/html","encoding":"base64","text":"!"}}}]}})"),
      "!its content is not valid base64; left unchanged");
}

/// What is over the limit of a finder stays as it is, and is told; what is not is read.
TEST(HttpArchives, OverTheLimitAreLeftAlone) {
  std::string archive =
      R"({"log":{"entries":[{"request":{"url":"http://h/"},"response":{"content":{"mimeType":"text/html","text":"<a href=x>"}}}]}})";
  archive.resize(limits::har, ' ');
  Given given = {{.type = Type::har}, {.headers = true}};
  EXPECT_NE(plan(archive, given).output(), archive);
  archive += ' ';
  given.options.on_link = [](const LinkQuestion&) { return LinkAnswer::keep(); };
  const Plan planned = plan(archive, given);
  EXPECT_TRUE(planned.edits().empty());
  EXPECT_TRUE(planned.links().empty());
  EXPECT_EQ(notes_of(planned), "!skipped: exceeds the limit of 256 MiB for an HTTP Archive");
}

TEST(Http, BlocksAreWhereTheTableSays) {
  for (const test::Row& row : test::read_table("http/blocks.tsv", 3)) {
    SCOPED_TRACE(row.where + ": " + row.fields[0]);
    const test::Exact text(row.fields[1]);
    const http::Block block = http::last_block(text.view());
    const std::string found = std::to_string(block.begin) + " " + std::to_string(block.fields) + " " +
                              std::to_string(block.body) + (block.bodiless ? " bodiless" : "");
    EXPECT_EQ(http::starts_like_a_response(text.view()) ? found : "none", row.fields[2]);
  }
}

TEST(Http, BodiesAreInChunksAsTheTableSays) {
  for (const test::Row& row : test::read_table("http/chunks.tsv", 3)) {
    EXPECT_EQ(http::is_chunked(test::Exact(row.fields[1]).view()), row.fields[2] == "chunked")
        << row.where << ": " << row.fields[0];
  }
}

/// Header blocks without end, and blocks of endless headers: linear, and told.
TEST(Http, WhatIsHostileIsBounded) {
  const std::string page = "\r\n<a href=x>";
  const std::string redirect = "HTTP/1.1 301 Moved\r\nLocation: ";
  const struct {
    const char* what;
    std::string source;
    bool failed;
  } rows[] = {
      {"many blocks", repeated("HTTP/1.1 100 Continue\r\n\r\n", 400'000) + "HTTP/1.1 200 OK\r\n" + page, false},
      {"as many redirects as are read", repeated(redirect + "a/\r\n\r\n", 100) + "HTTP/1.1 200 OK\r\n" + page, false},
      {"one more", repeated(redirect + "a/\r\n\r\n", 101) + "HTTP/1.1 200 OK\r\n" + page, true},
      {"very many redirects", repeated(redirect + "a/\r\n\r\n", 200'000) + "HTTP/1.1 200 OK\r\n" + page, true},
      {"redirects that grow", repeated(redirect + repeated("a", 600) + "/\r\n\r\n", 100) + "HTTP/1.1 200 OK\r\n" + page,
       false},
      {"many Locations", redirect + "/\r\n" + repeated("Location: b\r\n", 70'000) + "\r\nHTTP/1.1 200 OK\r\n" + page,
       false},
      {"many fields", "HTTP/1.1 200 OK\r\n" + repeated("a: b\r\n", 1'700'000) + page, true},
      {"a long field", "HTTP/1.1 200 OK\r\nContent-Base: " + repeated("x", 10'000'000) + "\r\n" + page, true},
      {"many lengths", "HTTP/1.1 200 OK\r\n" + repeated("Content-Length: 10\r\n", 50'000) + page, false},
      {"many codings", "HTTP/1.1 200 OK\r\n" + repeated("Content-Encoding: br\r\n", 45'000) + page, false},
      {"a long list of codings", "HTTP/1.1 200 OK\r\nContent-Encoding: " + repeated("br,", 15'000) + "\r\n" + page,
       false},
      {"a header that nothing ends", "HTTP/1.1 200 OK\r\n" + repeated("a", 10'000'000), true},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.what);
    const Plan plan = absolve::plan(row.source, {.url = "http://h/"});
    EXPECT_EQ(plan.failed(), row.failed);
    EXPECT_EQ(plan.edits().size(), row.failed ? 0U : 1U);
    EXPECT_LE(plan.notes().size(), 3U);
  }
}

/// What the programs themselves write, of a server on this machine: a page, one behind a redirect, one in chunks.
class SavedBy : public testing::Test {
 protected:
  void SetUp() override {
    const std::string server = test::testdata("../tests/support/server.py");
    const std::string start =
        "command -v python3 > /dev/null || exit 77\n"
        "python3 '" +
        server +
        "' port > log 2>&1 & echo $! > pid\n"
        "for i in $(seq 300); do test -s port && exit; sleep 0.1; done; exit 1\n";
    const test::ShellResult result = test::run_shell(start, place_.path());
    if (result.status == 77) GTEST_SKIP() << "skipped: python3 is missing";
    ASSERT_EQ(result.status, 0) << test::read_file(place_.path() + "/log");
    port_ = test::read_file(place_.path() + "/port");
  }
  void TearDown() override { static_cast<void>(test::run_shell("test -s pid && kill $(cat pid)", place_.path())); }

  /// What a command leaves in the file `out`; "": the program is missing, and the test is skipped.
  std::string saved_by(const std::string& program, const std::string& command) {
    if (test::run_shell("command -v " + program + " > /dev/null", place_.path()).status != 0) return "";
    const test::ShellResult result = test::run_shell(
        "unset http_proxy HTTP_PROXY all_proxy ALL_PROXY; export no_proxy='*'\n" + command, place_.path());
    EXPECT_EQ(result.status, 0) << result.err;
    return test::read_file(place_.path() + "/out");
  }

  [[nodiscard]] std::string url(const std::string& path) const { return "http://127.0.0.1:" + port_ + path; }

  /// A page is rewritten by the Content-Base that came with it, and a Content-Length that was right is right again.
  static void expect_rewritten(const std::string& saved, bool has_length,
                               const std::vector<codec::Coding>& codings = {}) {
    const std::string output = test::expect_promises(saved);
    const Plan plan = absolve::plan(saved);
    EXPECT_EQ(plan.type(), Type::http);
    EXPECT_FALSE(plan.failed()) << notes_of(plan);
    ASSERT_EQ(plan.links().size(), 1U) << saved;
    EXPECT_EQ(plan.links()[0].url(), "http://b.example/x");
    std::string body = output.substr(http::last_block(output).body);
    const std::string length = "Content-Length: " + std::to_string(body.size()) + "\r\n";
    for (const codec::Coding coding : codings) {
      const auto codec = codec::open(coding, body);
      ASSERT_TRUE(codec) << codec::name_of(coding) << ": " << body;
      body = std::string(codec->text());
    }
    EXPECT_EQ(body, "<p>a page\n<a href=\"http://b.example/x\">\n");
    EXPECT_EQ(output.find(length) != std::string::npos, has_length) << output;
  }

  test::TemporaryDirectory place_;
  std::string port_;
};

TEST_F(SavedBy, Curl) {
  const std::string page = saved_by("curl", "curl -s -i -o out " + url("/page"));
  if (page.empty()) GTEST_SKIP() << "skipped: curl is missing";
  expect_rewritten(page, true);
  const std::string redirected = saved_by("curl", "curl -s -i -L -o out " + url("/redirect"));
  EXPECT_TRUE(redirected.starts_with("HTTP/1.1 302"));
  expect_rewritten(redirected, true);
  const std::string unpacked = saved_by("curl", "curl -s -i -o out " + url("/chunked"));
  EXPECT_NE(unpacked.find("chunked"), std::string::npos);
  expect_rewritten(unpacked, false);
  expect_rewritten(saved_by("curl", "curl -s -i --compressed -o out " + url("/gzip")), false);
  // As it was sent, it comes out as it would be sent.
  expect_rewritten(saved_by("curl", "curl -s -i --raw -o out " + url("/chunked")), false, {codec::Coding::chunked});
  expect_rewritten(saved_by("curl", "curl -s -i -o out " + url("/gzip")), true, {codec::Coding::gzip});
  expect_rewritten(saved_by("curl", "curl -s -i --raw -o out " + url("/both")), false,
                   {codec::Coding::chunked, codec::Coding::gzip});
}

TEST_F(SavedBy, Wget) {
  const std::string page = saved_by("wget", "wget -q --save-headers -O out " + url("/redirect"));
  if (page.empty()) GTEST_SKIP() << "skipped: wget is missing";
  expect_rewritten(page, true);
  expect_rewritten(saved_by("wget", "wget -q --save-headers -O out " + url("/chunked")), false);
}

TEST_F(SavedBy, Httrack) {
  const std::string mirror = "httrack " + url("/sub/linked.html?a=1") +
                             " -O mirror -q -r2 --robots=0 > /dev/null && cat mirror/127*/sub/linked*.html > out";
  const std::string page = saved_by("httrack", mirror);
  if (page.empty()) GTEST_SKIP() << "skipped: httrack is missing";
  const Plan plan = absolve::plan(page);
  ASSERT_FALSE(plan.documents().empty());
  const std::uint32_t scope = plan.documents().front().scope;
  ASSERT_NE(plan.base(scope), nullptr) << page;
  EXPECT_EQ(plan.base(scope)->url(), url("/sub/linked.html?a=1"));
  EXPECT_EQ(name_of(plan.base_from(scope)), "httrack");
  EXPECT_NE(plan.output().find(url("/sub/")), std::string::npos) << page;
}

}  // namespace
}  // namespace absolve
