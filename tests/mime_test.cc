#include <gtest/gtest.h>

#include <array>
#include <map>

#include "../src/detect/types.h"
#include "../src/find/container.h"
#include "../src/mime/locations.h"
#include "../src/mime/media_type.h"
#include "../src/mime/parts.h"
#include "absolve/absolve.h"
#include "support/corpus.h"
#include "support/exact.h"
#include "support/table.h"

namespace absolve::mime {
namespace {

std::string drawn(std::string_view message) {
  const auto entities = find_entities(message);
  std::vector<std::size_t> levels;
  std::string text;
  for (const Entity& entity : entities) {
    levels.push_back(entity.parent == Entity::none ? 0 : levels[entity.parent] + 1);
    text.append(text.empty() ? "" : "|").append(2 * levels.back(), ' ').append(entity.type.name).append(":");
    text.append(std::to_string(entity.header)).append("-").append(std::to_string(entity.body));
    text.append("-").append(std::to_string(entity.end));
    if (!entity.problem.empty()) text.append(" ").append(entity.problem);
    if (entity.kind == Entity::Kind::encoded_message) text += " encoded";
    if (entity.encoding == TransferEncoding::unknown) text += " unknown";
  }
  return text;
}

TEST(Mime, EntitiesAreWhereTheyShouldBe) {
  for (const test::Row& row : test::read_table("mime/entities.tsv", 3)) {
    EXPECT_EQ(find_entities(row.fields[1]).front().end, row.fields[1].size()) << row.where;
    EXPECT_EQ(drawn(test::Exact(row.fields[1]).view()), row.fields[2]) << row.where << ": " << row.fields[0];
  }
}

TEST(Mime, InputsAreTold) {
  const std::map<Type, std::string_view> names = {{Type::html, "html"},      {Type::warc, "warc"}, {Type::css, "css"},
                                                  {Type::mime, "mime"},      {Type::mbox, "mbox"}, {Type::http, "http"},
                                                  {Type::unknown, "unknown"}};
  for (const test::Row& row : test::read_table("mime/inputs.tsv", 4)) {
    const test::Exact beginning(row.fields[2]);
    EXPECT_EQ(names.at(type_of(beginning.view(), row.fields[1])), row.fields[3]) << row.where << ": " << row.fields[0];
  }
}

TEST(Mime, MediaTypesAreRead) {
  for (const test::Row& row : test::read_table("mime/media_types.tsv", 2)) {
    const MediaType type = read_media_type(test::Exact(row.fields[0]).view());
    std::string read = type.name;
    for (const auto& [name, value] : type.parameters) read += " " + name + "=" + value;
    EXPECT_EQ(read, row.fields[1]) << row.where;
  }
}

TEST(Mime, TransferEncodingsAreReadAsMailReadersDo) {
  constexpr std::array names = {"identity", "quoted-printable", "base64", "unknown"};
  for (const test::Row& row : test::read_table("mime/encodings.tsv", 2)) {
    const TransferEncoding encoding = read_transfer_encoding(test::Exact(row.fields[0]).view());
    EXPECT_EQ(names[static_cast<std::size_t>(encoding)], row.fields[1]) << row.where;
  }
}

TEST(Mime, HeadingsHoldUrls) {
  for (const test::Row& row : test::read_table("mime/headings.tsv", 2)) {
    EXPECT_EQ(url_of(test::Exact(row.fields[0]).view()), row.fields[1]) << row.where;
  }
}

/// The precedence of bases: each row of the table is a place that can hold one, the innermost first. Of every subset
/// of them the first counts.
TEST(Mime, InnermostBaseCountsInEverySubset) {
  const auto places = test::read_table("mime/precedence.tsv", 3);
  ASSERT_EQ(places.size(), 11U);
  for (std::size_t subset = 0; subset < std::size_t{1} << places.size(); ++subset) {
    std::string retrieval;
    std::string base_element;
    std::map<std::string, std::string> headers;
    const test::Row* expected = nullptr;
    for (std::size_t i = 0; i < places.size(); ++i) {
      if ((subset >> i & 1) == 0) continue;
      const auto& cells = places[i].fields;
      const std::string url = "http://h" + std::to_string(i) + "/";
      if (expected == nullptr) expected = &places[i];
      if (cells[0] == "retrieval") {
        retrieval = url;
      } else if (cells[1] == "BASE") {
        base_element = "<base href=" + url + ">";
      } else {
        headers[cells[0]] += cells[1] + ": <URL:" + url + ">\n";
      }
    }
    const std::string message = headers["outer message"] + "Content-Type: message/rfc822\n\n" + headers["multipart"] +
                                "Content-Type: multipart/mixed; boundary=b\n\n--b\n" + headers["part"] +
                                "Content-Type: text/html\n\n" + base_element + "<a href=x>\n--b--\n";
    const Plan plan = absolve::plan(message, {.url = retrieval, .type = Type::mime});
    ASSERT_EQ(plan.documents().size(), 1U);
    const std::uint32_t scope = plan.documents()[0].scope;
    if (expected == nullptr) {
      EXPECT_EQ(plan.base(scope), nullptr);
      continue;
    }
    const auto index = static_cast<std::size_t>(expected - places.data());
    ASSERT_NE(plan.base(scope), nullptr) << subset;
    EXPECT_EQ(plan.base(scope)->url(), "http://h" + std::to_string(index) + "/") << subset;
    EXPECT_EQ(name_of(plan.base_from(scope)), expected->fields[2]) << subset;
  }
}

/// The golden offsets beside the corpus, as numbers in order of appearance.
std::vector<std::size_t> numbers_of(const std::string& json) {
  std::vector<std::size_t> numbers;
  for (std::size_t at = 0; (at = json.find("ffset\": ", at)) != std::string::npos; at += 8) {
    numbers.push_back(std::stoul(json.substr(at + 8)));
  }
  return numbers;
}

class Ranges : public test::OverCorpora {};

TEST_P(Ranges, AreTheGoldenOnes) {
  const bool own = GetParam() == test::Corpus::own;
  const std::string path = test::messages_folder(GetParam()) + (own ? "/box" : "/mimekit/issue1189");
  for (const bool dos : {false, true}) {
    std::string box = test::read_file(path + (own ? ".mbox" : ".mbox.txt"));
    if (dos) box = test::replaced(box, "\n", "\r\n");
    std::vector<std::size_t> found;
    for (std::size_t at = 0; at < box.size();) {
      const Piece message = *next_piece(Container::mailbox, box, at, true);
      const std::string_view text = std::string_view(box).substr(message.offset, message.length);
      const auto entities = find_entities(text);
      found.push_back(at);
      // The golden list names a message, and then its entities.
      for (std::size_t i = 0; i <= entities.size(); ++i) {
        const Entity& entity = entities[i == 0 ? 0 : i - 1];
        for (const std::size_t offset : {entity.header, entity.body, entity.end})
          found.push_back(message.offset + offset);
      }
      at = message.next;
    }
    EXPECT_EQ(found, numbers_of(test::read_file(path + (dos ? ".dos" : ".unix") + "-offsets.json"))) << dos;
  }
}

INSTANTIATE_TEST_SUITE_P(Corpora, Ranges, test::each_corpus(), testing::PrintToStringParamName());

}  // namespace
}  // namespace absolve::mime
