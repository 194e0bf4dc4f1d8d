#include "records.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "../../src/archive/digest.h"
#include "../../src/archive/record.h"
#include "../../src/codec/transfer/base64.h"
#include "../../src/http/blocks.h"
#include "../../src/mime/fields.h"
#include "../../src/text/ascii.h"
#include "../../src/text/limits.h"
#include "../../src/text/lines.h"
#include "absolve/absolve.h"
#include "archives.h"
#include "exact.h"
#include "given.h"

namespace absolve::test {
namespace {

using Kind = warc::Content::Kind;

constexpr std::string_view line_ends = "\r\n\r\n";

/// A record cut into what is looked at.
struct Cut {
  explicit Cut(std::string_view record)
      : text(record), header(warc::read_header(record)), content(warc::content_of(record, header, true)) {
    if (header.is_read()) block = header.block;
    payload = content.kind == Kind::response ? content.begin + http::first_final_block(text.substr(content.begin)).body
                                             : block;
  }

  [[nodiscard]] bool has_payload() const noexcept {
    return content.kind == Kind::response || content.kind == Kind::entity;
  }
  [[nodiscard]] std::vector<std::string> values(std::size_t begin, std::size_t end, std::string_view name) const {
    std::vector<std::string> values;
    for (const mime::Field& field : mime::find_named(text, begin, end, name)) {
      values.push_back(mime::body_of(text, field));
    }
    return values;
  }

