#include <gtest/gtest.h>

#include <gumbo.h>

#include <algorithm>
#include <array>
#include <map>

#include "../src/codec/charset/charset.h"
#include "../src/url/resolver.h"
#include "absolve/absolve.h"
#include "support/corpus.h"
#include "support/everything.h"
#include "support/promises.h"

namespace absolve {
namespace {

const Given at_example = {{.url = "http://example.com/a/b/c.html", .type = Type::html}};

/// What Gumbo says of a page: values by the offset at which each starts, its quote included.
class GumboValues {
 public:
  explicit GumboValues(const std::string& page) : page_(page) {
    GumboOptions given = kGumboDefaultOptions;
    given.max_errors = 0;
    output_ = gumbo_parse_with_options(&given, page.data(), page.size());
    std::vector<const GumboNode*> left = {output_->root};
    while (!left.empty()) {
      const GumboNode* node = left.back();
      left.pop_back();
      if (node->type == GUMBO_NODE_TEXT || node->type == GUMBO_NODE_CDATA) {
        note(node->v.text.original_text.data, node->v.text.text);
      }
      if (node->type != GUMBO_NODE_ELEMENT && node->type != GUMBO_NODE_TEMPLATE) continue;
      const GumboVector& attributes = node->v.element.attributes;
      for (unsigned i = 0; i < attributes.length; ++i) {
        const auto* const attribute = static_cast<const GumboAttribute*>(attributes.data[i]);
        note(attribute->original_value.data, attribute->value);
      }
      const GumboVector& children = node->v.element.children;
      for (unsigned i = 0; i < children.length; ++i) left.push_back(static_cast<const GumboNode*>(children.data[i]));
    }
  }
  ~GumboValues() { gumbo_destroy_output(&kGumboDefaultOptions, output_); }
  GumboValues(const GumboValues&) = delete;
  GumboValues& operator=(const GumboValues&) = delete;

  [[nodiscard]] std::string around(std::size_t offset) const {
    const auto after = values_.upper_bound(offset);
    return after == values_.begin() ? "" : std::prev(after)->second;
  }

 private:
  void note(const char* begin, const char* value) {
    if (begin < page_.data() || begin >= page_.data() + page_.size()) return;
    values_[static_cast<std::size_t>(begin - page_.data())] = value;
  }

  const std::string& page_;
  GumboOutput* output_;
  std::map<std::size_t, std::string> values_;
};

/// Without white space around, and without what Gumbo can't read: bytes that are no ASCII.
std::string comparable(std::string text) {
  std::erase_if(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
  const std::size_t begin = text.find_first_not_of(" \t\n\f\r");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t\n\f\r") + 1 - begin);
}

class WholePages : public test::OverCorpora {};

TEST_P(WholePages, KeepThePromises) {
  for (const auto& [name, page] : test::pages_of(GetParam())) {
    SCOPED_TRACE(name);
    test::expect_promises(page, at_example);
    Given with_all = at_example;
    with_all.options.also = test::everything;
    for (const std::string_view resolver : resolver_names()) {
      with_all.options.resolver = *resolver_named(resolver);
      test::expect_promises(page, with_all);
    }
  }
}

/// The style sheets of the pages, each as a file and as a part of a message.
TEST_P(WholePages, HoldSheetsThatKeepThePromises) {
  std::size_t sheets = 0;
  std::size_t references = 0;
  for (const auto& [name, page] : test::pages_of(GetParam())) {
    SCOPED_TRACE(name);
    for (std::size_t at = page.find("<style"); at != std::string::npos; at = page.find("<style", at + 1)) {
      const std::size_t begin = page.find('>', at) + 1;
      const std::size_t end = std::min(page.find("</style", begin), page.size());
      if (begin == 0) break;
      const std::string sheet = page.substr(begin, end - begin);
      Given given = at_example;
      given.input.type = Type::css;
      test::expect_promises(sheet, given);
      const Plan of_sheet = plan(sheet, given);
      references += of_sheet.links().size();
      given.input.type = Type::mime;
      test::expect_promises("Content-Type: text/css\n\n" + sheet, given);
      ++sheets;
    }
  }
  EXPECT_GT(sheets, GetParam() == test::Corpus::own ? 0U : 50U);
  EXPECT_GT(references, GetParam() == test::Corpus::own ? 0U : 50U);
}

TEST_P(WholePages, ReadToGumboAsWasResolved) {
  std::size_t compared = 0;
  for (const auto& [name, page] : test::pages_of(GetParam())) {
    SCOPED_TRACE(name);
    if (page.starts_with("\xFF\xFE") || page.find('\x1B') != std::string::npos) continue;  // UTF-16, ISO-2022-JP
    const Plan first = plan(page, at_example);
    if (codec::is_multi_byte(codec::encoding_of(first.documents().front().query_charset)))
      continue;  // Gumbo reads bytes
    const std::string output = first.output();
    const Plan again = plan(output, at_example);
    ASSERT_EQ(first.links().size(), again.links().size());
    const GumboValues gumbo(output);
    for (std::size_t i = 0; i < first.links().size(); ++i) {
      const bool in_attribute = !first.links()[i].attribute.empty();
      if (first.links()[i].action != Action::rewrite || !in_attribute) continue;
      ++compared;
      const Link& link = first.links()[i];
      const std::string value = comparable(gumbo.around(again.links()[i].offset));
      // Other attributes hold several references, or more than one.
      constexpr std::array<std::string_view, 6> with_one = {"href", "src", "action", "cite", "poster", "data"};
      const bool holds_one = std::ranges::find(with_one, link.attribute) != with_one.end();
      if (holds_one && first.document(link).around == Document::none) {
        EXPECT_EQ(value, comparable(*link.url()));
      } else {
        EXPECT_NE(value.find(*link.url()), std::string::npos) << value;
      }
    }
  }
  EXPECT_GT(compared, GetParam() == test::Corpus::own ? 50U : 1000U);
}

INSTANTIATE_TEST_SUITE_P(Corpora, WholePages, test::each_corpus(), testing::PrintToStringParamName());

}  // namespace
}  // namespace absolve
