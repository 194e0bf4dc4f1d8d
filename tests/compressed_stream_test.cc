// What is compressed, as it comes: Decompressor and Compressor.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../src/codec/compression/compression.h"
#include "../src/codec/compression/decompressor.h"
#include "absolve/input.h"
#include "support/codings.h"

namespace absolve {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;

struct Answer {
  std::string text;
  std::string error;
};

codec::Coding coding_of(ContentCoding coding) {
  return coding == ContentCoding::zstd ? codec::Coding::zstd : codec::Coding::gzip;
}

/// Compresses what `fill` writes, and ends the member or frame even if that fails.
template <class Fill, class Take>
void compress(ContentCoding coding, std::string_view like, Fill&& fill, Take&& take) {
  codec::Compressor compressor(coding_of(coding), like);
  try {
    fill([&](std::string_view bytes) { compressor.write(bytes, take); });
  } catch (...) {
    compressor.finish(take);
    throw;
  }
  compressor.finish(take);
}

/// Gives bytes to a Decompressor whenever it needs more.
class CompressedReader {
 public:
  using Read = std::function<std::size_t(std::span<char> space)>;

  CompressedReader(codec::Coding coding, Read read) : decompressor_(coding), read_(std::move(read)) {}

  [[nodiscard]] std::size_t read(std::span<char> space) {
    constexpr std::size_t block = std::size_t{64} << 10;
    for (;;) {
      const std::size_t size = decompressor_.read(space);
      if (size > 0 || decompressor_.is_over() || !error().empty()) return size;
      const std::size_t got = read_(decompressor_.bytes().some_space(block));
      decompressor_.bytes().add(got);
      if (got == 0) decompressor_.end();
    }
  }
  [[nodiscard]] const std::string& error() const noexcept { return decompressor_.error(); }

 private:
  codec::Decompressor decompressor_;
  Read read_;
};

/// Decompressed with no more than so many bytes at a time, in and out.
Answer decompressed(ContentCoding coding, std::string_view compressed, std::size_t at_once) {
  CompressedReader reader(coding_of(coding), [&](std::span<char> space) {
    const std::size_t size = std::min({space.size(), compressed.size(), at_once});
    std::memcpy(space.data(), compressed.data(), size);
    compressed.remove_prefix(size);
    return size;
  });
  Answer answer;
  std::string space(at_once, '\0');
  while (const std::size_t size = reader.read(space)) answer.text.append(space, 0, size);
  answer.error = reader.error();
  return answer;
}

std::string compressed(ContentCoding coding, std::string_view text) {
  std::string result;
  compress(
      coding, "",
      [&](const auto& write) {
        for (std::size_t at = 0; at < text.size(); at += 100'000) write(text.substr(at, 100'000));
      },
      [&](std::string_view bytes) { result += bytes; });
  return result;
}

/// A text that compresses to something, but not to nothing.
std::string text_of(std::size_t size) {
  test::Random random(7);
  std::string text;
  while (text.size() < size) text += "line " + std::to_string(random.below(1'000'000)) + "\n";
  text.resize(size);
  return text;
}

class CompressedStream : public testing::TestWithParam<ContentCoding> {};

TEST_P(CompressedStream, IsReadAsItWasWritten) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{70'000}, std::size_t{3} << 20}) {
    const std::string text = text_of(size);
    const std::string bytes = compressed(GetParam(), text);
    EXPECT_EQ(compressed(GetParam(), text), bytes) << "the same gives the same";
    EXPECT_LT(bytes.size(), text.size() / 2 + 100);
    for (const std::size_t at_once : {std::size_t{1}, std::size_t{4096}, std::size_t{1} << 20}) {
      if (at_once == 1 && size > 100'000) continue;
      const Answer answer = decompressed(GetParam(), bytes, at_once);
      EXPECT_EQ(answer.text, text) << at_once;
      EXPECT_EQ(answer.error, "") << at_once;
    }
  }
}

