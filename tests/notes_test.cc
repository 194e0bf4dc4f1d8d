#include <gtest/gtest.h>

#include "absolve/absolve.h"
#include "support/given.h"
#include "support/post.h"
#include "support/repeated.h"

namespace absolve {
namespace {

struct Row {
  const char* what;
  Type type;
  std::string text;
  std::string codes;  // of its notes, with their lines
  FeedBase feed_base = FeedBase::document;
  Resolver resolver = Resolver::rfc1808;
  LocalLinks local_links = LocalLinks::saved;
  bool removes_base_elements = true;
};

using test::repeated;

std::string nested(std::size_t levels) {
  std::string page = "<a href=x>";
  for (std::size_t i = 0; i < levels; ++i) {
    page = (i % 2 == 0 ? "<iframe srcdoc='" : "<iframe srcdoc=\"") + page + (i % 2 == 0 ? "'>" : "\">");
  }
  return "<p>\n" + page;
}

std::string message(const std::string& header, const std::string& body) { return header + "\n\n" + body; }

std::vector<Row> rows() {
  const std::string html = "Content-Type: text/html";
  const std::string atom = "<feed xmlns='http://www.w3.org/2005/Atom'>";
  const std::string entry = "<entry xmlns='http://www.w3.org/2005/Atom'>\n<link href='mailto:x'/>";
  const std::string items = R"({"version":"https://jsonfeed.org/version/1","items":[)"
                            "\n"
                            R"({"url":"mailto:x")";
  const std::string base64 = "\nContent-Transfer-Encoding: base64";
  const std::string multipart = "Content-Type: multipart/mixed; boundary=b\n\n--b\n";
  std::string deep = message(html, "<a href=x>");
  for (int i = 0; i < 9; ++i) {
    deep = message("Content-Type: message/rfc822" + base64, test::in_base64(deep, 76, "\n"));
  }
  const std::string long_base = "<base href='http://h/" + std::string(60'000, 'a') + "/'>\n";
  const auto by = [](Row row, Resolver resolver) {
    row.resolver = resolver;
    return row;
  };
  const auto beside_copies = [](Row row) {
    row.local_links = LocalLinks::keep;
    row.removes_base_elements = row.codes.starts_with("references-kept");
    return row;
  };
  const Row unsuitable = {"unsuitable base", Type::html, "<p>\n<base href='mailto:x'>", "unsuitable-base:2"};
  const Row colon = {"colons in first segments", Type::html,
                     "<a href='./a:b'><a href='tel:1'>\n<a href='Talk:Main'>\n<a href='this:that'>",
                     "colon-in-segment:2"};
  const std::string ftp = "<base href='ftp://h/a;type=d'>";
  const Row directory = {"ftp directory", Type::html, "<p>\n" + ftp + "<a href=x>\n<a href=y>", "ftp-directory:2"};
  return {
      {"binary", Type::automatic, std::string("\x7f\x45LF\0\1", 6), "unread-kind"},
      beside_copies({"copies behind a base element", Type::html,
                     "<base href=/d/>\n<a href=a.copy><a href=b.copy><a href=c>", "copies-behind-base"}),
      {"copies, and nothing that shows that they are meant", Type::html, "<p>\n<a href=a.copy><a href=b.copy>",
       "copies-resolved"},
      beside_copies({"the base element goes, and so the copy stays", Type::html,
                     "<base href=/d/>\n<a href=a.copy><a href=c>", "references-kept:2"}),
      {"custom properties that are used here, and perhaps elsewhere", Type::html,
       "<link rel=stylesheet href=http://h/s.css>\n<style>p{--a:url(x);--b:url(y);--c:url(z)}q{d:var(--b) "
       "var(--c)}</style>",
       "property-used-twice references-kept:2"},
      {"a password", Type::html, "<base href='http://u:p@h/'>\n<a href=x><a href=/y>", "password-written"},
      {"a password in a mailbox", Type::mbox,
       "From a@b Sat Jan  3 01:05:34 1996\n" + message(html + "\nContent-Base: http://u:p@h/", "<a href=x>") + "\n",
       "password-written"},
      {"a user without a password", Type::html, "<base href='http://u:@h/'><a href=x>", ""},
      {"a password that is written nowhere", Type::html, "<base href='http://u:p@h/'><a href=//h/x><a href=http://h/y>",
       ""},
      {"a password that was there",
       Type::html,
       "<base href='http://u:p@h/'><a href=//u:q@h/x>",
       "",
       {},
       Resolver::whatwg},
      {"broken coding", Type::automatic, std::string("\x1f\x8b\x08\0<", 5), "coding-unread"},
      unsuitable,
      by(unsuitable, Resolver::rfc3986),
      by(unsuitable, Resolver::whatwg),
      {"unsuitable heading", Type::mime, message(html + "\nContent-Base: x", "<p>"), "unsuitable-base:2"},
      {"unsuitable entry", Type::xml, entry + "<title type='html'>&lt;a href='x'></title></entry>", "unsuitable-base:2",
       FeedBase::entry},
      {"unsuitable entry that is asked for nothing", Type::xml, entry + "</entry>", "", FeedBase::entry},
      {"unsuitable item", Type::json, items + R"(,"content_html":"<a href=x>"}]})", "unsuitable-base:2",
       FeedBase::entry},
      {"unsuitable item that is asked for nothing", Type::json, items + "}]}", "", FeedBase::entry},
      {"unsuitable codebase", Type::html, "\n<object codebase='data:,' data=x>", "unsuitable-codebase:2"},
      {"refused charset", Type::html, "<meta charset=utf-7><a href=x>", "charset-refused"},
      {"output", Type::html, long_base + repeated("<a href=x>", 1'300), "output-limit base-element-kept"},
      {"levels", Type::html, nested(3), ""},
      {"base element", Type::html, "<base href=y/><a href='\\\\x'>", "base-element-kept references-kept:1"},
      {"references", Type::html, "<p>\n<img src=''><a href='\\\\x'>", "references-kept:2 references-kept:2"},
      {"unread part", Type::mime, message(html + base64, "?"), "part-unread:1"},
      {"unknown encoding", Type::mime, message(html + "\nContent-Transfer-Encoding: x", "<a href=x>"), "part-unread:1"},
      {"decoded levels", Type::mime, deep, "part-unread:1"},
      {"no body", Type::mime, "Content-Type: multipart/mixed; boundary=b\n\n--b\n" + html + "\n--b--\n", "no-body:4"},
      {"signed", Type::mime,
       "Content-Type: multipart/signed; boundary=b\n\n--b\n" + message(html, "<a href=x>") + "\n--b--\n",
       "parts-left-alone:1"},
      {"no markup", Type::html, "a{b:url(c)}", "no-markup"},
      {"no tag", Type::automatic, "just text", "no-markup"},
      {"no tag, but an address", Type::automatic, "mail <a@b.example>", "no-markup"},
      {"no tag, but a URL", Type::automatic, "see <http://a.example/>", "no-markup"},
      {"no tag, but a reference", Type::automatic, "see `a <b.html>`_", "no-markup"},
      {"a tag of a component", Type::automatic, "<Foo.Bar href=x> <Foo.Bar/>", ""},
      {"one without attributes", Type::automatic, "<motion.div>hello</motion.div>", ""},
      {"an odd name", Type::automatic, "<br.>", ""},
      {"another one", Type::automatic, "<b:>", ""},
      {"a tag of a custom element", Type::automatic, "see <a-b.c>", ""},
      {"no tag, but it is said to be a page", Type::html, "just text", ""},
      {"blank", Type::automatic, " \n", ""},
      {"other JSON", Type::json, "{\"scope\":\"x\",\"a\":{\"icons\":1}}", "unread-kind"},
      {"malformed", Type::json, "{", "malformed"},
      {"malformed part", Type::mime, multipart + "Content-Type: application/feed+json\n\n{\n--b--\n", "malformed:4"},
      {"unclosed comment", Type::xml, "<rss>\n<!-- >", "unclosed-markup:2"},
      {"unknown root", Type::xml, "\n<doc/>", "unknown-vocabulary"},
      {"relative ids", Type::xml, atom + "\n<id>x</id><id>y</id></feed>", "relative-id:2"},
      {"base element of a feed", Type::xml, atom + "<base xmlns='http://www.w3.org/1999/xhtml' href='x'/></feed>",
       "base-element-ignored:1"},
      {"base element of escaped HTML", Type::xml, atom + "<title type='html'>&lt;base href='x'></title></feed>",
       "base-element-ignored:1"},
      {"padding", Type::mime, message(html + base64, "PGEgaHJlZj14Pg==\nQUJD"), "data-after-padding:1"},
      {"line end", Type::mime, message(html + base64, "PGEgaHJlZj0uL3g+eXk=\n-- \nfooter."), "text-extended:1"},
      {"long lines", Type::mime, message(html, "<a href=x>" + std::string(985, 'y')), "long-lines:1"},
      colon,
      by(colon, Resolver::rfc3986),
      {"scheme of the base", Type::html, "\n<a href='http:x'>", "colon-in-segment:2"},
      by({"a path with a colon", Type::html, "\n<a href='1:2'>", ""}, Resolver::rfc3986),
      {"colons in nested documents", Type::html, "\n<iframe srcdoc='<a href=a:b>'></iframe>\n<a href=a:b>",
       "colon-in-segment:2"},
      {"colons in two parts", Type::mime,
       multipart + html + "\n\n<a href=a:b>\n--b\n" + html + "\n\n\n<a href=a:b>\n--b--\n",
       "colon-in-segment:6 colon-in-segment:11"},
      directory,
      by(directory, Resolver::rfc3986),
      {"ftp directory that no reference counts on", Type::html, ftp + "<a href='http://h/'>", ""},
      {"ftp directory that is overridden", Type::xml,
       "<rss xml:base='ftp://h/a;type=d'>\n<channel xml:base='http://h/'><link>x</link></channel></rss>", ""},
      {"ftp directories", Type::xml,
       "<rss xml:base='ftp://h/a;type=d'>\n<channel xml:base='b;type=d'>\n<link>x</link><item><link>y</link></item>"
       "<item xml:base='../c;type=d'><link>y</link></item></channel></rss>",
       "ftp-directory:1 ftp-directory:2 ftp-directory:3 above-root:3"},
      {"ftp directory around another one, told once", Type::xml,
       "<rss xml:base='ftp://h/a;type=d'>\n<channel><link>x</link>\n<item xml:base='b;type=d'><link>y</link></item>"
       "<link>z</link></channel></rss>",
       "ftp-directory:1 ftp-directory:3"},
      {"digest", Type::mime, message(html + "\nContent-MD5: x", "<a href=x>"), "statement-outdated:1"},
      {"front matter", Type::markdown, "---\na: b\n---\n[c](d)\n", "front-matter-left:1"},
      {"a page in an attribute over two lines of a quote", Type::markdown,
       "a\n> <iframe srcdoc=\"<a href=x>\n> <b>\"></iframe>\n", "malformed:2"},
      {"quotes in one another", Type::markdown, repeated("> ", 101) + "[a](b)", "too-costly"},
      {"a base element in Markdown", Type::markdown, "a\n\n<base href=/x/>\n\n[b](c)\n", "base-element-ignored:3"},
      {"links of Markdown", Type::automatic, "# A; b\n\n[c](d) <b>\n", "markdown-links"},
      {"links of Markdown in a page", Type::automatic, "<p>A; b\n\n[c](d) <b>\n", ""},
  };
}

/// Programs tell notes apart by their codes.
TEST(Notes, HaveTheCodeOfWhatTheyAreAbout) {
  for (const Row& row : rows()) {
    SCOPED_TRACE(row.what);
    Given given = {{.url = "http://h/", .type = row.type}, {.resolver = row.resolver, .feed_base = row.feed_base}};
    given.options.remove_base_elements = row.removes_base_elements;
    given.options.local_links = row.local_links;
    given.input.is_local_copy = [](std::string_view path) { return path.ends_with(".copy"); };
    given.input.is_renamed_copy = [](std::string_view) { return false; };
    if (row.codes == "copies-resolved") given.input.retrieved_from = {{BaseFrom::xattr, "http://h/", {}, {}, {}}};
    const Plan result = plan(row.text, given);
    LineCounter lines(result);
    std::string codes;
    for (const Note& note : result.notes()) {
      codes.append(codes.empty() ? "" : " ").append(name_of(note.code));
      if (note.offset) codes.append(":").append(std::to_string(lines.at(*note.offset).line));
    }
    EXPECT_EQ(codes, row.codes);
  }
}

TEST(Notes, OnUrlsThatAreGivenForSomeReferences) {
  const auto codes_of = [](std::string_view text, const Input& input) {
    std::string codes;
    const Plan result = plan(text, input);
    for (const Note& note : result.notes()) codes.append(name_of(note.code)).append(" ");
    return codes;
  };
  const std::string url = "http://h/o/d/F.md";
  const auto given = [&](const std::string& images, const std::string& root) {
    return Input{.url = url, .image_url = images, .root_url = root, .type = Type::markdown};
  };
  EXPECT_EQ(codes_of("[a](b)", given("http://i/d/F.md", "http://h/o/")), "");
  EXPECT_EQ(codes_of("[a](b)", given("http://i/x/", "http://h/o/")), "images-below-root ");
  EXPECT_EQ(codes_of("[a](/b)", given("", "http://h/p/")), "root-elsewhere ");
  EXPECT_EQ(codes_of("[a](b)", given("mailto:x", "")), "unsuitable-base ");
  EXPECT_EQ(codes_of("![a][c] [b][c]\n\n[c]: d\n", given("http://i/", "")), "definitions-shared ");
}

}  // namespace
}  // namespace absolve
