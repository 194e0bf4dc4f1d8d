#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "absolve/absolve.h"
#include "support/codings.h"
#include "support/nested_pages.h"
#include "support/promises.h"
#include "support/shell.h"
#include "support/table.h"

namespace absolve {
namespace {

using test::Around;
using test::Random;

/// How many cases of a kind are tried: more where the environment asks for them, from another seed on.
unsigned cases(unsigned usual) {
  const char* const asked = std::getenv("ABSOLVE_CASES");
  return asked == nullptr ? usual : static_cast<unsigned>(std::stoul(asked));
}

unsigned first_seed() {
  const char* const asked = std::getenv("ABSOLVE_SEED");
  return asked == nullptr ? 0 : static_cast<unsigned>(std::stoul(asked));
}

Options options_for(Around around, std::string_view url = "http://h/a/b") {
  Options options;
  options.type = around == Around::mailbox ? Type::mbox : around >= Around::plain_part ? Type::mime : Type::html;
  options.retrieval_url = url;
  return options;
}

class Nested : public testing::TestWithParam<Around> {};

TEST_P(Nested, KeepsThePromises) {
  for (unsigned seed = first_seed(); seed < first_seed() + cases(2'000); ++seed) {
    Random random(seed);
    const std::string input = test::put(test::make_nested_page(random, true), GetParam(), random);
    SCOPED_TRACE(seed);
    Options options = options_for(GetParam(), random.one_in(8) ? "" : "http://h/a/b");
    test::expect_promises(input, options);
    options.remove_base_elements = true;
    options.keep_fragments = random.one_in(2);
    options.headers = random.one_in(2);
    test::expect_promises(input, options);
    if (HasFailure()) FAIL() << input;
  }
}

/// Where a link is said to stand, it stands: other bytes there are read in its place, and all else is as it was.
TEST(NestedPages, LinksStandWhereTheyAreSaidTo) {
  for (unsigned seed = first_seed(); seed < first_seed() + cases(500); ++seed) {
    Random random(seed);
    const std::string page = test::make_nested_page(random, false);
    SCOPED_TRACE(page);
    const Options options = options_for(Around::nothing);
    const Plan before = plan(page, options);
    for (std::size_t i = 0; i < before.links().size(); ++i) {
      const Link& link = before.links()[i];
      std::string changed = page;
      changed.replace(*before.source_offset(link), link.length, "q7");
      const Plan after = plan(changed, options);
      ASSERT_EQ(after.links().size(), before.links().size()) << i;
      for (std::size_t k = 0; k < before.links().size(); ++k) {
        ASSERT_EQ(after.links()[k].reference, k == i ? "q7" : before.links()[k].reference) << i << ": " << changed;
      }
      ASSERT_EQ(after.within(after.links()[i]), before.within(link));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Nested,
                         testing::Values(Around::nothing, Around::utf16le, Around::utf16be, Around::iso2022jp,
                                         Around::plain_part, Around::quoted_printable, Around::base64,
                                         Around::base64_utf16, Around::mailbox),
                         [](const auto& one) { return "In" + std::to_string(one.index); });

}  // namespace
}  // namespace absolve
