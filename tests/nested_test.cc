#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "absolve/absolve.h"
#include "support/codings.h"
#include "support/everything.h"
#include "support/nested_pages.h"
#include "support/packed.h"
#include "support/promises.h"
#include "support/repeated.h"
#include "support/shell.h"
#include "support/table.h"

namespace absolve {
namespace {

using test::Around;
using test::Random;

/// How many cases of a kind are tried: more where the environment asks for them, from another seed on.
unsigned cases(unsigned usual) {
  const char* const asked = std::getenv("ABSOLVE_CASES");
  return asked == nullptr ? test::fewer(usual) : static_cast<unsigned>(std::stoul(asked));
}

unsigned first_seed() {
  const char* const asked = std::getenv("ABSOLVE_SEED");
  return asked == nullptr ? 0 : static_cast<unsigned>(std::stoul(asked));
}

Given given_for(Around around, std::string_view url = "http://h/a/b") {
  Given given;
  given.input.type = around == Around::mailbox ? Type::mbox : around >= Around::plain_part ? Type::mime : Type::html;
  given.input.url = url;
  return given;
}

/// The links as a row has them.
std::string drawn_links(const Plan& plan) {
  std::string text;
  for (const Link& link : plan.links()) {
    text.append(text.empty() ? "" : "; ");
    for (const std::string& one : plan.within(plan.document(link))) text.append(one).append(" > ");
    text.append(link.element).append(" ").append(link.attribute).append(" ").append(link.reference);
    const bool kept = link.action == Action::keep;
    text += kept ? " (" + std::string(name_of(link.reason)) + ")" : " -> " + *link.url();
  }
  return text;
}

std::string drawn_counts(const Plan& plan) {
  std::string text;
  for (const Document& one : plan.documents()) {
    if (!one.counts) continue;
    text.append(text.empty() ? "" : " ").append(std::to_string(one.links)).append("/");
    text += std::to_string(one.relative);
  }
  return text;
}

/// The bytes of a page without the message around it.
Around without_mail(Around around) {
  if (around == Around::base64_utf16) return Around::utf16le;
  return around >= Around::plain_part ? Around::nothing : around;
}

class Nested : public testing::TestWithParam<Around> {};

TEST_P(Nested, IsRewrittenAsTheTableSays) {
  const Around around = GetParam();
  for (const test::Row& row : test::read_table("nested/pages.tsv", 6)) {
    SCOPED_TRACE(row.where + ": " + row.fields[0]);
    Given given = given_for(around);
    given.options.remove_base_elements = row.fields[1].starts_with("remove");
    if (row.fields[1].ends_with("keep-fragments")) given.options.fragments = Fragments::keep;
    if (row.fields[1].ends_with("keep-fragments=page")) given.options.fragments = Fragments::page;
    given.options.also.conditional = row.fields[1].ends_with("conditional");
    Random random(1);
    const std::string input = test::put(row.fields[2], around, random);
    const std::string output = test::expect_promises(input, given);
    const Plan read = plan(output, given);
    ASSERT_FALSE(read.documents().empty());
    EXPECT_EQ(read.documents().front().bytes.substr(0, read.documents().front().bytes.find_last_not_of("\r\n") + 1),
              test::put(row.fields[3], without_mail(around), random));
    if (around == Around::mailbox) continue;  // it holds two of them
    const Plan first = plan(input, given);
    EXPECT_EQ(drawn_links(first), row.fields[4]);
    EXPECT_EQ(drawn_counts(first), row.fields[5]);
  }
}

TEST_P(Nested, KeepsThePromises) {
  for (unsigned seed = first_seed(); seed < first_seed() + cases(2'000); ++seed) {
    Random random(seed);
    const std::string input = test::put(test::make_nested_page(random, true), GetParam(), random);
    SCOPED_TRACE(seed);
    Given given = given_for(GetParam(), random.one_in(8) ? "" : "http://h/a/b");
    given.options.also = random.one_in(2) ? test::everything : Also{};
    test::expect_promises(input, given);
    given.options.remove_base_elements = true;
    given.options.fragments = random.one_in(2) ? Fragments::keep : Fragments::resolve;
    given.options.headers = random.one_in(2);
    given.options.also = test::everything;
    test::expect_promises(input, given);
    if (HasFailure()) FAIL() << input;
  }
}

/// Where a link is said to stand, it stands: other bytes there are read in its place, and all else is as it was.
TEST(NestedPages, LinksStandWhereTheyAreSaidTo) {
  for (unsigned seed = first_seed(); seed < first_seed() + cases(500); ++seed) {
    Random random(seed);
    const std::string page = test::make_nested_page(random, false);
    SCOPED_TRACE(page);
    const Given given = given_for(Around::nothing);
    const Plan before = plan(page, given);
    for (std::size_t i = 0; i < before.links().size(); ++i) {
      const Link& link = before.links()[i];
      std::string changed = page;
      changed.replace(*before.source_offset(link), link.length, "q7");
      const Plan after = plan(changed, given);
      ASSERT_EQ(after.links().size(), before.links().size()) << i;
      for (std::size_t k = 0; k < before.links().size(); ++k) {
        ASSERT_EQ(after.links()[k].reference, k == i ? "q7" : before.links()[k].reference) << i << ": " << changed;
      }
      ASSERT_EQ(after.within(after.links()[i]), before.within(link));
    }
  }
}

/// Other readers of pages and messages find in the output what was in the input, with each reference absolute.
TEST(NestedPages, ReadAlikeElsewhere) {
  if (test::run_shell("python3 -c ''", ".").status != 0) GTEST_SKIP() << "python3 is missing";
  const test::TemporaryDirectory place;
  const auto keep = [&](const std::string& name, std::string_view text) {
    std::ofstream(place.path() + "/" + name, std::ios::binary) << text;
  };
  const unsigned count = cases(100);
  for (unsigned seed = first_seed(); seed < first_seed() + count; ++seed) {
    for (const Around around : {Around::nothing, Around::utf16le, Around::utf16be, Around::plain_part,
                                Around::quoted_printable, Around::base64, Around::base64_utf16}) {
      Random random(seed);
      const std::string input = test::put(test::make_nested_page(random, false), around, random);
      const Plan result = plan(input, given_for(around));
      const std::string name = (around >= Around::plain_part ? "m" : "p") + std::to_string(seed) + "-" +
                               std::to_string(static_cast<int>(around));
      keep(name + ".old", input);
      keep(name + ".new", result.output());
    }
  }
  const std::string script = test::testdata("../tests/support/nested_alike.py");
  const test::ShellResult result = test::run_shell("ls | grep old | xargs python3 " + script, place.path());
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  EXPECT_NE(result.out, "");
}

INSTANTIATE_TEST_SUITE_P(All, Nested,
                         testing::Values(Around::nothing, Around::utf16le, Around::utf16be, Around::iso2022jp,
                                         Around::plain_part, Around::quoted_printable, Around::base64,
                                         Around::base64_utf16, Around::mailbox),
                         [](const auto& one) { return "In" + std::to_string(one.index); });

/// A text that is moved in belongs to the plan, which may be moved itself; short ones lie in the string object.
TEST(Plan, OwnsATextThatIsHandedOver) {
  for (const std::string& text : {std::string("<a href=x>"), "<a href=x>" + std::string(100, 'y')}) {
    std::string handed_over = text;
    Plan first = plan(std::move(handed_over), {.url = "http://h/"});
    const Plan made = std::move(first);
    EXPECT_EQ(made.source(), text);
    EXPECT_EQ(made.output(), "<a href=http://h/x>" + text.substr(10));
    EXPECT_EQ(made.links()[0].reference, "x");
  }
  const Plan compressed = plan(test::packed(codec::Coding::gzip, "<a href=x>"));
  EXPECT_EQ(compressed.links()[0].reference, "x");
}

#ifndef NDEBUG
/// What a link says of its plan is numbers: those of another plan would lead to another document.
TEST(Plan, RefusesLinksOfAnotherOne) {
  const Given given = {{.url = "http://h/"}};
  const Plan one = plan("<a href=x>", given);
  const Plan other = plan("<a href=x>", given);
  const Link copy = one.links()[0];
  EXPECT_EQ(one.document(copy).type, "text/html");
  EXPECT_DEATH(static_cast<void>(one.document(other.links()[0])), "a link of another plan");
  EXPECT_DEATH(static_cast<void>(one.base(other.links()[0])), "a link of another plan");
}
#endif

}  // namespace
}  // namespace absolve
