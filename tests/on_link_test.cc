// A function for each link (Options::on_link). That it holds for every row of testdata: support/promises.cc.

#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "absolve/absolve.h"
#include "support/given.h"
#include "support/repeated.h"

namespace absolve::test {
namespace {

Given given_by(LinkFunction on_link, Type type = Type::html) {
  return {{.url = "http://a/b/c", .type = type}, {.on_link = std::move(on_link)}};
}

std::string rewritten(std::string_view source, const Given& given) { return plan(source, given).output(); }

LinkFunction always(LinkAnswer answer) {
  return [answer](const LinkQuestion&) { return answer; };
}

struct Row {
  std::string_view source;
  std::string_view answer;
  std::string_view output;  // "": as the source
  Type type = Type::html;
};

// clang-format off
constexpr Row rows[] = {
    // The encodings of places.
    {"<a href=\"x\">", "y?a&b", "<a href=\"y?a&amp;b\">"},
    {"<a href='x'>", "it's", "<a href='it&#39;s'>"},
    {"<a href=x>", "y z", "<a href=\"y z\">"},
    {"<a href=x>", "", "<a href=\"\">"},
    {"<a href>", "y", "<a href=\"y\">"},
    {"<p style=\"background:url(x)\">", "a(b)\"c", "<p style=\"background:url(a\\(b\\)\\&quot;c)\">"},
    {"p{background:url('x')}", "it's", "p{background:url('it\\'s')}", Type::css},
    {"<img srcset='x 1x, z 2x'>", "y", "<img srcset='y 1x, y 2x'>"},
    {"<a ping='x z'>", "y", "<a ping='y y'>"},
    {"<iframe srcdoc=\"<a href='x'>\">", "y&z", "<iframe srcdoc=\"<a href='y&amp;amp;z'>\">"},
    {"<rss version=\"2.0\"><channel><link>x</link></channel></rss>", "y&z", "<rss version=\"2.0\"><channel><link>y&amp;z</link></channel></rss>", Type::xml},
    {"x\nz\n", "y", "y\ny\n", Type::uris},
    {"{\"reference\":\"x\"}\n", "y\"z", "{\"reference\":\"x\",\"absolve\":{\"url\":\"y\\\"z\"}}\n", Type::jsonl},
    // Absolute and kept ones may be replaced, too.
    {"<a href='http://h/'>", "y", "<a href='y'>"},
    {"<a href='mailto:x'>", "y", "<a href='y'>"},
    // What a place can't hold.
    {"<svg>\n<style>a{b:url(\n\nc\n", "z", "", Type::markdown},  // the blank line would be none
    {"a <?/>[b]() <img src=c?>\n", "z", "", Type::markdown},  // the instruction would have no end
    {"[a](b|c)\n-|\n", "z", "", Type::markdown},  // the line would be the header of a table
    {"[e](<)[a](.<x)div>\n", "z", "", Type::markdown},  // the first destination would go on to the end
    {"a <style><![CDATA[b{c:url(d]]>[e](f", "z", "", Type::markdown},  // the section would have no end
    {"x <img src=\v 4>[a](b)\n", "z", "x <img src=\v 4>[a](z)\n", Type::markdown},  // a tag to Markdown or to HTML, never the same
    {"<a href=\"x\ny\">\n[a](b)\n", "z", "<a href=\"x\ny\">\n[a](z)\n", Type::markdown},  // the tag would begin a block
    {"<?><img src=(<script>&?>\n<base href=L", "z", "<?><img src=z>&?>\n<base href=http://a/b/L", Type::markdown},  // no script begins
    {"Content-Type: audio/x-mpegurl\n\n#EXTM3U\na\n", "<b>", "Content-Type: audio/x-mpegurl\n\n#EXTM3U\n<b>\n", Type::mime},
    {"Content-Type: audio/x-mpegurl\n\na\n", "<b>", "", Type::mime},  // markup is no playlist
    {"<img srcset='x 1x'>", "a b", ""},
    {"<img srcset='x 1x'>", ",y", ""},
    {"<img srcset='x 1x'>", "", ""},
    {"<a ping='x z'>", "a b", ""},
    {"<a href='x'>", "\xFF", ""},
    {"<a href='x'>", " y", ""},
    {"<a href='x'>", "y\n", ""},
    {"<a href='x'>", "a\tb", ""},
    {"x\nz\n", "#y", "#y\n#y\n", Type::uris},
    // No script is made live.
    {"<a href='x'>", "javascript:x()", ""},
    {"<a href='x'>", "JavaScript:x()", ""},
    {"<a href='javascript:x()'>", "javascript:y()", "<a href='javascript:y()'>"},
    // Bases are not asked about.
    {"<base href='/d/'><a href='x'>", "y", "<base href='http://a/d/'><a href='y'>"},
};
// clang-format on

TEST(OnLink, WritesAnswersAsTheirPlacesNeedThem) {
  for (const Row& row : rows) {
    const Plan made = plan(row.source, given_by(always(LinkAnswer::replace(std::string(row.answer))), row.type));
    EXPECT_EQ(made.output(), row.output.empty() ? row.source : row.output) << row.source << " " << row.answer;
    const Link& last = made.links().back();
    EXPECT_EQ(last.reason, row.output.empty() ? Reason::answer : Reason::none) << row.source << " " << row.answer;
    EXPECT_EQ(last.action, row.output.empty() ? Action::keep : Action::rewrite) << row.source << " " << row.answer;
  }
}

TEST(OnLink, IsAskedOnceInOrderWithTheSettledPlan) {
  // A reference in a charset's first bytes, and a boundary: the plan goes through several rounds before it is settled.
  constexpr std::string_view source =
      "<base href=../d/><a href=x><a href=http://h/><a href=#f><iframe srcdoc='<a href=y>'></iframe><a href='\\z'>";
  std::string asked;
  const Plan made = plan(
      source, given_by([&](const LinkQuestion& question) {
        asked.append(question.link.reference).append(" ").append(question.url.value_or(name_of(question.link.reason)));
        asked.append(question.document.counts ? "\n" : " nested\n");
        EXPECT_EQ(question.plan.base(question.link)->url(), "http://a/d/");
        return LinkAnswer::as_planned();
      }));
  EXPECT_EQ(asked, "x http://a/d/x\nhttp://h/ http://h/\n#f http://a/d/#f\ny http://a/d/y nested\n\\z backslash\n");
}

TEST(OnLink, KeepsWhatWouldBeRewritten) {
  const Plan made = plan("<a href=x><a href=http://h/><a href='\\z'>", given_by(always(LinkAnswer::keep())));
  EXPECT_TRUE(made.edits().empty());
  EXPECT_EQ(made.links()[0].reason, Reason::function);
  EXPECT_EQ(made.links()[1].action, Action::absolute);
  EXPECT_EQ(made.links()[2].reason, Reason::backslash);
}

TEST(OnLink, KeepsTheBaseThatAKeptLinkNeeds) {
  Given given = given_by(always(LinkAnswer::keep()));
  given.options.remove_base_elements = true;
  EXPECT_EQ(rewritten("<base href=/d/><a href=x>", given), "<base href=http://a/d/><a href=x>");
  given.options.on_link = always(LinkAnswer::replace("y"));
  EXPECT_EQ(rewritten("<base href=/d/><a href=x>", given), "<a href=y>");
}

TEST(OnLink, AnswersOneOfManyInAValue) {
  const auto second = [count = 0](const LinkQuestion&) mutable {
    return ++count == 2 ? LinkAnswer::replace("two") : LinkAnswer::as_planned();
  };
  EXPECT_EQ(rewritten("<img srcset='x 1x, y 2x, z 3x'>", given_by(second)),
            "<img srcset='http://a/b/x 1x, two 2x, http://a/b/z 3x'>");
}

TEST(OnLink, RefusesTheAnswerAloneThatIsMisread) {
  const auto odd = [count = 0](const LinkQuestion&) mutable {
    return LinkAnswer::replace(++count == 1 ? ",bad" : "good");
  };
  EXPECT_EQ(rewritten("<img srcset='x 1x'><a href=y>", given_by(odd)), "<img srcset='x 1x'><a href=good>");
}

/// An answer that no reader would take for a link, in a place where only its text tells.
TEST(OnLink, RefusesTheAnswerAloneThatIsNoLinkThere) {
  const std::string page =
      R"(<script type="application/ld+json">{"@context":"https://schema.org","license":"/x"}</script><a href=)";
  Given given = given_by([](const LinkQuestion& question) {
    return LinkAnswer::replace(question.link.reference == "/x" ? "plain" : "good");
  });
  given.options.also.ld_json = true;
  const std::string source = page + "y>";
  const Plan made = plan(source, given);
  EXPECT_EQ(made.output(), page + "good>");
  ASSERT_EQ(made.links().size(), 2U);
  EXPECT_EQ(made.links()[0].reason, Reason::answer);
}

/// In a charset that is not UTF-8 a URL is asked about in the bytes of the page, and they come back as they were.
TEST(OnLink, KeepsBytesOfOtherCharsets) {
  const auto behind = [](std::string_view before) {
    return [=](const LinkQuestion& question) {
      return LinkAnswer::replace(std::string(before).append(question.url.value_or(question.link.reference)));
    };
  };
  for (const std::string_view charset : {"iso-8859-1", "windows-1252", "shift_jis", "gb18030", "koi8-r", "euc-jp"}) {
    SCOPED_TRACE(charset);
    const std::string start = "<meta charset=" + std::string(charset) + "><a href=\"";
    const std::string source = start + "\xC3\xA9\xE9\xA1.png?\xE0\xA2\"><a href=x>";
    const std::string absolute = "http://a/b/\xC3\xA9\xE9\xA1.png?\xE0\xA2\"><a href=";
    EXPECT_EQ(rewritten(source, given_by(behind(""))), rewritten(source, given_by(LinkFunction())));
    EXPECT_EQ(rewritten(source, given_by(behind("http://p/?"))),
              start + "http://p/?" + absolute + "http://p/?http://a/b/x>");
    // The same letters in UTF-8, of which nothing was asked, are escaped.
    EXPECT_EQ(rewritten(source, given_by(always(LinkAnswer::replace("\xC3\xA9")))), start + "%C3%A9\"><a href=%C3%A9>");
  }
  EXPECT_EQ(rewritten("<a href=\"\xE9\">", given_by(always(LinkAnswer::replace("\xE8")))), "<a href=\"\xE8\">");
  EXPECT_EQ(rewritten("<a href=\"e\">", given_by(always(LinkAnswer::replace("\xE8")))), "<a href=\"e\">");
}

/// A part of a message that can't be written with the answers is written without them.
TEST(OnLink, RefusesAnswersBeforeItLeavesAPart) {
  const std::string head = "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n";
  const auto odd = [](const LinkQuestion& question) {
    return question.link.reference == "x" ? LinkAnswer::replace("--b--") : LinkAnswer::as_planned();
  };
  Given given = given_by(odd);
  given.input.type = Type::mime;
  const std::string message = head + "<a href=\"\nx\n\"><a href=good>\n--b\n\n--b--\n";
  const Plan made = plan(message, given);
  EXPECT_FALSE(made.failed());
  EXPECT_EQ(made.output(), head + "<a href=\"\nx\n\"><a href=http://a/b/good>\n--b\n\n--b--\n");
  ASSERT_EQ(made.links().size(), 2U);
  EXPECT_EQ(made.links()[0].reason, Reason::answer);
}

/// What is a base itself stays: what is kept below it means what it meant.
TEST(OnLink, ReplacesNoBase) {
  const auto odd = [](const LinkQuestion& question) {
    return question.link.reference == "q" ? LinkAnswer::keep() : LinkAnswer::replace("http://n/m");
  };
  Given given = given_by(odd);
  EXPECT_EQ(rewritten("<applet codebase='http://k/' archive=q>", given), "<applet codebase='http://k/' archive=q>");
  given.input.type = Type::mime;
  given.options.headers = true;
  const std::string message = "From: a@b\nContent-Location: http://h/x\nContent-Type: text/html\n\n<a href=q>\n";
  EXPECT_EQ(rewritten(message, given), message);
}

TEST(OnLink, MayEndItsOwnOptions) {
  Given given = given_by(LinkFunction());
  given.options.on_link = [&given, kept = std::string(100, 'y')](const LinkQuestion&) {
    given.options.on_link = nullptr;
    return LinkAnswer::replace(kept);
  };
  EXPECT_EQ(rewritten("<a href=x>", given), "<a href=" + std::string(100, 'y') + ">");
}

TEST(Callable, IsEmptyWhereThereIsNothing) {
  EXPECT_FALSE(LinkFunction());
  EXPECT_FALSE(LinkFunction(nullptr));
  EXPECT_FALSE(LinkFunction(std::function<LinkAnswer(const LinkQuestion&)>()));
  EXPECT_FALSE(LinkFunction(static_cast<LinkAnswer (*)(const LinkQuestion&)>(nullptr)));
  LinkFunction one = always(LinkAnswer::keep());
  const LinkFunction other = std::move(one);
  EXPECT_FALSE(one);
  EXPECT_TRUE(other);
}

TEST(OnLink, GoesThroughEachMessageOfAMailbox) {
  constexpr std::string_view source =
      "From a Sat Jan  3 01:05:34 1996\nContent-Type: text/html\n\n<a href=x>\n\n"
      "From a Sat Jan  3 01:05:34 1996\nContent-Type: text/html\nContent-Transfer-Encoding: "
      "base64\n\nPGEgaHJlZj14Pg==\n\n";
  std::vector<std::size_t> messages;
  const std::string output = rewritten(source, given_by(
                                                   [&](const LinkQuestion& question) {
                                                     messages.push_back(question.document.message);
                                                     return LinkAnswer::replace("yy");
                                                   },
                                                   Type::mbox));
  EXPECT_EQ(messages, (std::vector<std::size_t>{1, 2}));
  EXPECT_NE(output.find("<a href=yy>\n"), std::string::npos) << output;
  EXPECT_NE(output.find("PGEgaHJlZj15eT4="), std::string::npos) << output;
}

/// Many answers in one value, in many values, and of those that are refused: linear, or this takes hours.
TEST(OnLink, HasNoEndlessAnswers) {
  const std::size_t count = ABSOLVE_SANITIZED != 0 ? 2'000 : 60'000;
  const std::string pages[] = {
      repeated("<a href=x>", count),
      "<p style='" + repeated("a:url(x);", count) + "'>",
      "<img srcset='" + repeated("x 1x, ", count) + "'>",
      repeated("<img srcset='x 1x'>", count),
      repeated("<iframe srcdoc='<a href=x>'></iframe>", count),
  };
  for (const std::string& page : pages) {
    for (const std::string_view answer : {"y", ",", "a b"}) {
      const Plan made = plan(page, given_by(always(LinkAnswer::replace(std::string(answer)))));
      EXPECT_EQ(made.links().size(), count) << page.substr(0, 20) << answer;
    }
  }
}

TEST(OnLink, LetsExceptionsPass) {
  const Given given = given_by([](const LinkQuestion&) -> LinkAnswer { throw std::runtime_error("enough"); });
  EXPECT_THROW(static_cast<void>(plan("<a href=x>", given)), std::runtime_error);
}

TEST(OnLink, SharesItsStateAmongCopiesOfTheOptions) {
  const Given one =
      given_by([count = 0](const LinkQuestion&) mutable { return LinkAnswer::replace(std::to_string(++count)); });
  const Given other = one;
  EXPECT_EQ(rewritten("<a href=x>", one), "<a href=1>");
  EXPECT_EQ(rewritten("<a href=x>", other), "<a href=2>");
}

/// Lists take as many steps to find their entries as to resolve them and to write the answers.
TEST(OnStep, MayEndAPlanAtEachStep) {
  constexpr std::size_t count = 20;
  const std::string message = "From a Sat Jan  3 01:05:34 1996\nContent-Type: text/html\n\n<a href=x>\n\n";
  const struct {
    std::string source;
    Type type;
    std::size_t least;  // of steps
  } inputs[] = {
      {repeated("<a href=x>", count), Type::html, 3 * count},
      {"<img srcset='" + repeated("x 1x, ", count) + "'>", Type::html, count},
      {"<style>" + repeated("a{b:url(x)}", count) + "</style>", Type::html, count},
      {repeated("<iframe srcdoc='<a href=x>'></iframe>", count), Type::html, 3 * count},
      {repeated("x\n", count), Type::uris, 3 * count},
      {repeated("http://c/\tx\n", count), Type::pairs, 3 * count},
      {repeated("{\"reference\":\"x\"}\n", count), Type::jsonl, 3 * count},
      {"reference\n" + repeated("x\n", count), Type::csv, 3 * count},
      {"[" + repeated("{\"u\":\"x\"},", count) + "0]", Type::json, 6 * count},
      {repeated(message, count), Type::mbox, 4 * count},
  };
  for (const auto& [source, type, least] : inputs) {
    std::size_t left = SIZE_MAX;
    Given given{{.url = "http://a/b/c", .type = type}, {.on_step = [&left] {
                  if (left-- == 0) throw std::runtime_error("enough");
                }}};
    if (type == Type::json) given.options.fields.members = {{"u", MemberSyntax::url}};
    const std::string output = rewritten(source, given);
    const std::size_t steps = SIZE_MAX - left;
    EXPECT_GE(steps, least) << source;
    EXPECT_LT(steps, 10 * count) << source;
    for (std::size_t i = 0; i < steps; ++i) {
      left = i;
      EXPECT_THROW(static_cast<void>(plan(source, given)), std::runtime_error) << source << i;
    }
    left = steps;
    EXPECT_EQ(rewritten(source, given), output);
  }
}

}  // namespace
}  // namespace absolve::test
