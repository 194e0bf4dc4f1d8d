// The layout of a ZIP archive (APPNOTE.TXT, section 4.3.6), from byte 0 to its last:
//
//     local header, data, perhaps a data descriptor      of each member, in any order
//     central directory                                  a header for each member, with the offset of that
//     end record and its locator                         of Zip64, if needed
//     end record, comment                                the offset of the central directory, and its size
//
// Only an archive without gaps between these can be rewritten by libzip.

#include "central_directory.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../../text/little_endian.h"
#include "../inputs/open_input.h"

namespace absolve::cli {
namespace {

using namespace std::string_view_literals;

// Sections 4.3.7, 4.3.12, 4.3.14 to 4.3.16.
constexpr std::string_view central_header = "PK\x01\x02"sv;
constexpr std::string_view end_record = "PK\x05\x06"sv;
constexpr std::string_view locator_of_zip64 = "PK\x06\x07"sv;
constexpr std::size_t local_header_size = 30;
constexpr std::size_t central_header_size = 46;
constexpr std::size_t end_record_size = 22;
constexpr std::size_t locator_size = 20;
constexpr std::size_t record_of_zip64_size = 56;
constexpr std::size_t max_comment = 65'535;

std::string read(const FileRange& file, std::uint64_t begin, std::uint64_t size) {
  begin = std::min(begin, file.size);
  std::string text(static_cast<std::size_t>(std::min(size, file.size - begin)), '\0');
  read_at(file, begin, text);
  return text;
}

[[noreturn]] void fail_for_gaps() { throw InputError("it contains bytes that belong to none of its members"); }

struct Directory {
  std::uint64_t begin;
  std::uint64_t size;
};

/// The offset of the end record in the last bytes of an archive: its comment must extend to their end.
std::optional<std::size_t> find_end_record(std::string_view tail) {
  for (std::size_t at = tail.rfind(end_record); at != std::string_view::npos; at = tail.rfind(end_record, at - 1)) {
    if (at + end_record_size + little_endian(tail, at + 20, 2) == tail.size()) return at;
    if (at == 0) break;
  }
  return std::nullopt;
}

Directory find_directory(const FileRange& archive) {
  const std::uint64_t tail_size = std::min<std::uint64_t>(archive.size, max_comment + end_record_size + locator_size);
  const std::string tail = read(archive, archive.size - tail_size, tail_size);
  const auto at = find_end_record(tail);
  if (!at) fail_for_gaps();
  Directory found{little_endian(tail, *at + 16, 4), little_endian(tail, *at + 12, 4)};
  std::uint64_t end = archive.size - tail_size + *at;
  if (*at >= locator_size && tail.compare(*at - locator_size, locator_of_zip64.size(), locator_of_zip64) == 0) {
    const std::uint64_t locator = end - locator_size;
    end = little_endian(tail, *at - locator_size + 8, 8);
    const std::string record = read(archive, end, record_of_zip64_size);
    found = {little_endian(record, 48, 8), little_endian(record, 40, 8)};
    if (end + 12 + little_endian(record, 4, 8) != locator) fail_for_gaps();
  }
  if (found.begin > end || end - found.begin != found.size) fail_for_gaps();
  return found;
}

/// The place of a member by the central directory.
struct Place {
  std::uint64_t begin;            // of its local header
  std::uint64_t compressed_size;  // bytes
  bool may_have_descriptor;
};

/// Reads the extra fields of a header (section 4.5): 64-bit numbers for those that did not fit into 32 bits, in this
/// order.
void read_extra_fields(std::string_view fields, bool has_size, Place& place) {
  constexpr std::uint64_t zip64 = 0x0001;
  constexpr std::uint64_t unicode_comment = 0x6375;
  constexpr std::uint64_t unicode_path = 0x7075;
  while (fields.size() >= 4) {
    const std::uint64_t id = little_endian(fields, 0, 2);
    const std::string_view field = fields.substr(4, static_cast<std::size_t>(little_endian(fields, 2, 2)));
    if (id == unicode_comment || id == unicode_path) {
      throw InputError("the name or the comment of a member is in an extra field");
    }
    if (id == zip64) {
      std::size_t at = has_size ? 8 : 0;
      for (std::uint64_t* const number : {&place.compressed_size, &place.begin}) {
        if (*number != UINT32_MAX) continue;
        *number = little_endian(field, at, 8);
        at += 8;
      }
    }
    fields.remove_prefix(4 + field.size());
  }
}

std::vector<Place> read_places(std::string_view directory) {
  std::vector<Place> places;
  while (directory.starts_with(central_header) && directory.size() >= central_header_size) {
    const auto name = static_cast<std::size_t>(little_endian(directory, 28, 2));
    const auto extra = static_cast<std::size_t>(little_endian(directory, 30, 2));
    const auto comment = static_cast<std::size_t>(little_endian(directory, 32, 2));
    if (central_header_size + name + extra + comment > directory.size()) break;
    if (directory.substr(central_header_size, name).find('\0') != std::string_view::npos) {
      throw InputError("the name of a member contains NUL");
    }
    Place& place = places.emplace_back(Place{little_endian(directory, 42, 4), little_endian(directory, 20, 4),
                                             (little_endian(directory, 8, 2) & 8U) != 0});
    const bool has_size = little_endian(directory, 24, 4) == UINT32_MAX;
    read_extra_fields(directory.substr(central_header_size + name, extra), has_size, place);
    directory.remove_prefix(central_header_size + name + extra + comment);
  }
  if (!directory.empty()) fail_for_gaps();
  return places;
}

/// Whether a member whose data ends at `end` may extend up to the next one: with a data descriptor (section 4.3.9).
bool reaches(const Place& place, std::uint64_t end, std::uint64_t next) {
  constexpr std::array<std::uint64_t, 4> descriptors = {12, 16, 20, 24};
  if (end >= next) return end == next;
  return place.may_have_descriptor && std::ranges::count(descriptors, next - end) > 0;
}

}  // namespace

void require_rewritable(const FileRange& archive, std::size_t members) {
  const Directory directory = find_directory(archive);
  std::vector<Place> places = read_places(read(archive, directory.begin, directory.size));
  if (places.size() != members) fail_for_gaps();
  std::ranges::sort(places, {}, &Place::begin);
  if (!places.empty() && places.front().begin != 0) fail_for_gaps();
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Place& place = places[i];
    const std::string header = read(archive, place.begin, local_header_size);
    const std::uint64_t names = little_endian(header, 26, 2) + little_endian(header, 28, 2);
    const std::uint64_t end = place.begin + local_header_size + names + place.compressed_size;
    if (!reaches(place, end, i + 1 < places.size() ? places[i + 1].begin : directory.begin)) fail_for_gaps();
  }
}

}  // namespace absolve::cli
