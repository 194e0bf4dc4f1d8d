#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "../support/everything.h"
#include "../support/promises.h"

/// Expects the promises of whatever document comes; the first byte chooses the options.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace absolve;
  if (size == 0) return 0;
  Given given;
  constexpr std::array<Type, 4> types = {Type::html, Type::css, Type::xml, Type::json};
  given.input.type = types[(data[0] & 1U) + ((data[0] & 32U) != 0 ? 2 : 0)];
  given.input.url = (data[0] & 2) != 0 ? "http://example.com/a b)'\"\\/-->&lt;/]]>/" : "http://example.com/a/";
  if ((data[0] & 4) == 0) given.options.also = test::everything;
  given.options.remove_base_elements = (data[0] & 8) != 0;
  if ((data[0] & 16) != 0) given.input.charset = "shift_jis";
  if ((data[0] & 64) != 0 && given.input.type == Type::xml) given.options.feed_base = FeedBase::entry;
  if ((data[0] & 64) != 0 && given.input.type != Type::xml) given.input.url.clear();
  if ((data[0] & 128) != 0) given.options.resolver = Resolver::whatwg;
  given.input.is_local_copy = [](std::string_view path) { return path.ends_with("copy"); };
  test::expect_promises({reinterpret_cast<const char*>(data) + 1, size - 1}, given);
  if (testing::UnitTest::GetInstance()->ad_hoc_test_result().Failed()) std::abort();
  return 0;
}
