#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <string_view>

#include "../src/archive/exchanges.h"
#include "../src/text/utf8.h"
#include "absolve/absolve.h"
#include "support/archives.h"
#include "support/codings.h"
#include "support/exact.h"
#include "support/table.h"

namespace absolve {
namespace {

/// The keys are those that the Python module surt makes.
TEST(Captures, HaveTheKeysOfTheTable) {
  for (const test::Row& row : test::read_table("archives/surt.tsv", 2)) {
    EXPECT_EQ(surt_key(row.fields[0]), row.fields[1]) << row.where;
  }
}

/// Any bytes have one, in a line.
TEST(Captures, HaveKeysWhateverTheyAreOf) {
  const std::string pieces[] = {"http://",
                                "a",
                                ".",
                                "%",
                                "25",
                                "41",
                                "/",
                                "?",
                                "&",
                                "=",
                                "[",
                                "]",
                                ":",
                                "@",
                                "#",
                                "\xC3",
                                "\xA9",
                                " ",
                                "\n",
                                "www",
                                "..",
                                "sid=",
                                std::string(32, 'b'),
                                "\xF0\x9F\x92\xA9"};
  for (unsigned seed = 0; seed < 20'000; ++seed) {
    test::Random random(seed);
    std::string url = seed % 2 == 0 ? "http://" : "";
    for (std::size_t i = random.below(12); i > 0; --i) url += pieces[random.below(std::size(pieces))];
    EXPECT_EQ(surt_key(url).find_first_of(" \n"), std::string::npos) << url;
  }
}

/// A member of a line of an index, which holds no escapes.
std::string member_of(const std::string& line, std::string_view name) {
  const std::string begin = "\"" + std::string(name) + "\": \"";
  const std::size_t at = line.find(begin);
  return at == std::string::npos
             ? "-"
             : line.substr(at + begin.size(), line.find('"', at + begin.size()) - at - begin.size());
}

/// What pywb's indexer says of real archives. It lists what DNS answered, too; it says no status of a revisit, and no
/// milliseconds; it writes blanks in URLs as escapes.
TEST(Captures, AreThoseThatAnIndexerFinds) {
  const std::string corpus = ABSOLVE_CORPUS;
  if (!std::filesystem::exists(corpus + "/cdxj")) GTEST_SKIP() << "skipped: there is no corpus";
  std::size_t keys = 0;
  std::size_t lines_compared = 0;
  for (const auto& entry : std::filesystem::directory_iterator(corpus + "/cdxj")) {
    std::multiset<std::string> expected;
    std::istringstream lines(test::read_file(entry.path().string()));
    for (std::string line; std::getline(lines, line); ++keys) {
      const std::string key = line.substr(0, line.find(' '));
      const std::string url = member_of(line, "url");
      EXPECT_EQ(surt_key(url), key) << line;
      if (key.starts_with("dns:")) continue;
      const std::string mime = member_of(line, "mime");
      const std::string status = mime == "warc/revisit" ? "*" : member_of(line, "status");
      expected.insert(key + " " + line.substr(key.size() + 1, 14) + " " + mime + " " + status + " " +
                      member_of(line, "offset"));
    }
    const std::string name = entry.path().stem().string();
    if (name.find(".arc") != std::string::npos) continue;  // capture_of() reads no ARC
    std::ifstream archive(corpus + "/warc/" + name, std::ios::binary);
    test::ArchiveReader reader([&](std::span<char> room) {
      return static_cast<std::size_t>(archive.read(room.data(), static_cast<std::streamsize>(room.size())).gcount());
    });
    std::multiset<std::string> found;
    while (const auto record = reader.next()) {
      const auto capture = capture_of(record->text);
      if (!capture) continue;
      const std::string status = capture->mime == "warc/revisit" ? "*"
                                 : capture->status.empty()       ? "-"
                                                                 : capture->status;
      found.insert(capture->key + " " + capture->time.substr(0, 14) + " " + capture->mime + " " + status + " " +
                   std::to_string(record->offset));
    }
    EXPECT_EQ(found, expected) << name;
    lines_compared += found.size();
  }
  EXPECT_GT(keys, 500U);
  EXPECT_GT(lines_compared, 300U);
}

/// What an index says of a record: key, time, type, status, digest; `-`: nothing, or the record is not in it.
TEST(Captures, AreWhatTheTableSays) {
  for (const test::Row& row : test::read_table("archives/captures.tsv", 3)) {
    const std::string record = test::warc_record(row.fields[0], row.fields[1]);
    const auto capture = capture_of(test::Exact(record.substr(0, record.size() - 4)).view());
    std::string said;
    if (capture) {
      for (const std::string& one : {capture->key, capture->time, capture->mime, capture->status, capture->digest}) {
        said.append(said.empty() ? "" : " ").append(one.empty() ? "-" : one);
      }
    }
    EXPECT_EQ(said.empty() ? "-" : said, row.fields[2]) << row.where;
  }
}

std::string request(std::string_view url, std::string_view block) {
  std::string record = test::warc_record("WARC-Type: request\r\nWARC-Target-URI: " + std::string(url) + "\r\n", block);
  record.resize(record.size() - 4);  // without the line ends after it
  return record;
}

/// As cdxj-indexer has them.
TEST(Captures, AnswerTheRequestsOfTheTable) {
  for (const test::Row& row : test::read_table("archives/requests.tsv", 4)) {
    const auto found = captured_request(test::Exact(request(row.fields[0], row.fields[1])).view());
    EXPECT_EQ(found ? found->method + " " + found->body : "-", row.fields[2]) << row.where;
    EXPECT_EQ(found ? found->key : "-", row.fields[3]) << row.where;
  }
}

/// What was sent counts up to 4,096 characters.
TEST(Captures, AnswerLongRequestsByTheirBeginnings) {
  const auto body_of = [](std::string_view type, const std::string& body) {
    return captured_request(request("http://h/", "POST / HTTP/1.1\r\nContent-Type: " + std::string(type) +
                                                     "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
                                                     body))
        .value()
        .body;
  };
  constexpr std::string_view form = "application/x-www-form-urlencoded";
  std::string accented;
  for (int i = 0; i < 4096; ++i) accented += "\xC3\xA9";
  EXPECT_EQ(body_of(form, accented), accented);
  EXPECT_EQ(body_of(form, accented + "x"), accented);
  EXPECT_EQ(body_of(form, accented.substr(2) + "xy"), accented.substr(2) + "x");
  const std::string zeros(10'000, '\0');
  EXPECT_EQ(body_of("x/y", zeros), "__wb_post_data=" + std::string(4096 - 15, 'A'));
  EXPECT_EQ(body_of("x/y", std::string(3'061, '\0')).size(), 4096U);
  EXPECT_EQ(body_of("x/y", std::string(3'059, '\0')), "__wb_post_data=" + std::string(4079, 'A') + "=");
}

/// Whatever was sent, it becomes UTF-8 of a limited size, and a key without blanks.
TEST(Captures, AnswerAnyRequest) {
  const std::string types[] = {"application/x-www-form-urlencoded", "application/json", "text/plain",
                               "multipart/form-data; boundary=b", "x"};
  const std::string pieces[] = {"a",        "=",
                                "&",        "%",
                                "C3",       "A9",
                                "+",        "{",
                                "}",        "[",
                                "]",        "\"",
                                ":",        ",",
                                "\\u00",    "1",
                                "e9",       "true",
                                " ",        "\r\n",
                                "--b",      "Content-Disposition: form-data; name=",
                                "\r\n\r\n", "\xC3",
                                "\xA9",     "\xF0\x9F"};
  for (unsigned seed = 0; seed < 20'000; ++seed) {
    test::Random random(seed);
    std::string body;
    for (std::size_t i = random.below(30); i > 0; --i) body += pieces[random.below(std::size(pieces))];
    const std::string text =
        request("http://h/", "POST / HTTP/1.1\r\nContent-Type: " + types[seed % std::size(types)] + "\r\n\r\n" + body);
    const CapturedRequest found = captured_request(test::Exact(text).view()).value();
    EXPECT_TRUE(is_utf8(found.body)) << seed;
    EXPECT_LE(found.body.size(), 4 * 4096U);
    EXPECT_EQ(found.key.find_first_of(" \r\n"), std::string::npos) << found.key;
  }
}

/// A request without a Content-Length counts up to 8,192 bytes.
TEST(Captures, AnswerRequestsOfUnknownLength) {
  const std::string json = R"({"a":"b","c":1})";
  const auto body_after = [&](std::size_t blanks) {
    return captured_request(request("http://h/", "PUT / HTTP/1.1\r\nContent-Type: text/plain\r\n\r\n" +
                                                     std::string(blanks, ' ') + json))
        .value()
        .body;
  };
  const std::size_t most = 8192 - json.size();
  EXPECT_EQ(body_after(most), "a=b&c=1");
  EXPECT_TRUE(body_after(most + 1).starts_with("__wb_post_data=")) << body_after(most + 1);
}

/// The records of an archive, each after a semicolon: type, ID, IDs that it is concurrent to, URL, date, method; and
/// which of them are found to answer which request.
TEST(Captures, AnswerTheRequestsThatBelongToThem) {
  for (const test::Row& row : test::read_table("archives/exchanges.tsv", 2)) {
    Exchanges exchanges;
    std::istringstream records(row.fields[0]);
    std::size_t number = 0;
    std::string found;
    for (std::string type, id, others, url, date, method; records >> type >> id >> others >> url >> date >> method;) {
      std::string fields = "WARC-Type: " + type + "\r\nWARC-Record-ID: <" + id + ">\r\nWARC-Target-URI: " + url +
                           "\r\nWARC-Date: " + date + "\r\n";
      std::istringstream concurrent(others);
      for (std::string other; std::getline(concurrent, other, ',');) {
        if (other != "-") fields += "WARC-Concurrent-To: <" + other + ">\r\n";
      }
      const auto answered = exchanges.add(test::warc_record(fields, method + " / HTTP/1.1\r\n\r\n"), ++number);
      if (!answered) continue;
      found.append(found.empty() ? "" : " ").append(std::to_string(answered->number) + answered->request.method);
    }
    for (const Exchanges::Answered& one : exchanges.rest()) {
      found.append(found.empty() ? "rest:" : " rest:").append(std::to_string(one.number) + one.request.method);
    }
    EXPECT_EQ(found, row.fields[1]) << row.where;
  }
}

/// Records that wait for their counterpart are remembered, up to a limit.
TEST(Captures, AnswerRequestsThatComeMuchLater) {
  const auto record = [](std::string_view type, std::size_t number) {
    return test::warc_record("WARC-Type: " + std::string(type) + "\r\nWARC-Target-URI: http://h/" +
                                 std::to_string(number) + "\r\nWARC-Date: x\r\n",
                             "POST / HTTP/1.1\r\n\r\n");
  };
  Exchanges exchanges;
  constexpr std::size_t most = 1000;
  for (std::size_t i = 0; i <= most; ++i) EXPECT_FALSE(exchanges.add(record("response", i), i));
  EXPECT_FALSE(exchanges.add(record("request", 0), 0));
  for (std::size_t i = 1; i <= most; ++i) EXPECT_EQ(exchanges.add(record("request", i), 0).value().number, i);
  EXPECT_EQ(exchanges.add(record("revisit", 0), 7).value().number, 7U);
}

}  // namespace
}  // namespace absolve
