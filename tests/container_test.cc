#include "../src/detect/types.h"
#include "absolve/input.h"

#include <gtest/gtest.h>

#include <array>
#include <map>

#include "../src/detect/divide.h"
#include "../src/mime/mailbox.h"
#include "../src/mime/structure.h"
#include "../src/stream/frame.h"
#include "../src/text/edits.h"
#include "absolve/plan.h"
#include "support/codings.h"
#include "support/exact.h"
#include "support/given.h"
#include "support/marked.h"
#include "support/packed.h"
#include "support/repeated.h"
#include "support/table.h"

namespace absolve {
namespace {

const std::map<std::string, Container> containers = {{"none", Container::none},    {"mailbox", Container::mailbox},
                                                     {"lines", Container::lines},  {"records", Container::records},
                                                     {"csv-rows", rows_with(',')}, {"tsv-rows", rows_with('\t')},
                                                     {"blocks", Container::blocks}};

/// The contents of the pieces that a text is cut into, by their offsets.
std::string cut(Container container, std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const Piece piece = *next_piece(container, text, at, true);
    result.append(result.empty() ? "" : "|").append(std::to_string(piece.offset)).append("-");
    result.append(std::to_string(piece.end()));
    const auto& field = piece.length_field;
    if (field && field->counted_from + field->length == piece.end()) result += " counted";
    EXPECT_GT(piece.next, at);
    if (piece.next <= at) break;
    at = piece.next;
  }
  return result;
}

TEST(Container, MailboxesAreCut) {
  for (const test::Row& row : test::read_table("container/mailboxes.tsv", 3)) {
    EXPECT_EQ(cut(Container::mailbox, test::Exact(row.fields[1]).view()), row.fields[2])
        << row.where << ": " << row.fields[0];
  }
}

/// Whatever has been seen of a mailbox, the answer is the one that the whole gives, or that more is needed.
TEST(Container, PartsOfMailboxesAreCutAlike) {
  for (const test::Row& row : test::read_table("container/mailboxes.tsv", 3)) {
    const std::string& box = row.fields[1];
    const Piece whole = *next_piece(Container::mailbox, box, 0, true);
    for (std::size_t seen = 0; seen < box.size(); ++seen) {
      const test::Exact part(std::string_view(box).substr(0, seen));
      const auto piece = next_piece(Container::mailbox, part.view(), 0, false);
      EXPECT_TRUE(!piece || piece->next == whole.next) << row.where << ": " << row.fields[0] << ", seen " << seen;
    }
  }
}

/// What has been seen of a text, and where the next piece begins; "more": more of it must be seen.
TEST(Container, APieceEndsWhereItCan) {
  for (const test::Row& row : test::read_table("container/pieces.tsv", 5)) {
    const test::Exact text(row.fields[1]);
    const auto piece =
        next_piece(containers.at(row.fields[0]), text.view(), std::stoul(row.fields[2]), row.fields[3] == "whole");
    EXPECT_EQ(piece ? std::to_string(piece->next) : "more", row.fields[4]) << row.where;
    if (!piece) continue;
    EXPECT_EQ(piece->offset, std::stoul(row.fields[2])) << row.where;
    EXPECT_EQ(piece->end(), piece->next) << row.where;
  }
}

TEST(Container, BlocksHaveASize) {
  const std::string text(2 * max_block_size + 7, 'x');
  EXPECT_EQ(cut(Container::blocks, text), "0-1048576|1048576-2097152|2097152-2097159");
  EXPECT_EQ(next_piece(Container::blocks, text, 0, false)->next, max_block_size);
  EXPECT_FALSE(next_piece(Container::blocks, std::string_view(text).substr(1), 2 * max_block_size, false));
}

/// Windows lead to an end, and never back to what gave no piece.
TEST(Container, WindowsGrow) {
  for (const auto& [name, container] : containers) {
    for (const std::size_t seen : {std::size_t{0}, std::size_t{1}, std::size_t{70'000}, std::size_t{40} << 20}) {
      const Window window = next_window(container, seen);
      EXPECT_GE(window.max, window.min) << name;
      EXPECT_LE(window.at, seen) << name;
      if (container != Container::blocks) {
        EXPECT_GT(window.min, seen) << name;
      }
    }
  }
}

const std::map<Type, std::string_view> names = {
    {Type::html, "html"},   {Type::warc, "warc"},      {Type::wacz, "wacz"},         {Type::css, "css"},
    {Type::xml, "xml"},     {Type::json, "json"},      {Type::mime, "mime"},         {Type::mbox, "mbox"},
    {Type::jsonl, "jsonl"}, {Type::har, "har"},        {Type::playlist, "playlist"}, {Type::markdown, "markdown"},
    {Type::epub, "epub"},   {Type::unknown, "unknown"}};

TEST(Container, InputsAreTold) {
  for (const test::Row& row : test::read_table("container/told.tsv", 4)) {
    const test::Exact beginning(row.fields[2]);
    EXPECT_EQ(names.at(type_of(beginning.view(), row.fields[1])), row.fields[3]) << row.where << ": " << row.fields[0];
  }
}

/// What is not read, and what may read it; ~ stands for more than is looked at.
TEST(Container, WhatIsNotReadIsTold) {
  for (const test::Row& row : test::read_table("container/kinds.tsv", 5)) {
    const std::string& how = row.fields[2];
    FieldNames fields;
    if (how.starts_with("html")) fields.members = {{"html", MemberSyntax::html}};
    const test::Exact all(test::replaced(row.fields[3], "~", std::string(enough_to_detect, 'x')));
    const Detected found = detect(all.view().substr(0, enough_to_detect),
                                  {.name = row.fields[1], .is_found = how.ends_with("found")}, fields);
    std::string told(names.at(found.type));
    if (found.type == Type::unknown) {
      told = found.unread_kind.name;
      if (!found.unread_kind.advice.empty()) told.append("; ").append(found.unread_kind.advice);
    }
    EXPECT_EQ(told, row.fields[4]) << row.where << ": " << row.fields[0];
  }
}

/// The type of a file that was found in a folder.
Type type_of_found(std::string_view beginning, std::string_view name) {
  return detect(beginning, {.name = std::string(name), .is_found = true}).type;
}

TEST(Container, FilesInFoldersAreTold) {
  for (const test::Row& row : test::read_table("container/found.tsv", 4)) {
    const test::Exact beginning(row.fields[2]);
    EXPECT_EQ(names.at(type_of_found(beginning.view(), row.fields[1])), row.fields[3])
        << row.where << ": " << row.fields[0];
  }
}

const std::map<ContentCoding, std::string_view> codings = {{ContentCoding::identity, "identity"},
                                                           {ContentCoding::gzip, "gzip"},
                                                           {ContentCoding::brotli, "brotli"},
                                                           {ContentCoding::zstd, "zstd"}};

TEST(Container, WhatInputsArePackedInIsTold) {
  for (const test::Row& row : test::read_table("container/codings.tsv", 4)) {
    const test::Exact beginning(row.fields[2]);
    EXPECT_EQ(codings.at(detect(beginning.view(), {.name = row.fields[1]}).content_coding), row.fields[3])
        << row.where << ": " << row.fields[0];
  }
}

/// What is packed is told as what is in it, also where no more than its beginning is seen.
TEST(Container, PackedInputsAreToldAlike) {
  const std::map<codec::Coding, std::string> endings = {
      {codec::Coding::gzip, ".gz"}, {codec::Coding::brotli, ".br"}, {codec::Coding::zstd, ".zst"}};
  std::string random;  // what it is packed in is no smaller
  test::Random bytes(1);
  while (random.size() < enough_to_detect * 3 / 2) random += static_cast<char>(' ' + bytes.below(95));
  std::size_t number = 0;  // of the row
  for (const auto& [coding, ending] : endings) {
    for (const std::string table : {"container/told.tsv", "container/found.tsv"}) {
      const auto tell = table == "container/told.tsv" ? type_of : type_of_found;
      for (const test::Row& row : test::read_table(table, 4)) {
        if (row.fields[1].find("://") != std::string::npos) continue;
        const std::string name = row.fields[1] + ending;
        const test::Exact all(test::packed(coding, row.fields[2]));
        EXPECT_EQ(names.at(tell(all.view(), name)), row.fields[3]) << row.where << ": " << row.fields[0] << ending;
        if (number++ % 4 != 0) continue;  // packing so much takes time
        const test::Exact more(test::packed(coding, row.fields[2] + random).substr(0, enough_to_detect));
        EXPECT_EQ(tell(more.view(), name), tell(row.fields[2] + random, row.fields[1]))
            << row.where << ": " << row.fields[0] << ending;
      }
    }
  }
  EXPECT_EQ(type_of(test::packed(codec::Coding::gzip, "<g>"), "a.svgz"), Type::xml);
  EXPECT_EQ(type_of("<g>", "a.svgz"), Type::xml) << "a server may have unpacked it";
  const std::string tar = "page.html" + std::string(503, '\0') + "<p>";
  EXPECT_EQ(type_of(test::packed(codec::Coding::gzip, tar), "a.tgz"), Type::unknown);
  EXPECT_EQ(type_of(test::packed(codec::Coding::gzip, test::packed(codec::Coding::gzip, "<p>")), "a.gz"), Type::unknown)
      << "packed twice";
}

/// The names of members stand first in a tar archive, whatever they look like.
TEST(Container, ArchivesOfTarAreToldByTheirSignature) {
  for (const std::string_view name : {"From Bob.eml", "<p>.html", "HTTP/1.1 200 ", "page.html"}) {
    for (const std::string_view signature : {"ustar  ", "ustar"}) {
      std::string tar(name);
      tar.resize(257, '\0');
      tar.append(signature).append(250, '\0').append("From: a\nSubject: b\n\n<p>");
      EXPECT_EQ(type_of(tar), Type::unknown) << name;
      EXPECT_EQ(type_of_found(tar, "a.html"), Type::unknown) << name;
      EXPECT_EQ(detect(tar).unread_kind.name, "a tar archive") << name;
    }
  }
  EXPECT_EQ(type_of("<p>" + std::string(254, 'x') + "ustar x\n<a href=x>"), Type::html);
}

/// However an input is cut, no byte behind it is read, and what comes behind what is looked at tells nothing.
TEST(Container, InputsAreToldByTheirBeginningAlone) {
  for (const test::Row& row : test::read_table("container/told.tsv", 4)) {
    for (std::size_t size = 0; size < row.fields[2].size(); ++size) {
      static_cast<void>(type_of(test::Exact(row.fields[2].substr(0, size)).view(), row.fields[1]));
    }
    const std::string late = std::string(enough_to_detect, ' ') + row.fields[2];
    EXPECT_EQ(type_of(late, row.fields[1]), type_of(late.substr(0, enough_to_detect), row.fields[1])) << row.where;
  }
}

TEST(Container, TypesHaveTheirs) {
  for (const test::Row& row : test::read_table("container/types.tsv", 5)) {
    const std::map<std::string, Type> types = {
        {"auto", Type::automatic},    {"html", Type::html},   {"mime", Type::mime},   {"mbox", Type::mbox},
        {"uris", Type::uris},         {"pairs", Type::pairs}, {"jsonl", Type::jsonl}, {"csv", Type::csv},
        {"markdown", Type::markdown}, {"tsv", Type::tsv},     {"har", Type::har},     {"wacz", Type::wacz},
        {"unknown", Type::unknown}};
    const std::string& type = row.fields[0];
    const Given given = {{.url = row.fields[2],
                          .type = types.at(type.substr(0, type.find('+'))),
                          .charset = row.fields[1],
                          .null_separated = type.ends_with("+null")}};
    EXPECT_EQ(container_of(test::Exact(row.fields[3]).view(), given.input, given.options), containers.at(row.fields[4]))
        << row.where;
    const std::string packed = test::packed(codec::Coding::zstd, row.fields[3]);
    const bool is_unread = row.fields[4] == "blocks";
    EXPECT_EQ(container_of(packed, given.input, given.options), is_unread ? Container::blocks : Container::none)
        << row.where << ", packed";
  }
}

/// The first line of a message of news says how long the rest is.
TEST(Container, TheSizeThatRnewsIsToldCountsWhereItIsRight) {
  for (const test::Row& row : test::read_table("container/rnews.tsv", 2)) {
    const auto field = container::rnews_length(test::Exact(row.fields[0]).view());
    EXPECT_EQ(field ? std::to_string(field->counted_from) : "none", row.fields[1]) << row.where;
  }
}

/// Bodies in which [old|new] is an edit, inside multiparts with the boundaries b and bc.
TEST(Container, ChangesOfStructureAreSeen) {
  constexpr std::array<std::string_view, 2> boundaries = {"bc", "b"};
  for (const test::Row& row : test::read_table("container/structure.tsv", 2)) {
    const test::Marked body(row.fields[0], "[", "]");
    EXPECT_EQ(container::change_structure(test::Exact(body.text()).view(), body.edits(), boundaries),
              row.fields[1] == "changes")
        << row.where;
  }
}

/// Lines without edits are not looked at, and yet it is as if all had been counted.
TEST(Container, NoSeparatorComesToBeUnseen) {
  std::size_t changed = 0;
  for (unsigned seed = 0; seed < test::fewer(50'000); ++seed) {
    test::Random random(seed);
    std::string body;
    std::vector<Edit> edits;
    for (std::size_t i = random.below(12); i > 0; --i) {
      body +=
          random.any({"From ", "From", " ", "Sat 01:05", "\n", "\n", "\r\n", "To: x", ">", "x", "Fro", "m a", "--"});
      if (!random.one_in(3) || (!edits.empty() && edits.back().offset + edits.back().length > body.size() - 1))
        continue;
      const std::size_t length = random.below(3);
      edits.push_back(
          {body.size() - 1, std::min<std::size_t>(length, 1), random.any({"", "\n", "F", "x\nFrom b\nA: b", "From "})});
    }
    const container::FromLines before = container::count_from_lines(body);
    const container::FromLines after = container::count_from_lines(edited(body, edits));
    const bool changes = after.all > before.all || after.separating > before.separating;
    ASSERT_EQ(container::change_structure(test::Exact(body).view(), edits, {}), changes) << seed << ": " << body;
    changed += changes ? 1 : 0;
  }
  EXPECT_GT(changed, test::fewer(1'000));
}

}  // namespace
}  // namespace absolve
