#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "../src/find/formats.h"
#include "../src/find/parts.h"
#include "../src/mime/parts.h"
#include "../src/text/lines.h"
#include "absolve/absolve.h"
#include "support/corpus.h"
#include "support/longest_line.h"
#include "support/notes.h"
#include "support/post.h"
#include "support/promises.h"
#include "support/repeated.h"
#include "support/shell.h"
#include "support/table.h"
#include "support/torture.h"

namespace absolve {
namespace {

using test::notes_of;

const Given message_at_example = {{.url = "http://example.com/a/", .type = Type::mime}};

std::vector<Given> variants() {
  Given headers = message_at_example;
  headers.options.headers = true;
  Given insisting = message_at_example;
  insisting.options.signatures = Signed::rewrite;
  Given mailbox = message_at_example;
  mailbox.input.type = Type::mbox;
  mailbox.options.remove_base_elements = true;
  Given removing = message_at_example;
  removing.options.remove_base_elements = true;
  return {message_at_example, headers, insisting, mailbox, removing};
}

std::size_t count_rewritten(const Plan& plan) {
  return static_cast<std::size_t>(std::ranges::count(plan.links(), Action::rewrite, &Link::action));
}

/// Headers and structure stay, and lines of encoded bodies stay short.
void expect_same_structure(std::string_view before, std::string_view after) {
  const auto old_entities = mime::find_entities(before);
  const auto new_entities = mime::find_entities(after);
  ASSERT_EQ(old_entities.size(), new_entities.size());
  for (std::size_t i = 0; i < old_entities.size(); ++i) {
    const mime::Entity& was = old_entities[i];
    const mime::Entity& is = new_entities[i];
    ASSERT_EQ(was.kind, is.kind);
    ASSERT_EQ(was.parent, is.parent);
    ASSERT_EQ(before.substr(was.header, was.body - was.header), after.substr(is.header, is.body - is.header));
    const std::string_view old_body = before.substr(was.body, was.end - was.body);
    const std::string_view new_body = after.substr(is.body, is.end - is.body);
    const bool container = was.kind == mime::Entity::Kind::multipart || was.kind == mime::Entity::Kind::message;
    const bool is_read = format_of(was.type.name).has_value();
    const bool may_change = container || is_read || was.kind == mime::Entity::Kind::encoded_message;
    EXPECT_TRUE(may_change || old_body == new_body);
    if (container || was.encoding == mime::TransferEncoding::identity) continue;
    EXPECT_LE(test::longest_line(new_body), std::max<std::size_t>(76, test::longest_line(old_body) + 1));
  }
}

TEST(Messages, AreRewrittenAsTheTableSays) {
  for (const test::Row& row : test::read_table("mime/messages.tsv", 5)) {
    SCOPED_TRACE(row.where + ": " + row.fields[0]);
    const auto says = [&](std::string_view option) { return row.fields[1].find(option) != std::string::npos; };
    Given given = {{.url = "http://h/"}, {.remove_base_elements = says("remove")}};
    if (says("mbox")) given.input.type = Type::mbox;
    given.options.headers = says("headers");
    given.options.also.attachments = says("attachments");
    if (says("skip")) given.options.signatures = Signed::skip;
    if (says("insist")) given.options.signatures = Signed::rewrite;
    const std::string& message = row.fields[2];
    const std::string output = test::expect_promises(message, given);
    EXPECT_EQ(output, row.fields[3] == "same" ? message : row.fields[3]);
    EXPECT_EQ(notes_of(plan(message, given)), row.fields[4]);
  }
}

TEST(Messages, KeepThePromises) {
  std::size_t references = 0;
  for (unsigned seed = 0; seed < test::fewer(3'000); ++seed) {
    SCOPED_TRACE(seed);
    const test::Post post = test::make_post(seed);
    const Plan plan = absolve::plan(post.message, message_at_example);
    ASSERT_FALSE(plan.failed()) << post.message;
    ASSERT_EQ(count_rewritten(plan), post.references) << post.message;
    references += post.references;
    expect_same_structure(post.message, plan.output());
    for (const Given& given : variants()) test::expect_promises(post.message, given);
    if (HasFailure()) FAIL() << post.message;
  }
  EXPECT_GT(references, test::fewer(3'000));
}

/// Lines that some readers take for delimiters, as they begin like one.
std::size_t count_beginnings(std::string_view text, const std::vector<mime::Entity>& entities) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); at = line_end(text, at) + 1) {
    const std::string_view line = line_at(text, at);
    count += static_cast<std::size_t>(std::ranges::count_if(entities, [&](const mime::Entity& entity) {
      return entity.kind == mime::Entity::Kind::multipart && line.starts_with("--") &&
             line.substr(2).starts_with(mime::boundary_of(entity.type));
    }));
  }
  return count;
}

TEST(Messages, KeepThePromisesWhateverIsInThem) {
  for (unsigned seed = 0; seed < test::fewer(6'000); ++seed) {
    SCOPED_TRACE(seed);
    const std::string message = test::make_bad_post(seed);
    const auto entities = mime::find_entities(message);
    for (const Given& given : variants()) {
      const std::string output = test::expect_promises(message, given);
      if (given.input.type == Type::mbox) continue;  // cut otherwise
      EXPECT_LE(count_beginnings(output, entities), count_beginnings(message, entities));
    }
    if (HasFailure()) FAIL() << message;
  }
}

/// Mailboxes of several messages, with Content-Lengths that are right or wrong.
TEST(Messages, InMailboxesKeepThePromises) {
  for (unsigned seed = 0; seed < test::fewer(2'000); ++seed) {
    SCOPED_TRACE(seed);
    std::string box;
    for (unsigned i = 0; i < 3; ++i) {
      const std::string message = test::make_bad_post(3 * seed + i);
      // Too short, right if the message brings no header of its own, or beyond the end: what leads into another message
      // that changes could come to lead to its end.
      const std::size_t right = message.size() + 1;
      const std::string length = std::to_string(seed % 3 == 0 ? 1 : seed % 3 == 1 ? right : 1'000'000);
      box.append("From a Sat\n")
          .append(seed % 4 == 0 ? "X-UID: 7\n" : "")
          .append((seed + i) % 2 == 0 ? "Content-Length: " + length + "\n" : "Subject: x\n");
      box.append(seed % 4 == 1 ? "X-UID:\n 8\n" : "")
          .append(seed % 3 == 1 ? "Content-Type: text/html\n\n" : "")
          .append(message)
          .append("\n\n");
    }
    for (Given given : variants()) {
      given.input.type = Type::mbox;
      const std::string output = test::expect_promises(box, given);
      const auto messages = [&](const std::string& text) {
        const Plan plan = absolve::plan(text, given);
        return parts_of(plan).empty() ? 0 : parts_of(plan).back().message;
      };
      EXPECT_EQ(messages(box), messages(output));
    }
    if (HasFailure()) FAIL() << box;
  }
}

/// A header that passes the limit only by what is written into it stays; the body after it doesn't.
TEST(Messages, StayWithinTheLimitOnHeaders) {
  for (const bool passes : {false, true}) {
    std::string header = "Link: <x>\nContent-Type: text/html\n";
    const std::size_t room = limits::header - header.size() - 1 - std::string_view("http://h/").size();
    header.append("X-Junk: ").append(room - 9 + (passes ? 1 : 0), 'x').append("\n\n");
    const Given given = {{.url = "http://h/", .type = Type::mime}, {.headers = true}};
    const std::string message = header + "<a href=y>";
    const std::string output = test::expect_promises(message, given);
    EXPECT_TRUE(output == (passes ? header : test::replaced(header, "<x>", "<http://h/x>")) + "<a href=http://h/y>");
    EXPECT_EQ(plan(message, given).failed(), passes);
  }
}

/// LF, CR LF, and both by turns.
std::vector<std::string> with_line_ends(const std::string& text) {
  const std::string unix_text = test::replaced(text, "\r\n", "\n");
  std::string mixed;
  std::size_t count = 0;
  for (const char c : unix_text) {
    if (c == '\n' && count++ % 3 == 0) mixed += '\r';
    mixed += c;
  }
  return {unix_text, test::replaced(unix_text, "\n", "\r\n"), mixed};
}

/// A relative Content-Location becomes absolute only where nothing is left in the message that it could change.
TEST(Messages, LocationsStayForWhatIsLeft) {
  const std::string page = "Content-Type: text/html\nContent-Location: x.html\n\n";
  const auto message = [&](const std::string& parts) {
    return "Content-Type: multipart/mixed; boundary=b\nContent-Base: http://h/\n\n--b\n" + page + parts + "\n--b--\n";
  };
  const std::string long_base = "<base href='http://h/" + std::string(60'000, 'a') + "/'>";
  const std::vector<std::pair<std::string, bool>> rows = {
      {"<a href=y>", false},
      {"<a href=y\\z>", true},
      {"<a href=y>\n--b\nContent-Type: text/css\n\np{}", false},
      {"<a href=y>\n--b\nContent-Type: image/svg+xml\n\n<svg></svg>", false},
      {"<a href=y>\n--b\nContent-Type: application/feed+json\n\n{}", false},
      {"<a href=y>\n--b\nContent-Type: application/feed+json\n\n{", true},
      {"<a href=y>\n--b\nContent-Type: text/plain\n\np{}", false},
      {"<a href=y>\n--b\nContent-Type: text/html; charset=utf-7\n\nx", true},
      {"<a href=y>\n--b\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\n?", true},
      {"<a href=y>\n--b\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\nQQ==\nQUJD", true},
      {"<a href=y>\n--b\nContent-Type: multipart/signed; boundary=s\n\n--s\nContent-Type: text/html\n\nx", true},
      {long_base + test::repeated("<a href=y>", 1'300), true},
  };
  for (const auto& [parts, stays] : rows) {
    SCOPED_TRACE(parts.substr(0, 100));
    const std::string text = message(parts);
    const Plan result = plan(text, {.type = Type::mime}, {.headers = true});
    const auto location = std::ranges::find(result.links(), std::string_view("Content-Location"), &Link::attribute);
    ASSERT_NE(location, result.links().end());
    EXPECT_EQ(location->action, stays ? Action::keep : Action::rewrite);
  }
}

/// A line is not broken where that would push a charset declaration out of the bytes in which it is looked for.
TEST(Messages, LinesStayLongBeforeADeclaration) {
  const std::string header = "Content-Type: text/html\n\n";
  const std::string first = std::string(199, 'x') + "\n";
  const std::string meta = "<meta charset=utf-8>";
  std::string second = "<a class=y href=http://h/ title=z id=";
  second.append(1024 - meta.size() - 1 - first.size() - second.size(), 'i').append(">").append(meta);
  const std::string base = "http://h/" + std::string(200, 'a') + "/";
  const std::string text = header + first + second + "<a/href=\"r\">\n";
  const Plan result = plan(text, {.url = base, .type = Type::mime});
  EXPECT_EQ(result.edits().size(), 1U);
  ASSERT_EQ(result.notes().size(), 1U);
  EXPECT_EQ(result.notes()[0].code, NoteCode::long_lines);
}

/// Long lines are broken at white space that may be any: in tags, style sheets and lists, in nothing that is only like
/// them; and behind declarations. An @ is where the base goes, two of which pass the limit.
TEST(Messages, LinesAreBrokenWhereThatMeansNothing) {
  const std::string header = "Content-Type: text/html\n\n";
  const std::string base = "http://h/" + std::string(600, 'a') + "/";
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"<a class=c href=x><a class=c href=y>", "<a class=c href=@x><a class=c\n href=@y>"},
      {"<style>a{b:url(x) c}d{e:url(y)}</style><a class=c href=z>",
       "<style>a{b:url(@x) c}d{\ne:url(@y)}</style><a class=c\n href=@z>"},
      {"<!--[if gte mso 9]><a href=x><a class=c href=y>-->", "<!--[if gte mso 9]><a href=@x><a class=c href=@y>-->"},
      {"<p style='a:url(&quot;x&quot;) b c;d:url(&quot;y&quot;) e f'>",
       "<p style='a:url(&quot;@x&quot;) b c;\nd:url(&quot;@y&quot;) e f'>"},
      {"<p style='a:url(x);b:url(y)'>", "<p style='a:url(@x);\nb:url(@y)'>"},
      {"<p/style=a:url(x);b:url(y)>", "<p/style=a:url(@x);b:url(@y)>"},
      {"<img srcset='x 1x, y&#32;2x'>", "<img srcset='@x 1x,\n @y&#32;2x'>"},
      {"<img srcset='x 1x,&#32;y&#32;2x'>", "<img srcset='@x\n 1x,&#32;@y&#32;2x'>"},
      {"<a ping='x y'>", "<a ping='@x\n @y'>"},
      {"<a/href= x ><a/href=y>", "<a/href= @x\n ><a/href=@y>"},
      {"<a/href=x><b\ttitle='a b'><a/href=y>", "<a/href=@x><b\n\ttitle='a b'><a/href=@y>"},
      {"<a/href=x><script>'<b class=c>'</script><a/href=y>", "<a/href=@x><script>'<b class=c>'</script><a/href=@y>"},
      {"<a/href=x><!--<b class=c>--></b class=c><a/href=y>", "<a/href=@x><!--<b class=c>--></b class=c><a/href=@y>"},
  };
  for (const auto& [page, expected] : rows) {
    const std::string output = test::expect_promises(header + page, {.url = base, .type = Type::mime});
    EXPECT_EQ(test::replaced(output, base, "@"), header + expected);
  }
}

TEST(Messages, KeepThePromisesWhereLinesAreBroken) {
  const std::string base = "http://h/" + std::string(300, 'a') + "/";
  std::size_t broken = 0;
  for (std::uint32_t seed = 0; seed < test::fewer(1'000) && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    const std::string type = seed % 4 == 0 ? "application/xhtml+xml" : "text/html";
    const std::string page = test::torture_page(seed) + test::torture_page(seed + 1'000);
    const std::string message = "Content-Type: " + type + "\n\n" + test::replaced(page, "\n", " ") + "\n";
    const std::string output = test::expect_promises(message, {.url = base, .type = Type::mime});
    broken += std::ranges::count(output, '\n') > std::ranges::count(message, '\n') ? 1 : 0;
  }
  EXPECT_GT(broken, test::fewer(100));
}

/// The same in XML.
TEST(Messages, LinesOfXmlAreBrokenInTags) {
  const std::string svg = "Content-Type: image/svg+xml\n\n<svg xmlns='http://www.w3.org/2000/svg'><a href='x'/>";
  const std::string end = "<a\thref='y'/><![CDATA[<b c='d'>]]></svg>";
  const std::string base = "http://h/" + std::string(450, 'a') + "/";
  const std::string output = test::expect_promises(svg + "<g id='i'/>" + end, {.url = base, .type = Type::mime});
  EXPECT_EQ(test::replaced(output, base, ""), svg + "<g id='i'/><a\n" + end.substr(2));
}

/// A field that is too long already is folded, and where that can't be it stays.
TEST(Messages, FieldsThatGrowAreFolded) {
  const Given given = {{.url = "http://h/", .type = Type::mime}, {.headers = true}};
  const std::string end = ">\nList-Help: <y>\n\n";
  const std::string foldable = "Link: <x>" + test::repeated(", <x>; rel=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 30);
  const std::string output = test::expect_promises(foldable + ", <x" + end, given);
  EXPECT_LE(test::longest_line(output), 998U);
  EXPECT_EQ(test::replaced(output, "\n ", " "),
            test::replaced(foldable, "x", "http://h/x") + ", <http://h/x" + test::replaced(end, "y", "http://h/y"));
  const std::string rigid = "Link: <x>; rel=" + std::string(1'000, 'a') + ", <x" + end;
  EXPECT_EQ(test::expect_promises(rigid, given), rigid);
  EXPECT_EQ(notes_of(plan(rigid, given)),
            "!a field of its header is longer than 998 bytes and can't be folded; left unchanged");
  const std::string absolute = "Link: <http://h/x>; rel=" + std::string(1'000, 'a') + end;
  EXPECT_EQ(test::expect_promises(absolute, given), test::replaced(absolute, "<y", "<http://h/y"));
}

class RealMessages : public test::OverCorpora {};

TEST_P(RealMessages, StayWhereNoBaseIsKnown) {
  for (const auto& [name, message] : test::messages_of(GetParam())) {
    SCOPED_TRACE(name);
    // Ours say their bases themselves.
    const std::string given = test::replaced(test::replaced(message, "Base: ", "X: "), "Location: http", "Note: http");
    for (const std::string& text : with_line_ends(given)) {
      for (const Type type : {Type::automatic, Type::mime, Type::mbox})
        EXPECT_EQ(plan(text, {.type = type}).output(), text);
    }
  }
}

TEST_P(RealMessages, KeepThePromises) {
  std::size_t rewritten = 0;
  for (const auto& [name, message] : test::messages_of(GetParam())) {
    SCOPED_TRACE(name);
    // What mail refers to is nearly all in it: without its scheme such a reference is a relative one.
    const std::string relative = test::replaced(message, "\"cid:", "\"");
    for (const std::string& either : {message, relative}) {
      for (const std::string& text : with_line_ends(either)) {
        for (const Given& given : variants()) test::expect_promises(text, given);
        const Plan plan = absolve::plan(text, message_at_example);
        rewritten += count_rewritten(plan);
        expect_same_structure(text, plan.output());
      }
    }
  }
  EXPECT_GT(rewritten, 50U);
}

INSTANTIATE_TEST_SUITE_P(Corpora, RealMessages, test::each_corpus(), testing::PrintToStringParamName());

/// Python's mail parser as a second opinion: the parts that are no HTML decode to the same bytes.
TEST(Messages, DecodeAlikeElsewhere) {
  const test::TemporaryDirectory place;
  if (test::run_shell("python3 -c 'import email'", place.path()).status != 0)
    GTEST_SKIP() << "skipped: there is no python3";
  std::size_t number = 0;
  const auto keep = [&](const std::string& message) {
    const std::string name = place.path() + "/" + std::to_string(number++);
    std::ofstream(name + ".old", std::ios::binary) << message;
    std::ofstream(name + ".new", std::ios::binary) << plan(message, message_at_example).output();
  };
  for (unsigned seed = 0; seed < 300; ++seed) {
    const std::string message = test::make_post(seed).message;
    if (!message.starts_with("\xEF\xBB\xBF")) keep(message);  // which that parser doesn't know
  }
  for (const test::Corpus corpus : {test::Corpus::own, test::Corpus::others}) {
    for (const auto& [name, message] : test::messages_of(corpus)) keep(message);
  }
  const std::string script = test::testdata("../tests/support/decode_alike.py");
  const test::ShellResult result = test::run_shell("python3 " + script + " *.old", place.path());
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  EXPECT_GT(std::stoul(result.out), 200U) << "compared, of " << number;
}

}  // namespace
}  // namespace absolve
