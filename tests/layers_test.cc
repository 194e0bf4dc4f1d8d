#include <gtest/gtest.h>

#include "absolve/base.h"

namespace absolve {
namespace {

Candidate from(BaseFrom where, std::string value) { return {where, std::move(value), {}, {}, {}}; }

std::string drawn(const Layers& layers) {
  std::string text = layers.base ? layers.base->url() + " " : "undefined ";
  text += name_of(layers.from);
  for (const Layer& layer : layers.layers) {
    text.append("; ").append(name_of(layer.candidate.from)).append(" ").append(layer.url.value_or("-"));
    text.append(" ").append(name_of(layer.status));
  }
  return text;
}

TEST(Layers, NothingIsUndefined) { EXPECT_EQ(drawn(establish({})), "undefined none"); }

TEST(Layers, InnermostWins) {
  const Layers outer = establish({from(BaseFrom::retrieval, "http://r/x")});
  const Layers heading =
      establish({from(BaseFrom::content_base, "http://c/"), from(BaseFrom::content_location, "http://l/")}, outer);
  EXPECT_EQ(drawn(establish({from(BaseFrom::base_element, "s/")}, heading)),
            "http://c/s/ base-element; base-element http://c/s/ used; content-base http://c/ overridden; "
            "content-location http://l/ overridden; retrieval http://r/x overridden");
}

TEST(Layers, UnsuitableOnesGiveWay) {
  const Layers outer = establish({from(BaseFrom::retrieval, "http://r/x")});
  EXPECT_EQ(drawn(establish({from(BaseFrom::content_base, "mailto:a@b"), from(BaseFrom::base_header, "y/z")}, outer)),
            "http://r/x retrieval; content-base - ignored; base-header - ignored; retrieval http://r/x used");
  EXPECT_EQ(drawn(establish({from(BaseFrom::base_element, "x")})), "undefined none; base-element - ignored");
}

TEST(Layers, OnlyTheFirstBaseElementIsLookedAt) {
  const Layers outer = establish({from(BaseFrom::retrieval, "http://r/x")});
  const Layers layers = establish({from(BaseFrom::base_element, "data:,"), from(BaseFrom::base_element, "/y/")}, outer);
  EXPECT_EQ(drawn(layers),
            "http://r/x retrieval; base-element - ignored; base-element - ignored; retrieval http://r/x used");
  EXPECT_NE(layers.layers[0].reason, layers.layers[1].reason);
}

TEST(Layers, BarredOnesDoNotContend) {
  Candidate barred = from(BaseFrom::base_element, "/t/");
  barred.barred = "it stands elsewhere";
  const Layers layers = establish({barred, from(BaseFrom::base_element, "http://b/")});
  EXPECT_EQ(drawn(layers), "http://b/ base-element; base-element - ignored; base-element http://b/ used");
  EXPECT_EQ(layers.layers[0].reason, "it stands elsewhere");
}

}  // namespace
}  // namespace absolve