/// Members or frames one after the other are one text. Wherever it is cut off, all before is read, and the error is
/// told, but between two of them.
TEST_P(CompressedStream, MayEndAnywhere) {
  const std::string one = compressed(GetParam(), "one\n");
  const std::string bytes = one + compressed(GetParam(), "two, two, two, two\n");
  for (std::size_t size = 0; size <= bytes.size(); ++size) {
    for (const std::size_t at_once : {1U, 7U, 1000U}) {
      const Answer answer = decompressed(GetParam(), std::string_view(bytes).substr(0, size), at_once);
      const bool is_whole = size == one.size() || size == bytes.size();
      EXPECT_EQ(answer.error.empty(), is_whole) << size << ", " << at_once << ": " << answer.error;
      EXPECT_TRUE("one\ntwo, two, two, two\n"sv.starts_with(answer.text)) << size;
      EXPECT_TRUE(size < one.size() || answer.text.starts_with("one\n")) << size;
    }
  }
  EXPECT_EQ(decompressed(GetParam(), bytes, 3).text, "one\ntwo, two, two, two\n");
}

TEST_P(CompressedStream, SaysWhatIsWrong) {
  const std::string name = GetParam() == ContentCoding::gzip ? "gzip" : "zstd";
  const std::string good = compressed(GetParam(), text_of(1000));
  const std::string words = "its compressed data (" + name + ") ";
  EXPECT_EQ(decompressed(GetParam(), "no such thing", 64).error, words + "is corrupt");
  EXPECT_EQ(decompressed(GetParam(), good + "more", 64).error, words + "is followed by other data");
  EXPECT_EQ(decompressed(GetParam(), good.substr(0, good.size() - 1), 64).error, words + "is truncated");
  std::string flipped = good;
  flipped[flipped.size() - 2] = static_cast<char>(flipped[flipped.size() - 2] ^ 1);  // of the checksum, or the size
  EXPECT_EQ(decompressed(GetParam(), flipped, 64).error, words + "is corrupt");
}

/// Who reads it piece by piece can read whatever size it has.
TEST_P(CompressedStream, MayExpandToAnySize) {
  const std::string text(std::size_t{80} << 20, 'x');
  const Answer answer = decompressed(GetParam(), compressed(GetParam(), text), std::size_t{1} << 20);
  EXPECT_EQ(answer.error, "");
  EXPECT_TRUE(answer.text == text) << answer.text.size();
}

