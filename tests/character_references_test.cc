#include <gtest/gtest.h>
#include <gumbo.h>

#include <string>
#include <vector>

#include "../src/codec/codec.h"
#include "../src/codec/markup/character_references.h"
#include "support/exact.h"
#include "support/table.h"

namespace absolve::codec {
namespace {

std::string decoded(std::string_view raw) {
  std::string scratch;
  return std::string(decode_attribute(test::Exact(raw).view(), scratch));
}

TEST(CharacterReferences, Table) {
  for (const test::Row& row : test::read_table("html/character_references.tsv", 2)) {
    EXPECT_EQ(decoded(row.fields[0]), row.fields[1]) << row.where << ": " << row.fields[0];
    for (std::size_t before = 1; before < 34; ++before) {
      const std::string padding(before, 'x');
      EXPECT_EQ(decoded(padding + row.fields[0]), padding + row.fields[1]) << row.where << ": " << row.fields[0];
    }
  }
}

/// What is to be decoded is found at any place in a text of any size.
TEST(CharacterReferences, AreFoundAnywhere) {
  for (std::size_t size = 1; size < 50; ++size) {
    for (std::size_t at = 0; at < size; ++at) {
      for (const char c : {'&', '\r', '\0', '\n', '\x80'}) {
        std::string text(size, 'x');
        text[at] = c;
        const test::Exact exact(text);
        const bool is_decoded = c == '&' || c == '\r' || c == '\0';
        ASSERT_EQ(find_decoded(exact.view(), 0), is_decoded ? at : size) << int{c};
        ASSERT_EQ(find_decoded(exact.view(), at + 1), size) << int{c};
      }
    }
  }
}

TEST(CharacterReferences, TableOfXml) {
  for (const test::Row& row : test::read_table("codec/xml_character_references.tsv", 2)) {
    std::string scratch;
    const test::Exact raw(row.fields[0]);
    EXPECT_EQ(decode_attribute(raw.view(), scratch, ReferenceIn::xml), row.fields[1])
        << row.where << ": " << row.fields[0];
    EXPECT_EQ(open(Coding::xml_quotation_mark, row.fields[0])->text(), row.fields[1]) << row.where;
    EXPECT_EQ(open(Coding::xml_content, row.fields[0])->text(), row.fields[1]) << row.where;
  }
}

TEST(CharacterReferences, EntitiesAreWhatTheTableSays) {
  for (const test::Row& row : test::read_table("codec/entities.tsv", 4)) {
    const test::Exact raw(row.fields[1]);
    const std::string name(entity_at(raw.view(), 0));
    EXPECT_EQ(name, row.fields[2]) << row.where << ": " << row.fields[0];
    const std::string_view known = name.empty() ? "none" : is_known_entity(name) ? "known" : "unknown";
    EXPECT_EQ(known, row.fields[3]) << row.where << ": " << row.fields[0];
    EXPECT_EQ(entity_at("a" + row.fields[1], 1), name);
  }
}

TEST(CharacterReferences, NamesOfEntitiesHaveAnEnd) {
  const auto reference = [](std::size_t size) { return "&" + std::string(size, 'a') + ";"; };
  EXPECT_EQ(entity_at(reference(256), 0).size(), 256U);
  EXPECT_EQ(entity_at(reference(257), 0), "");
  EXPECT_FALSE(is_known_entity(std::string(1'000'000, 'a')));
  EXPECT_FALSE(is_known_entity(""));
  EXPECT_FALSE(is_known_entity("amp;"));
}

/// Bytes that come from one reference have one place: where it starts. The end of all is the end of the value.
TEST(CharacterReferences, OffsetsLeadBack) {
  const std::string raw = "a&amp;b\r\n&NotEqualTilde;&#65c";
  const auto codec = open(Coding::quotation_mark, raw);
  const std::string_view text = codec->text();
  EXPECT_EQ(text,
            "a&b\n\xE2\x89\x82\xCC\xB8"
            "Ac");
  const std::vector<std::pair<std::string, std::size_t>> places = {{"a", 0},    {"&", 1},  {"b", 6}, {"\n", 7},
                                                                   {"\xE2", 9}, {"A", 24}, {"c", 28}};
  for (const auto& [start, offset] : places) EXPECT_EQ(codec->outer_offset(text.find(start)), offset) << start;
  EXPECT_EQ(codec->outer_offset(text.size()), raw.size());
}

/// The names of the standard's table, as it stands in the source.
std::vector<std::string> names() {
  std::vector<std::string> result;
  const std::string table = test::read_file(test::testdata("../src/codec/markup/named_references.inc"));
  for (std::size_t at = 0; (at = table.find("{\"", at)) != std::string::npos;) {
    at += 2;
    result.push_back(table.substr(at, table.find('"', at) - at));
  }
  return result;
}

/// Gumbo has a table of its own.
TEST(CharacterReferences, AllNamesMeanWhatTheyMeanToGumbo) {
  const std::vector<std::string> all = names();
  EXPECT_EQ(all.size(), 2231U);
  for (const std::string& name : all) {
    for (const std::string after : {"", " ", "=", "x", ";"}) {
      const std::string value = "&" + name + after;
      const std::string page = "<p title=\"" + value + "\">";
      GumboOutput* output = gumbo_parse(page.c_str());
      const GumboNode* body = static_cast<GumboNode*>(output->root->v.element.children.data[1]);
      const GumboNode* paragraph = static_cast<GumboNode*>(body->v.element.children.data[0]);
      const GumboAttribute* title = gumbo_get_attribute(&paragraph->v.element.attributes, "title");
      EXPECT_EQ(decoded(value), title->value) << value;
      gumbo_destroy_output(&kGumboDefaultOptions, output);
    }
  }
}

}  // namespace
}  // namespace absolve::codec
