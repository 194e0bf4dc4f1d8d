#include <gtest/gtest.h>

#include "../src/url/scopes.h"
#include "../src/url/suitable.h"
#include "absolve/input.h"

namespace absolve {
namespace {

Candidate from(BaseFrom where, std::string value) { return {where, std::move(value), {}, {}, {}}; }

std::string drawn(const Scopes& scopes, std::uint32_t scope) {
  const Base* const base = scopes.base(scope);
  std::string text = base == nullptr ? "undefined " : base->url() + " ";
  text += name_of(scopes.from(scope));
  for (const Layer& layer : scopes.layers(scope)) {
    const Base* const given = layer.base;
    text.append("; ").append(name_of(layer.candidate->from)).append(" ").append(given != nullptr ? given->url() : "-");
    text.append(" ").append(name_of(layer.status));
  }
  return text;
}

TEST(Layers, NothingIsUndefined) { EXPECT_EQ(drawn(Scopes(), Scope::none), "undefined none"); }

TEST(Layers, InnermostWins) {
  Scopes scopes;
  const std::uint32_t retrieval = scopes.add(from(BaseFrom::retrieval, "http://r/x"));
  const std::uint32_t location = scopes.add(from(BaseFrom::content_location, "http://l/"), retrieval);
  const std::uint32_t heading = scopes.add(from(BaseFrom::content_base, "http://c/"), location);
  EXPECT_EQ(drawn(scopes, scopes.add(from(BaseFrom::base_element, "s/"), heading)),
            "http://c/s/ base-element; base-element http://c/s/ used; content-base http://c/ overridden; "
            "content-location http://l/ overridden; retrieval http://r/x overridden");
  EXPECT_EQ(drawn(scopes, retrieval), "http://r/x retrieval; retrieval http://r/x used") << "seen from outside";
}

TEST(Layers, UnsuitableOnesGiveWay) {
  Scopes scopes;
  const std::uint32_t retrieval = scopes.add(from(BaseFrom::retrieval, "http://r/x"));
  const std::uint32_t base = scopes.add(from(BaseFrom::base_header, "y/z"), retrieval);
  const std::uint32_t content_base = scopes.add(from(BaseFrom::content_base, "mailto:a@b"), base);
  EXPECT_EQ(drawn(scopes, content_base),
            "http://r/x retrieval; content-base - ignored; base-header - ignored; retrieval http://r/x used");
  EXPECT_FALSE(scopes[base].reason.empty());
  EXPECT_NE(scopes[base].reason, scopes[content_base].reason);
  EXPECT_EQ(drawn(scopes, scopes.add(from(BaseFrom::base_element, "x"))), "undefined none; base-element - ignored");
}

/// HTML standard, section 4.2.3: what browsers can parse counts, but for data: and javascript: URLs.
TEST(Layers, WithoutHierarchyEndTheSearchInBrowsers) {
  Scopes scopes(Resolver::whatwg);
  const std::uint32_t retrieval = scopes.add(from(BaseFrom::retrieval, "http://r/x"));
  const std::string too_long = "http://r/" + std::string(max_base_size, 'x');
  for (const std::string& value : {std::string("mailto:a@b"), too_long}) {
    const std::uint32_t dead = scopes.add(from(BaseFrom::base_element, value), retrieval);
    const std::string undefined = "undefined none; base-element - ignored; ";
    EXPECT_EQ(drawn(scopes, dead), undefined + "retrieval http://r/x overridden");
    EXPECT_EQ(drawn(scopes, scopes.add(from(BaseFrom::base_element, "y"), dead)),
              undefined + "base-element - ignored; retrieval http://r/x overridden")
        << "in a document in it";
    EXPECT_EQ(drawn(scopes, scopes.add(from(BaseFrom::xml_base, value), retrieval)),
              "http://r/x retrieval; xml-base - ignored; retrieval http://r/x used")
        << "no base element";
  }
  EXPECT_EQ(drawn(scopes, scopes.add(from(BaseFrom::base_element, "data:,"), retrieval)),
            "http://r/x retrieval; base-element - ignored; retrieval http://r/x used");
}

TEST(Layers, DisqualifiedOnesDoNotContend) {
  Scopes scopes;
  const std::uint32_t base = scopes.add(from(BaseFrom::base_element, "http://b/"));
  Candidate candidate = from(BaseFrom::base_element, "/t/");
  candidate.disqualified = "it stands elsewhere";
  const std::uint32_t inner = scopes.add(candidate, base);
  EXPECT_EQ(drawn(scopes, inner), "http://b/ base-element; base-element - ignored; base-element http://b/ used");
  EXPECT_EQ(scopes[inner].reason, "it stands elsewhere");
  candidate.is_unknown = true;
  EXPECT_EQ(drawn(scopes, scopes.add(candidate, base)), drawn(scopes, inner)) << "whatever stands in it";
}

/// A base in another spelling, or of a codebase, comes from where the one around comes from.
TEST(Layers, WhatIsNoLayerIsNotDrawn) {
  Scopes scopes;
  const std::uint32_t retrieval = scopes.add(from(BaseFrom::retrieval, "http://r/x"));
  const std::uint32_t codebase = scopes.add(*Base::from("http://c/"), retrieval);
  EXPECT_EQ(drawn(scopes, codebase), "http://c/ retrieval; retrieval http://r/x used");
}

}  // namespace
}  // namespace absolve
