#include "headers.h"

#include <algorithm>
#include <array>
#include <vector>

#include "../text/little_endian.h"
#include "layout.h"

namespace absolve::zip {
namespace {

void append(std::string& out, std::uint64_t number, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) out += static_cast<char>(number >> (8 * i));
}

void set(std::string& text, std::size_t at, std::uint64_t number, std::size_t size) {
  std::string bytes;
  append(bytes, number, size);
  text.replace(at, size, bytes);
}

/// A number that is too large for 32 bits is all ones there, and an extra field holds it (section 4.4.1.4).
constexpr std::uint64_t large = UINT32_MAX;
std::uint64_t in_32_bits(std::uint64_t number) noexcept { return std::min(number, large); }

/// The extra field with 64-bit numbers (section 4.5.3); "" if there are none.
std::string zip64_of(const std::vector<std::uint64_t>& numbers) {
  std::string field;
  if (numbers.empty()) return field;
  append(field, zip64_field, 2);
  append(field, 8 * numbers.size(), 2);
  for (const std::uint64_t number : numbers) append(field, number, 8);
  return field;
}

/// Extra fields without those that no longer apply: 64-bit numbers and, if the time changes, other forms of the old one
/// (sections 4.5.2 and 4.6.1).
std::string kept_fields(std::string_view fields, bool has_new_time) {
  constexpr std::array<std::uint64_t, 3> of_times = {0x000A, 0x5455, 0x5855};
  std::string kept;
  for (const ExtraField& field : extra_fields(fields)) {
    const bool is_time = std::ranges::count(of_times, field.id) > 0;
    if (field.id != zip64_field && !(is_time && has_new_time)) kept += field.all;
    fields.remove_prefix(field.all.size());
  }
  return kept.append(fields);  // what is no field
}

/// Where the fields are that a local header and one in the central directory share.
struct Fields {
  std::size_t version, flags, method, time, checksum, compressed_size, size, extra_size;
};
constexpr Fields of_local = {local::version,  local::flags,           local::method, local::time,
                             local::checksum, local::compressed_size, local::size,   local::extra_size};
constexpr Fields of_central = {central::version,  central::flags,           central::method, central::time,
                               central::checksum, central::compressed_size, central::size,   central::extra_size};

/// Writes into a header what it says of new content, but for its sizes.
void describe(std::string& header, const Fields& at, const NewContent& content, std::optional<DosTime> time) {
  set(header, at.flags, little_endian(header, at.flags, 2) & ~flags_of_content, 2);
  set(header, at.method, static_cast<std::uint64_t>(content.method), 2);
  if (time) set(header, at.time, static_cast<std::uint64_t>(*time), 4);
  set(header, at.checksum, content.checksum, 4);
}

/// Writes the sizes into a header, and the version that is needed to read it; its second byte has no meaning.
void set_sizes(std::string& header, const Fields& at, std::uint64_t size, std::uint64_t compressed_size,
               std::string_view zip64) {
  set(header, at.size, in_32_bits(size), 4);
  set(header, at.compressed_size, in_32_bits(compressed_size), 4);
  const std::uint64_t version = little_endian(header, at.version, 1);
  if (!zip64.empty()) set(header, at.version, std::max(version, version_of_zip64), 1);
}

constexpr std::uint64_t usual_version = 20;

}  // namespace

std::string central_header(const Member& member, std::uint64_t offset, const NewContent* content,
                           std::optional<DosTime> time) {
  if (content == nullptr && offset == member.begin) return member.header;
  std::string header = member.header.substr(0, central_size);
  if (content != nullptr) describe(header, of_central, *content, time);
  const std::uint64_t size = content != nullptr ? content->size : member.size;
  const std::uint64_t compressed_size = content != nullptr ? content->compressed_size : member.compressed_size;
  std::vector<std::uint64_t> numbers = {size, compressed_size, offset};
  std::erase_if(numbers, [](std::uint64_t number) { return number < large; });
  const std::string zip64 = zip64_of(numbers);
  set_sizes(header, of_central, size, compressed_size, zip64);
  set(header, central::offset, in_32_bits(offset), 4);
  const CentralSizes sizes(member.header);
  const std::string_view after = std::string_view(member.header).substr(central_size + sizes.name);
  const std::string extra = zip64 + kept_fields(after.substr(0, sizes.extra), time.has_value());
  set(header, central::extra_size, extra.size(), 2);
  return header.append(member.name).append(extra).append(after.substr(sizes.extra));
}

std::string local_header(std::string_view old, const NewContent& content, std::optional<DosTime> time) {
  std::string header(old.substr(0, local_size));
  describe(header, of_local, content, time);
  // Here, the extra field has both sizes, even if only one is large (section 4.5.3).
  const bool is_large = std::max(content.size, content.compressed_size) >= large;
  const std::string zip64 = is_large ? zip64_of({content.size, content.compressed_size}) : "";
  set_sizes(header, of_local, is_large ? large : content.size, is_large ? large : content.compressed_size, zip64);
  const auto name_size = static_cast<std::size_t>(little_endian(old, local::name_size, 2));
  const std::string extra = zip64 + kept_fields(old.substr(local_size + name_size), time.has_value());
  set(header, local::extra_size, extra.size(), 2);
  return header.append(old.substr(local_size, name_size)).append(extra);
}

std::string new_local_header(std::string_view name, const NewContent& content, DosTime time) {
  std::string header(local_signature);
  append(header, usual_version, 2);
  append(header, flag_utf8, 2);
  header.resize(local_size, '\0');
  set(header, local::name_size, name.size(), 2);
  return local_header(header.append(name), content, time);
}

std::string new_central_header(std::string_view name, const NewContent& content, DosTime time, std::uint64_t offset) {
  Member member{.header = std::string(central_signature), .name = std::string(name), .begin = UINT64_MAX};
  append(member.header, usual_version, 2);
  append(member.header, usual_version, 2);
  append(member.header, flag_utf8, 2);
  member.header.resize(central_size, '\0');
  set(member.header, central::name_size, name.size(), 2);
  member.header += name;
  return central_header(member, offset, &content, time);
}

std::string end_records(const Directory& directory, bool is_zip64) {
  constexpr std::uint64_t most_members = UINT16_MAX;
  std::string records;
  if (is_zip64 || directory.members >= most_members || std::max(directory.begin, directory.size) >= large) {
    records += end64_signature;
    append(records, end64_size - 12, 8);
    append(records, version_of_zip64, 2);
    append(records, version_of_zip64, 2);
    append(records, 0, 8);  // the numbers of disks
    for (const std::uint64_t number : {directory.members, directory.members, directory.size, directory.begin}) {
      append(records, number, 8);
    }
    records += locator_signature;
    append(records, 0, 4);
    append(records, directory.begin + directory.size, 8);
    append(records, 1, 4);
  }
  records += end_signature;
  append(records, 0, 4);
  append(records, std::min(directory.members, most_members), 2);
  append(records, std::min(directory.members, most_members), 2);
  append(records, in_32_bits(directory.size), 4);
  append(records, in_32_bits(directory.begin), 4);
  return records;
}

}  // namespace absolve::zip