  std::string_view text;
  warc::Header header;
  warc::Content content;
  std::size_t block = 0;
  std::size_t payload;
};

/// Where a place in the source stands in the output. None of the edits reaches beyond it.
std::size_t in_output(const Plan& plan, std::size_t at) {
  std::size_t moved = at;
  for (const Edit& edit : plan.edits()) {
    if (edit.offset < at) moved += edit.text.size() - edit.length;
  }
  return moved;
}

/// The names of the fields in a header block, and its other lines, but for those that go on another; without the fields
/// of some name, and without what is put before names.
std::vector<std::string> names_in(std::string_view header, std::string_view but_for) {
  std::vector<std::string> names;
  for (std::size_t at = 0; at < header.size(); at = line_end(header, at) + 1) {
    const std::string_view line = line_at(header, at);
    if (line.starts_with(' ') || line.starts_with('\t')) continue;
    std::string_view name = line.substr(0, line.find(':'));
    constexpr std::string_view mark = "X-Orig-";
    if (name.starts_with(mark)) name.remove_prefix(mark.size());
    if (lower_case(name) != but_for) names.emplace_back(name);
  }
  return names;
}

/// Whether the header of what was made is longer than is read, as small limits make likely.
bool has_long_header(std::string_view made) { return limits::are_small && made.find("\r\n\r\n") >= limits::header - 4; }

/// The only record in what was made, without its line ends.
std::string text_in(std::string_view made) {
  const ArchiveRead read = read_archive(made);
  EXPECT_EQ(read.trouble, "");
  EXPECT_EQ(read.records.size(), 1U) << made;
  if (read.records.size() != 1) return {};
  EXPECT_EQ(read.records[0].line_ends, line_ends);
  EXPECT_EQ(read.all(), made);
  return read.records[0].text;
}

/// Whether a digest, as a record has it, is that of some bytes, in any of the ways to write one.
bool is_digest_of(std::string_view bytes, std::string_view said) {
  const std::size_t colon = std::min(said.find(':'), said.size());
  auto digest = warc::Digest::of(said.substr(0, colon));
  if (!digest || colon == said.size()) return false;
  digest->add(bytes);
  const std::string right = digest->finish();
  std::string_view value = trimmed(said.substr(colon + 1));
  value = value.substr(0, value.find('='));
  const std::array ways = {warc::base16(right), warc::base32(right), codec::encode_base64(right)};
  return std::ranges::any_of(ways, [&](std::string_view way) {
    way = way.substr(0, way.find('='));
    return way == value || lower_case(way) == lower_case(value);
  });
}

void expect_digests(const Cut& record, std::string_view name, std::string_view bytes) {
  for (const std::string& value : record.values(record.header.fields, record.header.block, name)) {
    EXPECT_TRUE(is_digest_of(bytes, value)) << name << ": " << value;
  }
}

/// The header of a response whose body has changed says nothing of it that is true no longer.
void expect_true_header(const Cut& copy) {
  for (const char* name : {"Transfer-Encoding", "Content-Encoding", "Trailer", "ETag", "Content-MD5", "Digest"}) {
    EXPECT_TRUE(copy.values(copy.content.begin, copy.payload, name).empty()) << name;
  }
  for (const std::string& length : copy.values(copy.content.begin, copy.payload, "Content-Length")) {
    EXPECT_EQ(length, std::to_string(copy.text.size() - copy.payload));
  }
}

void expect_copy(const Plan& plan, const Cut& before, const Cut& copy, std::string_view output) {
  EXPECT_EQ(copy.header.length, copy.text.size() - copy.block);
  EXPECT_EQ(copy.content.kind, before.content.kind);
  const std::string_view payload = output.substr(in_output(plan, before.payload));
  const std::string_view block = output.substr(in_output(plan, before.block));
  EXPECT_EQ(copy.text.substr(copy.payload), payload);
  const bool has_new_payload = !plan.edits().empty() && plan.edits().back().offset >= before.payload;
  if (!plan.edits().empty()) expect_digests(copy, "WARC-Block-Digest", copy.text.substr(copy.block));
  if (has_new_payload && before.has_payload()) expect_digests(copy, "WARC-Payload-Digest", payload);
  if (before.content.kind != Kind::response || !has_new_payload) {
    EXPECT_EQ(copy.text.substr(copy.block), block);
    return;
  }
  EXPECT_EQ(names_in(copy.text.substr(copy.block, copy.payload - copy.block), "content-length"),
            names_in(before.text.substr(before.block, before.payload - before.block), "content-length"));
  expect_true_header(copy);
}

void expect_conversion(const Plan& plan, const Cut& before, std::string_view output, const ArchiveCopy& copy) {
  const auto read = std::ranges::find_if(plan.documents(), &Document::counts);
  const std::string_view type = read == plan.documents().end() ? std::string_view() : read->type;
  const std::string made = conversion_record(before.text, plan.edits(), type, copy);
  const bool is_due = before.has_payload() && !plan.edits().empty() && plan.edits().back().offset >= before.payload;
  EXPECT_EQ(!made.empty(), is_due && is_converted(before.text));
  if (made.empty() || has_long_header(made)) return;
  const std::string text = text_in(made);
  const Cut conversion(text);
  EXPECT_EQ(conversion.content.kind, Kind::entity);
  const std::string_view payload = output.substr(in_output(plan, before.payload));
  EXPECT_EQ(text.substr(conversion.block), payload);
  for (const char* name : {"WARC-Block-Digest", "WARC-Payload-Digest"}) expect_digests(conversion, name, payload);
  const Exact exact(text);
  const Given given = {{.type = Type::warc, .content_coding = ContentCoding::identity}, {.resolver = plan.resolver()}};
  const Plan again = absolve::plan(exact.view(), given);
  EXPECT_TRUE(again.edits().empty()) << again.output();
}

}  // namespace

std::optional<std::string> expect_new_records(const Plan& plan) {
  const ArchiveCopy name{.name = "a.warc", .options = "some", .date = "2026-01-02T03:04:05Z"};
  const Cut before(plan.source());
  const std::string output = plan.output();
  EXPECT_TRUE(before.content.kind != Kind::broken || plan.edits().empty());
  expect_conversion(plan, before, output, name);
  const std::string made = response_record(before.text, plan.edits(), name);
  if (before.header.kind != warc::Header::Kind::warc) {
    const bool is_arc = before.header.kind == warc::Header::Kind::arc;
    EXPECT_EQ(made, std::string(before.text).append(is_arc ? "" : line_ends));
    return plan.edits().empty() ? std::optional(output) : std::nullopt;
  }
  if (has_long_header(made)) return std::nullopt;
  std::string text;
  if (before.content.kind == Kind::broken) {
    EXPECT_TRUE(made.ends_with(line_ends));
    text = made.substr(0, made.size() - line_ends.size());
  } else {
    text = text_in(made);
  }
  const Cut copy(text);
  EXPECT_EQ(names_in(text.substr(0, copy.block), "warc-previous-record-id"),
            names_in(before.text.substr(0, before.block), "warc-previous-record-id"));
  if (before.content.kind == Kind::broken) {
    EXPECT_EQ(text.substr(copy.block), before.text.substr(before.block));
  } else {
    expect_copy(plan, before, copy, output);
  }
  return text;
}

}  // namespace absolve::test
