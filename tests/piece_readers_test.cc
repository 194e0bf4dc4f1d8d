// Inputs that come bit by bit, cut into pieces (absolve/readers.h).

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "absolve/absolve.h"
#include "support/given.h"
#include "support/repeated.h"

namespace absolve::test {
namespace {

/// Hands over a text, up to so many bytes at a time.
PieceReader::Read bit_by_bit(std::string_view text, std::size_t at_once) {
  return [text, at_once](std::span<char> space) mutable {
    const std::size_t size = std::min({text.size(), at_once, space.size()});
    std::ranges::copy(text.substr(0, size), space.begin());
    text.remove_prefix(size);
    return size;
  };
}

std::vector<std::string> pieces_of(PieceReader reader) {
  std::vector<std::string> pieces;
  while (const auto piece = reader.next()) pieces.emplace_back(*piece);
  return pieces;
}

constexpr std::string_view mailbox =
    "From a Sat Jan  3 01:05:34 1996\nSubject: x\n\n1\n\nFrom b Sat Jan  3 01:05:34 1996\nSubject: y\n\n2\n";

TEST(PieceReader, CutsMailboxesIntoMessages) {
  for (const std::size_t at_once : {std::size_t{1}, std::size_t{7}, std::size_t{1000}}) {
    const auto pieces = pieces_of(MailboxReader(bit_by_bit(mailbox, at_once)));
    ASSERT_EQ(pieces.size(), 2U);
    EXPECT_TRUE(pieces[0].ends_with("1\n\n"));
    EXPECT_TRUE(pieces[1].starts_with("From b"));
    EXPECT_EQ(pieces[0] + pieces[1], mailbox);
  }
}

TEST(PieceReader, HandsOverLinesAsTheyCome) {
  using Pieces = std::vector<std::string>;
  EXPECT_EQ(pieces_of(LineReader(bit_by_bit("a\nb\nc", 2))), (Pieces{"a\n", "b\n", "c"}));
  EXPECT_EQ(pieces_of(LineReader(bit_by_bit("a\nb\nc", 3))), (Pieces{"a\n", "b\n", "c"}));
  EXPECT_EQ(pieces_of(LineReader(bit_by_bit("a\nb\nc", 9))), (Pieces{"a\nb\n", "c"}));
  EXPECT_EQ(pieces_of(PieceReader(Container::records, bit_by_bit(std::string_view("a\0b", 3), 9))),
            (Pieces{std::string("a\0", 2), "b"}));
}

TEST(PieceReader, HasNoPieceOfNothing) {
  EXPECT_TRUE(pieces_of(LineReader(bit_by_bit("", 1))).empty());
  EXPECT_TRUE(pieces_of(MailboxReader(bit_by_bit("", 1))).empty());
  EXPECT_TRUE(pieces_of(PieceReader(Container::none, bit_by_bit("", 1))).empty());
}

TEST(PieceReader, HoldsTheLargestPieceWhole) {
  const std::string long_line = repeated("x", 299'999) + "\n";
  EXPECT_EQ(pieces_of(LineReader(bit_by_bit(long_line + "y\n", 3000))), (std::vector<std::string>{long_line, "y\n"}));
  EXPECT_EQ(pieces_of(PieceReader(Container::none, bit_by_bit(long_line, 4096))), std::vector{long_line});
}

TEST(PieceReader, RewritesAMailboxAsAWhole) {
  const std::string source = repeated("From a Sat Jan  3 01:05:34 1996\nContent-Type: text/html\n\n<a href=x>\n\n", 50);
  Given given{{.url = "http://h/", .type = Type::mbox}};
  const std::string whole = plan(source, given).output();
  std::string output;
  MailboxReader reader(bit_by_bit(source, 100));
  while (const auto message = reader.next()) {
    plan(*message, given).for_each_piece([&](std::string_view piece) { output += piece; });
    given.input.continues = true;
  }
  EXPECT_EQ(output, whole);
}

TEST(PieceReader, LetsExceptionsPass) {
  LineReader reader([](std::span<char>) -> std::size_t { throw std::runtime_error("gone"); });
  EXPECT_THROW(static_cast<void>(reader.next()), std::runtime_error);
}

}  // namespace
}  // namespace absolve::test