/// What is written in small parts becomes the same as in large ones.
TEST_P(CompressedStream, IsTheSameHoweverItIsWritten) {
  for (const std::size_t size : {std::size_t{5'000}, std::size_t{3} << 20}) {
    const std::string text = text_of(size);
    std::string made;
    compress(
        GetParam(), "",
        [&](const auto& write) {
          for (std::size_t at = 0; at < text.size(); at += 7) write(std::string_view(text).substr(at, 7));
        },
        [&](std::string_view bytes) { made += bytes; });
    EXPECT_EQ(made, compressed(GetParam(), text));
  }
}

/// What was written before who writes it failed can be read, and what comes behind it, too.
TEST_P(CompressedStream, EndsWhereWritingFails) {
  for (const std::size_t size : {std::size_t{5'000}, std::size_t{3} << 20}) {
    const std::string text = text_of(size);
    std::string made;
    const auto write_and_fail = [&](const auto& write) {
      write(text);
      throw std::runtime_error("no more");
    };
    EXPECT_THROW(compress(GetParam(), "", write_and_fail, [&](std::string_view bytes) { made += bytes; }),
                 std::runtime_error);
    const Answer answer = decompressed(GetParam(), made + compressed(GetParam(), "more"), 4096);
    EXPECT_EQ(answer.text, text + "more");
    EXPECT_EQ(answer.error, "");
  }
}

/// Where what is compressed can't be taken, no more of it comes.
TEST_P(CompressedStream, IsNotHandedOverAfterThatFailed) {
  std::size_t taken = 0;
  const auto write_much = [&](const auto& write) { write(text_of(std::size_t{3} << 20)); };
  const auto take_once = [&](std::string_view) {
    ++taken;
    throw std::runtime_error("full");
  };
  EXPECT_THROW(compress(GetParam(), "", write_much, take_once), std::runtime_error);
  EXPECT_EQ(taken, 1U);
}

/// Who reads on after what is read from has thrown, reads what comes then.
TEST_P(CompressedStream, GoesOnAfterReadingFailed) {
  const std::string bytes = compressed(GetParam(), "one\n") + compressed(GetParam(), "two\n");
  std::size_t at = 0;
  bool fails = false;
  CompressedReader reader(coding_of(GetParam()), [&](std::span<char> space) -> std::size_t {
    if (std::exchange(fails, !fails)) throw std::runtime_error("not yet");
    const std::size_t size = std::min({space.size(), bytes.size() - at, std::size_t{5}});
    std::memcpy(space.data(), bytes.data() + at, size);
    at += size;
    return size;
  });
  std::string text;
  std::string space(100, '\0');
  std::size_t failures = 0;
  for (bool is_over = false; !is_over;) {
    try {
      const std::size_t size = reader.read(space);
      text.append(space, 0, size);
      is_over = size == 0;
    } catch (const std::runtime_error&) {
      ++failures;
    }
  }
  EXPECT_EQ(text, "one\ntwo\n");
  EXPECT_EQ(reader.error(), "");
  EXPECT_GT(failures, 2U);
}

INSTANTIATE_TEST_SUITE_P(Codings, CompressedStream, testing::Values(ContentCoding::gzip, ContentCoding::zstd));

/// Zeros behind the last member are padding, and nothing may follow them.
TEST(CompressedStreams, OfGzipMayBePadded) {
  const std::string good = compressed(ContentCoding::gzip, "text");
  for (const std::size_t zeros : {1U, 511U, 70'000U}) {
    for (const std::size_t at_once : {5U, 100'000U}) {
      const std::string padded = good + std::string(zeros, '\0');
      EXPECT_EQ(decompressed(ContentCoding::gzip, padded, at_once).text, "text");
      EXPECT_EQ(decompressed(ContentCoding::gzip, padded, at_once).error, "");
      const Answer more = decompressed(ContentCoding::gzip, padded + good, at_once);
      EXPECT_EQ(more.text, "text");
      EXPECT_EQ(more.error, "its compressed data (gzip) is followed by other data");
    }
  }
}

/// What the header says stays, as far as it can be read; what it says of bytes that were there before goes.
TEST(CompressedStreams, OfGzipKeepTheirHeader) {
  const std::string name = "name.csv\0"s;
  const std::string comment = "words\0"s;
  const std::string fixed = "\x1F\x8B\x08"s;
  const std::string time_and_system = "\1\2\3\4\2\7"s;
  const std::string none = fixed + "\0\0\0\0\0\0\3"s;
  struct Case {
    std::string like;
    std::string expected;
  };
  const std::vector<Case> cases = {
      {"", none},
      {"\x1F\x8B", none},
      {fixed + "\x18" + time_and_system + name + comment, fixed + "\x18" + time_and_system + name + comment},
      {fixed + "\x1E" + time_and_system + "\2\0xx"s + name + comment + "cc",
       fixed + "\x18" + time_and_system + name + comment},
      {fixed + "\x18" + time_and_system + name + "words", fixed + "\x08" + time_and_system + name},
      {fixed + "\x0C" + time_and_system + "\xFF\xFFxx", fixed + "\0"s + time_and_system},
  };
  for (const Case& one : cases) {
    for (const std::size_t size : {std::size_t{10}, std::size_t{2} << 20}) {
      const std::string text = text_of(size);
      std::string made;
      compress(
          ContentCoding::gzip, one.like, [&](const auto& write) { write(text); },
          [&](std::string_view bytes) { made += bytes; });
      EXPECT_TRUE(made.starts_with(one.expected)) << one.like << " " << size;
      EXPECT_EQ(decompressed(ContentCoding::gzip, made, 4096).text, text);
    }
  }
}

TEST(CompressedStreams, OfZstdKeepWhetherTheyHaveAChecksum) {
  const auto size_like = [](std::string_view like) {
    std::size_t size = 0;
    compress(
        ContentCoding::zstd, like, [&](const auto& write) { write("text"); },
        [&](std::string_view bytes) { size += bytes.size(); });
    return size;
  };
  const std::size_t with = size_like("");
  EXPECT_EQ(size_like("\x28\xB5\x2F\xFD\x04"sv), with);
  EXPECT_EQ(size_like("\x28\xB5\x2F\xFD\x00"sv), with - 4);
}

}  // namespace
}  // namespace absolve
