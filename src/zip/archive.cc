#include "archive.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "../codec/compression/whole_deflate.h"
#include "../text/little_endian.h"
#include "../text/numbers.h"
#include "layout.h"

namespace absolve::zip {
namespace {

[[noreturn]] void fail(const char* why) { throw BadInput(std::string("its central directory can't be read: ") + why); }

/// Reads the extra fields of a header (section 4.5.3): 64-bit numbers for those that did not fit into 32 bits, in this
/// order.
void read_zip64(std::string_view fields, Member& member) {
  for (const ExtraField& field : extra_fields(fields)) {
    if (field.id != zip64_field) continue;
    std::size_t at = 0;
    for (std::uint64_t* const number : {&member.size, &member.compressed_size, &member.begin}) {
      if (*number != UINT32_MAX) continue;
      if (at + 8 > field.value.size()) fail("it is malformed");
      *number = little_endian(field.value, at, 8);
      at += 8;
    }
  }
}

/// The member whose header is at the beginning of `directory`; nullopt if there is none.
std::optional<Member> read_member(std::string_view directory) {
  if (!directory.starts_with(central_signature)) return std::nullopt;
  const CentralSizes sizes(directory);
  if (sizes.total() > directory.size()) return std::nullopt;
  Member member{.header = std::string(directory.substr(0, sizes.total())),
                .name = std::string(directory.substr(central_size, sizes.name)),
                .begin = little_endian(directory, central::offset, 4),
                .size = little_endian(directory, central::size, 4),
                .compressed_size = little_endian(directory, central::compressed_size, 4),
                .checksum = little_endian_32(directory, central::checksum),
                .method = static_cast<Method>(little_endian(directory, central::method, 2))};
  const std::uint64_t flags = little_endian(directory, central::flags, 2);
  member.is_encrypted = (flags & flag_encrypted) != 0;
  member.has_descriptor = (flags & flag_descriptor) != 0;
  read_zip64(directory.substr(central_size + sizes.name, sizes.extra), member);
  return member;
}

}  // namespace

FileBytes in_memory(std::string_view bytes) {
  const auto read_at = [bytes](std::uint64_t at, std::span<char> space) {
    return bytes.copy(space.data(), space.size(), static_cast<std::size_t>(at));
  };
  return {read_at, bytes.size()};
}

std::size_t read_some(const FileBytes& file, std::uint64_t at, std::span<char> space) {
  const std::size_t got = at < file.size ? file.read_at(at, space) : 0;
  if (got > space.size()) throw std::invalid_argument("read_at returned more than it was asked for");
  return got;
}

void read_at(const FileBytes& file, std::uint64_t at, std::span<char> space) {
  while (!space.empty()) {
    const std::size_t got = read_some(file, at, space);
    if (got == 0) throw BadInput("it ends before it should");
    space = space.subspan(got);
    at += got;
  }
}

std::string read_range(const FileBytes& file, std::uint64_t begin, std::uint64_t size) {
  begin = std::min(begin, file.size);
  std::string text(static_cast<std::size_t>(std::min(size, file.size - begin)), '\0');
  read_at(file, begin, text);
  return text;
}

void copy(const FileBytes& file, std::uint64_t begin, std::uint64_t end, const WriteFunction& write) {
  constexpr std::uint64_t block = std::uint64_t{256} << 10;
  for (; begin < end; begin += std::min(block, end - begin)) {
    write(read_range(file, begin, std::min(block, end - begin)));
  }
}

Archive::Archive(FileBytes file) : file_(std::move(file)) {
  const std::uint64_t size = find_directory();
  const std::string directory = read_range(file_, directory_, size);
  for (std::string_view rest = directory; !rest.empty();) {
    auto member = read_member(rest);
    if (!member) fail("it is malformed");
    rest.remove_prefix(member->header.size());
    members_.push_back(*std::move(member));
  }
  constexpr std::uint64_t counted = 0x10000;  // without Zip64, the numbers of members go round there
  if (members_.size() % counted != count_ % counted) fail("it does not hold as many members as its end record says");
}

/// Returns the size of the central directory. The end record is the last one whose central directory is where it says:
/// any bytes may follow it.
std::uint64_t Archive::find_directory() {
  constexpr std::uint64_t max_comment = 65'535;
  const std::uint64_t tail_size = std::min<std::uint64_t>(file_.size, max_comment + end_size + locator_size);
  const std::string tail = read_range(file_, file_.size - tail_size, tail_size);
  std::size_t at = std::string::npos;
  while ((at = tail.rfind(end_signature, at)) != std::string::npos) {
    const std::string_view record = std::string_view(tail).substr(at);
    std::uint64_t size = 0;
    if (record.size() >= end_size && ends_at(file_.size - tail_size + at, record, size)) {
      comment_ = record.substr(end_numbers_size);
      return size;
    }
    if (at-- == 0) break;
  }
  fail(tail.find(end_signature) == std::string::npos ? "it has no end record" : "it is not where its end record says");
}

/// Whether an end record at an offset is that of the archive; then it is read.
bool Archive::ends_at(std::uint64_t at, std::string_view record, std::uint64_t& size) {
  size = little_endian(record, 12, 4);
  count_ = little_endian(record, 10, 2);
  directory_ = little_endian(record, 16, 4);
  const std::string locator = at >= locator_size ? read_range(file_, at - locator_size, locator_size) : "";
  is_zip64_ = locator.starts_with(locator_signature);
  if (is_zip64_) {
    at = little_endian(locator, 8, 8);
    const std::string record64 = read_range(file_, at, end64_size);
    if (!record64.starts_with(end64_signature)) return false;
    count_ = little_endian(record64, 32, 8);
    size = little_endian(record64, 40, 8);
    directory_ = little_endian(record64, 48, 8);
  }
  if (directory_ > at || at - directory_ != size) return false;
  return size == 0 || read_range(file_, directory_, central_signature.size()) == central_signature;
}

std::uint64_t Archive::data_of(const Member& member) const {
  const std::string header = read_range(file_, member.begin, local_size + member.name.size());
  const bool is_it = header.size() == local_size + member.name.size() && header.starts_with(local_signature) &&
                     little_endian(header, local::name_size, 2) == member.name.size() && header.ends_with(member.name);
  const std::uint64_t data = member.begin + header.size() + little_endian(header, local::extra_size, 2);
  const bool is_there = is_it && data <= directory_ && member.compressed_size <= directory_ - data;
  if (!is_there) throw BadInput("cannot read it: it is not where the central directory says");
  return data;
}

std::string Archive::text_of(const Member& member, std::uint64_t max_size) const {
  if (member.size > max_size) throw BadInput("is too large");
  std::string text(static_cast<std::size_t>(member.size) + 1, '\0');
  std::size_t size = 0;
  Content content(*this, member);
  while (const std::size_t got = content.read(std::span(text).subspan(size))) size += got;
  text.resize(size);
  return text;
}

Content::Content(const Archive& archive, const Member& member)
    : archive_(archive), member_(member), at_(archive.data_of(member)), left_(member.compressed_size) {
  if (member.is_encrypted) throw BadInput("is encrypted");
  if (!member.is_readable()) throw BadInput("is compressed by a method that is not read");
  if (member.method == Method::deflated) inflater_ = codec::raw_decompression();
}

std::size_t Content::read(std::span<char> space) {
  if (is_over_) return 0;
  const std::size_t got = inflater_ ? inflate(space) : read_stored(space);
  checksum_ = codec::crc32_of({space.data(), got}, checksum_);
  size_ += got;
  if (size_ > member_.size) throw BadInput("cannot read it: it contains more than the central directory says");
  if (got > 0) return got;
  is_over_ = true;
  if (size_ != member_.size) throw BadInput("cannot read it: it contains less than the central directory says");
  if (checksum_ != member_.checksum) throw BadInput("cannot read it: its checksum (CRC-32) is wrong");
  return 0;
}

std::size_t Content::read_stored(std::span<char> space) {
  const std::size_t size = at_most(left_, space.size());
  read_at(archive_.file(), at_, space.first(size));
  at_ += size;
  left_ -= size;
  return size;
}

std::size_t Content::inflate(std::span<char> space) {
  constexpr std::size_t block = std::size_t{64} << 10;
  for (;;) {
    const codec::Decompression::Step step = inflater_->step(compressed_.view(), space);
    compressed_.pass(step.taken);
    if (step.fault != codec::Fault::none) throw BadInput("cannot read it: its compressed data is broken");
    if (step.is_end) left_ = 0;
    if (step.given > 0 || step.is_end) return step.given;
    if (step.taken > 0) continue;
    if (left_ == 0) throw BadInput("cannot read it: its compressed data is cut short");
    const std::size_t size = at_most(left_, block);
    read_at(archive_.file(), at_, compressed_.space(size));
    compressed_.add(size);
    at_ += size;
    left_ -= size;
  }
}

}  // namespace absolve::zip
