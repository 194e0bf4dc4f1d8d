#include <gtest/gtest.h>

#include <array>

#include "../src/rules/known_options.h"
#include "../src/text/placeholders.h"
#include "absolve/absolve.h"
#include "support/exact.h"
#include "support/promises.h"
#include "support/repeated.h"
#include "support/table.h"
#include "support/torture.h"

namespace absolve {
namespace {

Given at_h() { return {{.url = "http://h/a/d.html", .type = Type::html}}; }

Patterns patterns(const std::vector<std::string>& all) {
  auto result = Patterns::from(all);
  EXPECT_TRUE(result) << result.error().text;
  return std::move(result).value_or(Patterns());
}

std::string error_with(const std::vector<std::string>& all) {
  const auto result = Patterns::from(all);
  EXPECT_FALSE(result);
  return result.error().text;
}

/// What becomes of each reference: its absolute form, or the reason why it stays.
std::string outcomes(std::string_view text, const Given& given) {
  test::expect_promises(text, given);
  const test::Exact source(text);
  const Plan result = plan(source.view(), given);
  std::string all;
  for (const Link& link : result.links()) {
    all.append(all.empty() ? "" : " ").append(link.reference).append("=");
    all.append(link.action == Action::keep ? name_of(link.reason) : name_of(link.action));
  }
  return all;
}

TEST(Patterns, MatchAnywhere) {
  const Patterns two = patterns({"^x", "(?i)Y$"});
  EXPECT_TRUE(two.match("xa"));
  EXPECT_TRUE(two.match("ay"));
  EXPECT_FALSE(two.match("axa"));
  EXPECT_FALSE(two.match("ya"));
  EXPECT_TRUE(patterns({""}).match(""));
  EXPECT_TRUE(patterns({"\\Qa|"}).match("a|"));
  EXPECT_FALSE(patterns({}).match("x"));
  EXPECT_TRUE(patterns({}).empty());
  EXPECT_FALSE(two.empty());
}

TEST(Patterns, AreSharedByCopies) {
  Patterns copy;
  {
    const Patterns first = patterns({"x"});
    copy = first;
  }
  EXPECT_TRUE(copy.match("x"));
}

TEST(Patterns, TakeAnyBytes) {
  const std::string odd("a\xFF\0b", 4);
  EXPECT_TRUE(patterns({"^a"}).match(odd));
  EXPECT_TRUE(patterns({"b$"}).match(odd));
  EXPECT_TRUE(patterns({"^a\\C\\x00b$"}).match(odd));
  EXPECT_FALSE(patterns({"^a.\\x00b$"}).match(odd));
  EXPECT_TRUE(patterns({"^.$"}).match("\xC3\xA9"));
}

TEST(Patterns, SayWhichCanNotBe) {
  EXPECT_EQ(error_with({"fine", "a(b"}), "'a(b': missing ): a(b");
  EXPECT_EQ(error_with({"[z-a]"}), "'[z-a]': invalid character class range: z-a");
  EXPECT_EQ(error_with({"x**{2000}"}).substr(0, 11), "'x**{2000}'");
  EXPECT_NE(error_with({"\xFF"}).find("UTF-8"), std::string::npos);
  EXPECT_NE(error_with({"((\\pL{100}){10})((\\pL{100}){10})((\\pL{100}){10})"}).find("too large"), std::string::npos);
  std::vector<std::string> many;
  for (int i = 0; i < 300; ++i) many.push_back(std::to_string(i) + "[ab]{900}");
  EXPECT_NE(error_with(many).find("together"), std::string::npos);
}

/// The states of these are too many to remember.
TEST(Patterns, MatchInLongTexts) {
  const Patterns heavy = patterns({"(x+x+)+y[ab]{0,200}z", "[ab]*a[ab]{400}c"});
  std::string text;
  for (std::size_t i = 0; i < 100'000; ++i) text += (i * i / 7) % 3 == 0 ? 'a' : 'b';
  EXPECT_FALSE(heavy.match(text));
  text += "xxxya" + std::string("z");
  EXPECT_TRUE(heavy.match(text));
}

TEST(AttributePatterns, AreReadAsTheTableSays) {
  for (const test::Row& row : test::read_table("selection/patterns.tsv", 3)) {
    const auto pattern = AttributePattern::from(row.fields[0]);
    EXPECT_EQ(pattern ? pattern->element : "none", row.fields[1]) << row.where;
    EXPECT_EQ(pattern ? pattern->attribute : "none", row.fields[2]) << row.where;
  }
}

TEST(ValueSyntaxes, HaveNames) {
  std::size_t number = 0;
  for (const std::string_view name : value_syntax_names()) {
    const auto syntax = value_syntax_named(name);
    ASSERT_TRUE(syntax) << name;
    EXPECT_EQ(static_cast<std::size_t>(*syntax), number++);
  }
  EXPECT_FALSE(value_syntax_named("meta"));
  EXPECT_FALSE(value_syntax_named(""));
}

TEST(Placeholders, AreToldAsTheTableSays) {
  for (const test::Row& row : test::read_table("selection/placeholders.tsv", 2)) {
    const test::Exact reference(row.fields[0]);
    EXPECT_EQ(has_placeholder(reference.view()), row.fields[1] == "yes") << row.where << ": " << row.fields[0];
  }
}

TEST(Placeholders, HaveAllTheirSigns) {
  for (const PlaceholderSigns& signs : placeholder_signs) {
    const std::string whole = std::string(signs.opening).append("x").append(signs.closing);
    EXPECT_TRUE(has_placeholder(whole));
    EXPECT_TRUE(has_placeholder("a/" + whole + "/b"));
    EXPECT_FALSE(has_placeholder("a" + whole.substr(1)));
    const std::string_view cut_off = std::string_view(whole).substr(0, whole.size() - signs.closing.size());
    EXPECT_EQ(has_placeholder(cut_off), signs.may_be_cut_off);
  }
  for (const PlaceholderSigns& signs : placeholder_beginnings) {
    const std::string whole = std::string(signs.opening).append("x").append(signs.closing);
    EXPECT_TRUE(has_placeholder(whole + "/b"));
    EXPECT_FALSE(has_placeholder("a/" + whole)) << whole;
    const std::string_view cut_off = std::string_view(whole).substr(0, whole.size() - 1);
    EXPECT_EQ(has_placeholder(cut_off), signs.may_be_cut_off) << whole;
  }
}

/// One of each form.
std::vector<std::string> all_placeholders() {
  std::vector<std::string> all = {"{x}", "%x%", "$x$", "[unsubscribe]", "-unsubscribe-", "#unsubscribe#"};
  const auto add = [&](const PlaceholderSigns& signs) {
    all.push_back(std::string(signs.opening).append(" x ").append(signs.closing));
  };
  std::ranges::for_each(placeholder_signs, add);
  std::ranges::for_each(placeholder_beginnings, add);
  return all;
}

TEST(Selection, DecidesAsTheTableSays) {
  for (const test::Row& row : test::read_table("selection/pages.tsv", 3)) {
    SCOPED_TRACE(row.where);
    Given given = at_h();
    std::string_view words = row.fields[0];
    while (!words.empty()) {
      const std::size_t end = std::min(words.find(' '), words.size());
      const std::string_view word = words.substr(0, end);
      words.remove_prefix(std::min(end + 1, words.size()));
      const std::size_t colon = word.find(':');
      const std::string_view rule = word.substr(0, colon);
      const std::string_view value = word.substr(colon + 1);
      if (rule == "skip") {
        given.options.skip = patterns({std::string(value)});
        continue;
      }
      const std::size_t equals = std::min(value.rfind('='), value.size());
      const auto pattern = AttributePattern::from(rule == "attribute" ? value.substr(0, equals) : value);
      ASSERT_TRUE(pattern) << value;
      if (rule == "only") {
        given.options.only.push_back(*pattern);
      } else if (rule == "except") {
        given.options.except.push_back(*pattern);
      } else {
        ASSERT_EQ(rule, "attribute");
        const auto syntax = value_syntax_named(value.substr(equals + 1));
        ASSERT_TRUE(syntax) << value;
        given.options.attributes.push_back({pattern->element, pattern->attribute, *syntax});
      }
    }
    EXPECT_EQ(outcomes(row.fields[1], given), row.fields[2]);
    given.options.html_reader = HtmlReader::tree;
    EXPECT_EQ(outcomes(row.fields[1], given), row.fields[2]);
  }
}

/// What the user has read of a base element is no base, and the base is read as ever.
TEST(Selection, LeavesTheBase) {
  Given given = at_h();
  given.options.attributes = {{"base", "data-x", ValueSyntax::url}, {"*", "href", ValueSyntax::tokens}};
  EXPECT_EQ(test::expect_promises("<base data-x=c/><base href='b/'><a href='x y'>", given),
            "<base data-x=http://h/a/b/c/><base href='http://h/a/b/'><a href='http://h/a/b/x http://h/a/b/y'>");
}

/// The promises hold whatever is chosen, in pages that mix placeholders with all else.
TEST(Selection, KeepsThePromises) {
  std::array<Given, 4> all;
  all.fill(at_h());
  all[0].options.only = {{"a", "*"}, {"*", "src"}};
  all[1].options.except = {{"base", "*"}, {"a", "href"}};
  all[1].options.remove_base_elements = true;
  all[2].options.skip = patterns({"[0-4]"});
  all[2].options.attributes = {{"*", "href", ValueSyntax::tokens}, {"svg", "class", ValueSyntax::url}};
  all[3].options.attributes = {{"*", "id", ValueSyntax::html}, {"*", "href", ValueSyntax::srcset}};
  all[3].options.remove_base_elements = true;
  const std::vector<std::string> placeholders = all_placeholders();
  for (std::uint32_t seed = 0; seed < test::fewer(4'000); ++seed) {
    SCOPED_TRACE(seed);
    const std::string& placeholder = placeholders[seed % placeholders.size()];
    const std::string page = test::torture_page(seed);
    const Given& given = all[seed % all.size()];
    test::expect_promises(page, given);
    test::expect_promises(test::replaced(page, "href=", "href='" + placeholder + "' src="), given);
    if (testing::Test::HasFailure()) break;
  }
}

/// Names that a link has from the options live as long as the plan.
TEST(Selection, KeepsTheNamesOfOptions) {
  const std::string page = "<amp-img SRC=x><p data-page='<a href=y>'>";
  const auto made = [&] {
    Given given = at_h();
    given.options.attributes = {{"Amp-Img", "Src", ValueSyntax::url}, {"*", "Data-Page", ValueSyntax::html}};
    return plan(page, given);
  };
  const Plan result = made();
  ASSERT_EQ(result.links().size(), 2U);
  EXPECT_EQ(result.links()[0].element, "amp-img");
  EXPECT_EQ(result.links()[0].attribute, "src");
  ASSERT_EQ(result.documents().size(), 2U);
  EXPECT_EQ(result.within(result.documents()[1]), std::vector<std::string>{"p data-page"});
  EXPECT_EQ(result.output(), "<amp-img SRC=http://h/a/x><p data-page='<a href=http://h/a/y>'>");
}

TEST(Selection, ReachesHeadersAndParts) {
  const std::string message = "Link: <x>\nList-Archive: <y>\nContent-Type: text/html\n\n<img src=z><a href=z>";
  Given given{{.url = "http://h/", .type = Type::mime}, {.headers = true}};
  given.options.only = {{"*", "LINK"}, {"img", "*"}};
  EXPECT_EQ(outcomes(message, given), "x=rewrite y=only z=rewrite z=only");
  given.options.only = {};
  given.options.except = {{"*", "href"}, {"", "*"}};
  EXPECT_EQ(outcomes(message, given), "x=except y=except z=rewrite z=except");
}

TEST(Selection, OfAListIsAllOrNone) {
  Given given{{.url = "http://h/", .type = Type::uris}};
  given.options.only = {{"*", "*"}};
  EXPECT_EQ(outcomes("x\n{{y}}\n", given), "x=rewrite {{y}}=placeholder");
  given.options.only = {{"a", "*"}};
  EXPECT_EQ(outcomes("x\n{{y}}\n", given), "x=only {{y}}=only");
}

/// A reference that stays for a rule needs the base it has.
TEST(Selection, KeepsTheBaseThatIsNeeded) {
  const std::string page = "<base href=http://x/><a href=y><a href=http://z/>";
  Given given = at_h();
  given.options.remove_base_elements = true;
  EXPECT_EQ(test::expect_promises(page, given), "<a href=http://x/y><a href=http://z/>");
  given.options.skip = patterns({"y"});
  EXPECT_EQ(test::expect_promises(page, given), page);
  given.options.skip = {};
  given.options.only = {{"img", "*"}};
  EXPECT_EQ(test::expect_promises(page, given), page);
  given.options.only = {};
  given.options.except = {{"a", "href"}};
  EXPECT_EQ(test::expect_promises(page, given), page);
  given.options.except = {};
  const std::string with_placeholder = "<base href=http://x/><a href='{{y}}'>";
  EXPECT_EQ(test::expect_promises(with_placeholder, given), with_placeholder);
}

/// What a message leads to by that stays, too.
TEST(Selection, KeepsTheLocationsThatAreNeeded) {
  const std::string message = "Content-Type: text/html\nContent-Location: p\n\n<a href=x><a href='{{y}}'>";
  const Given given{{.url = "http://h/", .type = Type::mime}, {.headers = true}};
  EXPECT_EQ(outcomes(message, given), "p=location x=rewrite {{y}}=placeholder");
}

TEST(Selection, IsToldByNotes) {
  const std::string page = "<a href=x><a href='{{y}}'><img src=z><q cite=k>";
  Given given = at_h();
  given.options.skip = patterns({"x"});
  given.options.except = {{"img", "*"}};
  const Plan result = plan(page, given);
  ASSERT_EQ(result.notes().size(), 3U);
  using Severity = Note::Severity;
  const std::array<Severity, 3> severities = {Severity::detail, Severity::detail, Severity::notice};
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(result.notes()[i].severity, severities[i]) << result.notes()[i].text;
}

}  // namespace
}  // namespace absolve
