#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "../src/archive/digest.h"
#include "../src/codec/transfer/base64.h"
#include "absolve/absolve.h"
#include "support/archives.h"
#include "support/codings.h"
#include "support/exact.h"
#include "support/marked.h"
#include "support/packed.h"
#include "support/promises.h"
#include "support/repeated.h"
#include "support/shell.h"
#include "support/table.h"
#include "support/torture.h"

namespace absolve {
namespace {

const ArchiveCopy a_copy{.name = "a.warc.gz", .options = "--resolver rfc1808", .date = "2026-01-02T03:04:05Z"};

/// A record with what is to change in it.
test::Marked record_of(std::string_view marked) { return {marked, "{{", "}}"}; }

std::string response(std::string_view marked, const ArchiveCopy& copy = a_copy) {
  const test::Marked record = record_of(marked);
  return response_record(test::Exact(record.text()).view(), record.edits(), copy);
}

std::string conversion(std::string_view marked, std::string_view media_type, const ArchiveCopy& copy = a_copy) {
  const test::Marked record = record_of(marked);
  return conversion_record(test::Exact(record.text()).view(), record.edits(), media_type, copy);
}

TEST(NewRecords, OfAFullCopyAreAsTheirTableSays) {
  for (const test::Row& row : test::read_table("records/response.tsv", 3)) {
    EXPECT_EQ(response(row.fields[1]), row.fields[2]) << row.where << ": " << row.fields[0];
  }
}

TEST(NewRecords, BeginAsTheirTableSays) {
  for (const test::Row& row : test::read_table("records/beginning.tsv", 3)) {
    const std::string& expected = row.fields[2] == "same" ? row.fields[1] : row.fields[2];
    EXPECT_EQ(response_beginning(test::Exact(row.fields[1]).view(), a_copy), expected) << row.where;
  }
}

TEST(NewRecords, OfConversionsAreAsTheirTableSays) {
  for (const test::Row& row : test::read_table("records/conversion.tsv", 4)) {
    EXPECT_EQ(conversion(row.fields[1], row.fields[2]), row.fields[3]) << row.where << ": " << row.fields[0];
  }
}

TEST(NewRecords, OfTheArchiveAreAsTheirTableSays) {
  for (const test::Row& row : test::read_table("records/info.tsv", 4)) {
    const ArchiveEmit emit = row.fields[2] == "response" ? ArchiveEmit::response : ArchiveEmit::conversion;
    EXPECT_EQ(archive_info({row.fields[0], row.fields[1], a_copy.date}, emit), row.fields[3]) << row.where;
  }
}

TEST(NewRecords, HaveDigestsAsTheirTableSays) {
  for (const test::Row& row : test::read_table("records/digests.tsv", 5)) {
    auto digest = warc::Digest::of(row.fields[0]);
    ASSERT_EQ(digest.has_value(), row.fields[2] != "unknown") << row.where;
    if (!digest) continue;
    const test::Exact text(row.fields[1]);
    for (const char& c : text.view()) digest->add({&c, 1});
    const std::string bytes = digest->finish();
    EXPECT_EQ(warc::base16(bytes), row.fields[2]) << row.where;
    EXPECT_EQ(warc::base32(bytes), row.fields[3]) << row.where;
    EXPECT_EQ(codec::encode_base64(bytes), row.fields[4]) << row.where;
  }
  for (const test::Row& row : test::read_table("records/bases.tsv", 4)) {
    EXPECT_EQ(warc::base16(row.fields[0]), row.fields[1]) << row.where;
    EXPECT_EQ(warc::base32(row.fields[0]), row.fields[2]) << row.where;
    EXPECT_EQ(codec::encode_base64(row.fields[0]), row.fields[3]) << row.where;
  }
}

TEST(NewRecords, HaveIdsAsTheirTableSays) {
  for (const test::Row& row : test::read_table("records/ids.tsv", 2)) {
    EXPECT_EQ(warc::record_id(row.fields[0]), row.fields[1]) << row.where;
  }
}

/// What is damaged comes out as it is, but for the IDs of a full copy: whoever checks it must find that out.
TEST(NewRecords, OfDamagedOnesAreAsTheirTableSays) {
  const std::string block = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=x>";
  const Given given = {{.type = Type::warc}, {.headers = true}};
  for (const test::Row& row : test::read_table("records/damage.tsv", 3)) {
    SCOPED_TRACE(row.where + ": " + row.fields[0]);
    for (const std::string type : {"response", "resource"}) {
      const std::string fields = "WARC-Type: " + type + "\r\nContent-Type: text/html\r\nWARC-Target-URI: http://h/\r\n";
      std::string record = test::warc_record(fields + "WARC-Record-ID: <urn:a>\r\n" + row.fields[1], block);
      record.resize(record.size() - 4);  // without the line ends after it
      test::expect_promises(record, given);
      const Plan plan = absolve::plan(record, given);
      const bool is_damaged = row.fields[2] == "damaged";
      EXPECT_EQ(plan.edits().empty(), is_damaged);
      EXPECT_EQ(plan.failed(), is_damaged);
      const std::string copy = response_record(record, plan.edits(), a_copy);
      EXPECT_EQ(copy.find(block) != std::string::npos, is_damaged);
      EXPECT_NE(copy.find("WARC-Previous-Record-ID: <urn:a>"), std::string::npos);
      EXPECT_EQ(conversion_record(record, plan.edits(), "", a_copy).empty(), is_damaged);
      if (!is_damaged) continue;
      EXPECT_NE(copy.find(row.fields[1] + "Content-Length"), std::string::npos);
      ASSERT_EQ(plan.notes().size(), 1U);
      EXPECT_EQ(plan.notes()[0].text, "it is damaged: its WARC-Block-Digest does not match its block; left unchanged");
    }
  }
}

/// What a field of a record says, with the digest by which it should be.
bool is_right(const std::string& said, std::string_view text) {
  const auto [algorithm, value] = warc::read_labelled_digest(said);
  auto digest = warc::Digest::of(algorithm);
  if (!digest || !value) return false;
  digest->add(text);
  return warc::is_written_for(*value, digest->finish()).value_or(false);
}

/// What is whole is rewritten, and all of its new digests are right, whatever they were of.
TEST(NewRecords, OfWholeOnesAreAsTheirTableSays) {
  const Given given = {{.type = Type::warc}, {.headers = true}};
  for (const test::Row& row : test::read_table("records/whole.tsv", 5)) {
    SCOPED_TRACE(row.where + ": " + row.fields[0]);
    const std::string fields =
        "WARC-Type: " + row.fields[1] + "\r\nContent-Type: text/html\r\nWARC-Target-URI: http://h/\r\n";
    std::string record = test::warc_record(fields + row.fields[2], row.fields[3]);
    record.resize(record.size() - 4);  // without the line ends after it
    test::expect_promises(record, given);
    const Plan plan = absolve::plan(record, given);
    const bool is_damaged = row.fields[4] == "damaged";
    EXPECT_EQ(plan.edits().empty(), is_damaged);
    EXPECT_EQ(plan.failed(), is_damaged);
    if (is_damaged) continue;
    std::string copy = response_record(record, plan.edits(), a_copy);
    copy.resize(copy.size() - 4);
    const std::string block = copy.substr(copy.find("\r\n\r\n") + 4);
    const std::string body = row.fields[1] == "response" ? block.substr(block.rfind("\r\n\r\n") + 4) : block;
    EXPECT_EQ(body, "<a href=http://h/x>");
    std::istringstream lines(copy.substr(0, copy.size() - block.size()));
    for (std::string line; std::getline(lines, line);) {
      const std::string value = line.substr(std::min(line.find(':'), line.size() - 1) + 1);
      EXPECT_TRUE(!line.starts_with("WARC-Block-Digest") || is_right(value, block)) << line;
      EXPECT_TRUE(!line.starts_with("WARC-Payload-Digest") || is_right(value, body)) << line;
    }
  }
}

/// A record as nobody writes it: a page of torture, packed somehow, under a header that may lie.
std::string torture_record(unsigned seed) {
  using codec::Coding;
  test::Random random(seed);
  const auto some_of = [&](std::initializer_list<const char*> lines) {
    std::string some;
    for (const char* line : lines) some += random.one_in(2) ? line : "";
    return some;
  };
  constexpr auto ways = std::to_array<std::pair<const char*, Coding>>(
      {{"gzip", Coding::gzip}, {"deflate", Coding::deflate}, {"br", Coding::brotli}, {"zstd", Coding::zstd}});
  std::string body = test::torture_page(seed);
  std::string names;
  for (std::size_t i = random.below(3); i > 0; --i) {
    const auto& [name, coding] = ways[random.below(ways.size())];
    body = test::packed(coding, body, random);
    names.append(names.empty() ? "" : ", ").append(name);
  }
  if (random.one_in(8)) names.append(names.empty() ? "" : ", ").append("gzip, br");
  std::string header = some_of({"HTTP/1.1 103 Early Hints\r\nLink: <early.css>\r\n\r\n"});
  header += "HTTP/1.1 200 OK\r\n";
  header += some_of({"Content-Type: text/html; charset=utf-8\r\n", "Location: ../there\r\n", "ETag: e\r\n",
                     "Digest: md5=x\r\n", "Content-Base: /c/d/\r\n", "Link: <e>; rel=next\r\n"});
  if (!names.empty()) header += "Content-Encoding: " + names + "\r\n";
  if (random.one_in(2)) {
    header += "Transfer-Encoding: chunked\r\nTrailer: A\r\n";
    if (!random.one_in(4)) body = test::packed(Coding::chunked, body, random);
  }
  header += some_of({"Content-Length: 7\r\n"});
  const std::string fields =
      some_of({"WARC-Record-ID: <urn:a>\r\n", "WARC-Record-ID: <urn:b>\r\n", "WARC-Previous-Record-ID: <urn:z>\r\n",
               "WARC-Concurrent-To: <urn:a>\r\n", "WARC-Target-URI: http://h.example/a/b\r\n",
               "WARC-Block-Digest: sha-256:AAAA\r\n", "WARC-Block-Digest: md5:0\r\n",
               "WARC-Payload-Digest: sha1:AAAA\r\n", "no field\r\n"});
  const bool is_resource = random.one_in(8);
  const std::string block = is_resource ? body : header + "\r\n" + body;
  const std::string digest = random.one_in(2) ? test::block_digest(random.one_in(16) ? "" : block) : "";
  const std::string record = test::warc_record(
      (is_resource ? "WARC-Type: resource\r\nContent-Type: text/html\r\n" : "WARC-Type: response\r\n") + fields +
          digest,
      block);
  return record.substr(0, record.size() - 4);  // without the line ends after it
}

TEST(NewRecords, KeepThePromises) {
  std::size_t changed = 0;
  constexpr unsigned count = 600;
  for (unsigned seed = 0; seed < count; ++seed) {
    SCOPED_TRACE(seed);
    Given given = {{.type = Type::warc, .content_coding = ContentCoding::identity}, {.headers = seed % 2 == 0}};
    given.options.remove_base_elements = seed % 3 == 0;
    const std::string record = torture_record(seed);
    changed += test::expect_promises(record, given) != record ? 1U : 0U;
  }
  EXPECT_GT(changed, count / 3);
}

/// Whatever the header of a record looks like.
TEST(NewRecords, OfOddOnesKeepThePromises) {
  const Given given = {{.type = Type::warc, .content_coding = ContentCoding::identity}, {.headers = true}};
  for (const auto& [table, columns] : {std::pair{"response", 3U}, {"conversion", 4U}, {"beginning", 3U}}) {
    for (const test::Row& row : test::read_table("records/" + std::string(table) + ".tsv", columns)) {
      SCOPED_TRACE(row.where + ": " + row.fields[0]);
      const std::string record = record_of(row.fields[1]).text();
      test::expect_promises(record, given);
      test::expect_promises(test::replaced(record, "Digest: ", "Digest: x-"), given);  // which proves no damage
    }
  }
}

/// Other options, another mode, another ID: other records are made, which must not have the IDs of these.
TEST(NewRecords, HaveIdsOfTheirOwn) {
  const auto id_in = [](const std::string& record) {
    const std::size_t at = record.find("<urn:uuid:");
    return record.substr(at, record.find('>', at) - at);
  };
  const std::string record =
      "WARC/1.0\r\nWARC-Record-ID: <urn:a>\r\nWARC-Type: resource\r\nContent-Length: 1\r\n\r\n{{a|b}}";
  const ArchiveCopy other{.name = a_copy.name, .options = "other", .date = a_copy.date};
  EXPECT_EQ(id_in(response(record)), id_in(response(record)));
  EXPECT_NE(id_in(response(record)), id_in(response(record, other)));
  EXPECT_NE(id_in(response(record)), id_in(conversion(record, "")));
  EXPECT_NE(id_in(conversion(record, "")), id_in(conversion(record, "", other)));
  EXPECT_NE(id_in(response(record)), id_in(response(test::replaced(record, "urn:a", "urn:b"))));
}

/// The records of the tables that change, and those of all combinations of what there is to be made right, in one
/// archive. Not all readers know headers as odd as there are, or lines that end in LF.
std::string much(bool odd_too) {
  std::string archive = archive_info(a_copy, ArchiveEmit::response);
  for (const test::Row& row : test::read_table("records/conversion.tsv", 4)) {
    archive += conversion(row.fields[1], row.fields[2]);
  }
  for (const test::Row& row : test::read_table("records/response.tsv", 3)) {
    const bool changes = row.fields[1].find("{{") != std::string::npos && row.fields[1].starts_with("WARC/");
    // A digest that stays was never right.
    const bool has_new_body = row.fields[2].find("\nTransfer-Encoding: chunked") == std::string::npos;
    if (odd_too && changes && has_new_body) archive += response(row.fields[1]);
  }
  const auto digests = {"sha1:" + test::repeated("A", 32), "sha1:" + test::repeated("0", 40),
                        "sha-256:" + test::repeated("0", 64), "md5:" + test::repeated("0", 32), std::string("x:y")};
  const auto bodies = {"<a href={{x|http://h/x}}>", "{{7\r\n<a href=\r\n2\r\nx>\r\n0\r\n\r\n|<a href=http://h/x>}}",
                       "abc {{d|}}\r\n\r\n", "abc"};
  for (const std::string& digest : digests) {
    for (const std::string body : bodies) {
      for (unsigned bits = 0; bits < 16; ++bits) {
        if (!odd_too && (bits & 1) != 0) continue;
        const std::string end = (bits & 1) != 0 ? "\n" : "\r\n";
        std::string block = "HTTP/1.1 200 OK" + end + "Server: a" + end;
        if ((bits & 2) != 0) block += "Transfer-Encoding: chunked" + end;
        if ((bits & 4) != 0) block += "Content-Length: 3" + end;
        if ((bits & 8) != 0 || body == "abc") block += "Location: {{x|http://h/x}}" + end;
        if (body == "abc") block = test::replaced(block, "Transfer-Encoding", "X-Transfer-Encoding");
        block += end + body;
        // Where the body stays, so does its digest, right or wrong.
        const std::string field = body == "abc" ? "WARC-Other-Digest: " : "WARC-Payload-Digest: ";
        archive += response("WARC/1.0" + end + "WARC-Record-ID: <urn:a>" + end + "WARC-Type: response" + end +
                            "WARC-Block-Digest: " + digest + end + field + digest + end +
                            "Content-Length: " + std::to_string(record_of(block).text().size()) + end + end + block);
      }
    }
  }
  return archive;
}

/// What another program says of what was written: it prints how many records and digests it has seen.
void expect_right(const std::string& archive, const std::string& command, const std::string& counts) {
  constexpr int no_such_command = 127;
  const test::TemporaryDirectory folder;
  std::ofstream(folder.path() + "/new.warc", std::ios::binary) << archive;
  const test::ShellResult result = test::run_shell(command + " new.warc", folder.path());
  if (result.status == test::missing || result.status == no_such_command) GTEST_SKIP() << "skipped: " << result.err;
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out, counts);
}

TEST(NewRecords, AreRightToPython) {
  expect_right(much(true), "python3 " + test::testdata("../tests/support/records_right.py"),
               "385 records, 673 digests\n");
}

TEST(NewRecords, AreRightToWarcio) {
  expect_right(much(false), "node " + test::testdata("../tests/support/records_right.js"),
               "187 records, 333 digests\n");
}

/// The charset that a resource record declares, and that which the user knows to be right.
TEST(Records, HaveTheCharsetsOfTheirPages) {
  std::string page;  // in UTF-16
  for (const char c : std::string_view("<a href=x>")) (page += c) += '\0';
  struct Row {
    const char* declared;
    const char* named;
    std::size_t links;
  };
  for (const Row& row :
       {Row{"; charset=utf-16le", "", 1}, Row{"", "utf-16le", 1}, Row{"; charset=utf-8", "utf-16le", 1},
        Row{"; charset=utf-16le", "utf-8", 0}, Row{"", "", 0}}) {
    std::string record =
        test::warc_record(std::string("WARC-Type: resource\r\nWARC-Target-URI: http://h/\r\nContent-Type: text/html") +
                              row.declared + "\r\n",
                          page);
    record.resize(record.size() - 4);  // without the line ends after it
    const Plan result = plan(record, {.type = Type::warc, .charset = row.named});
    EXPECT_EQ(result.links().size(), row.links) << row.declared << ' ' << row.named;
  }
}

}  // namespace
}  // namespace absolve
