#include <gtest/gtest.h>

#include <memory_resource>
#include <utility>
#include <vector>

#include "../src/codec/codec.h"
#include "../src/plan/value.h"
#include "../src/text/edits.h"
#include "support/codings.h"

namespace absolve::codec {
namespace {

std::string applied(std::string_view raw, const std::vector<Insertion>& insertions) {
  std::string result;
  std::size_t at = 0;
  for (const Insertion& one : insertions) {
    result.append(raw.substr(at, one.begin - at)).append(one.text);
    at = one.end;
  }
  return result.append(raw.substr(at));
}

/// What insert_head writes is what the rows write, as long as there are both.
TEST(Codecs, WriteHeadsAsInsertHeadDoes) {
  const std::vector<std::pair<Quoting, Coding>> rows = {{Quoting::none, Coding::identity},
                                                        {Quoting::quotation_mark, Coding::quotation_mark},
                                                        {Quoting::apostrophe, Coding::apostrophe},
                                                        {Quoting::unquoted, Coding::unquoted},
                                                        {Quoting::missing, Coding::missing},
                                                        {Quoting::absent, Coding::absent},
                                                        {Quoting::field, Coding::field}};
  for (const auto& [quoting, coding] : rows) {
    unsigned compared = 0;
    for (unsigned seed = 0; seed < 20'000; ++seed) {
      test::Random random(seed);
      std::string raw = test::random_outer(coding, random);
      const bool may_have_spaces = coding == Coding::quotation_mark || coding == Coding::apostrophe;
      raw.insert(0, random.any({"", "&#32", "&#32;", "&Tab;", "&#x9", may_have_spaces ? " \r\n\t" : ""}));
      std::string scratch;
      const Value value = read_value(raw, quoting, scratch);
      const auto codec = open(coding, raw);
      const std::size_t tail = random.below(value.text.size() + 1);
      const std::size_t end = value.text_begin + tail;
      const bool cuts_a_unit = tail > 0 && codec->outer_offset(end) == codec->outer_offset(end - 1);
      if (cuts_a_unit) continue;
      ++compared;
      const std::string_view head =
          random.any({"http://a/b/", "5", "http://a/?b&c=d", "a'b\"c", "x y", "a`", ";", "\xC3\xA9", "<x>"});
      std::pmr::monotonic_buffer_resource memory;
      Strings strings(memory);
      const Edit edit{value.text_begin, tail, head};
      ASSERT_EQ(edited(raw, codec->encode({&edit, 1}, strings)), applied(raw, insert_head(value, quoting, head, tail)))
          << name_of(coding) << " " << seed << " " << testing::PrintToString(raw);
      ASSERT_EQ(codec->outer_offset(value.text_begin), raw_offset(value, 0));
      ASSERT_EQ(codec->outer_offset(end), raw_offset(value, tail));
    }
    EXPECT_GT(compared, 10'000U);
  }
}

}  // namespace
}  // namespace absolve::codec
