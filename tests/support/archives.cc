#include "archives.h"

#include <gtest/gtest.h>
#include <zstd.h>

#include <algorithm>

#include "../../src/archive/digest.h"

namespace absolve::test {

std::string ArchiveRead::all() const {
  std::string all;
  for (const Record& record : records) all.append(record.text).append(record.line_ends);
  return all;
}

ArchiveRead read_archive(std::string_view archive, ArchiveRange range, std::size_t at_once) {
  constexpr std::size_t mebibyte = std::size_t{1} << 20;
  archive.remove_prefix(std::min<std::uint64_t>(range.begin, archive.size()));
  ArchiveReader reader(
      [&](std::span<char> room) {
        const std::size_t size = std::min({archive.size(), room.size(), at_once});
        std::copy_n(archive.begin(), size, room.begin());
        archive.remove_prefix(size);
        return size;
      },
      range);
  ArchiveRead read;
  while (std::optional<Record> record = reader.next()) {
    EXPECT_EQ(record->number, read.records.size() + 1);
    EXPECT_FALSE(record->text.empty());
    if (!record->is_whole) {
      EXPECT_LE(record->text.size(), 258 * mebibyte);
      record->line_ends = reader.rest([&](std::string_view bytes) {
        EXPECT_LE(bytes.size(), mebibyte);
        record->text += bytes;
      });
    } else {
      EXPECT_EQ(reader.rest([](std::string_view) { FAIL() << "it is whole"; }), "");
    }
    EXPECT_EQ(record->line_ends.find_first_not_of("\r\n"), std::string::npos);
    read.records.push_back(std::move(*record));
  }
  EXPECT_FALSE(reader.next());
  read.packing = reader.compression();
  read.trouble = reader.error();
  read.troubles = reader.errors();
  EXPECT_EQ(read.troubles == 0, read.trouble.empty());
  return read;
}

std::string warc_record(std::string_view fields, std::string_view block) {
  return std::string("WARC/1.0\r\n")
      .append(fields)
      .append("Content-Length: ")
      .append(std::to_string(block.size()))
      .append("\r\n\r\n")
      .append(block)
      .append("\r\n\r\n");
}

std::string block_digest(std::string_view block) {
  auto digest = warc::Digest::of("sha1").value();
  digest.add(block);
  return "WARC-Block-Digest: sha1:" + warc::base32(digest.finish()) + "\r\n";
}

std::string packed_with_dictionary(std::string_view text, std::string_view dictionary) {
  ZSTD_CCtx* const context = ZSTD_createCCtx();
  std::string out(ZSTD_compressBound(text.size()), '\0');
  constexpr int level = 3;
  const std::size_t size = ZSTD_compress_usingDict(context, out.data(), out.size(), text.data(), text.size(),
                                                   dictionary.data(), dictionary.size(), level);
  ZSTD_freeCCtx(context);
  EXPECT_EQ(ZSTD_isError(size), 0U);
  out.resize(size);
  return out;
}

}  // namespace absolve::test
