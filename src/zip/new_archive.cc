#include "new_archive.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "../text/little_endian.h"
#include "headers.h"
#include "layout.h"

namespace absolve::zip {
namespace {

/// The size of the data descriptor at the beginning of a text, which comes with a signature or without, and with sizes
/// of 32 or 64 bits (section 4.3.9); 0 if none describes the member.
std::size_t descriptor_size(const Member& member, std::string_view text) {
  const std::size_t signature = text.starts_with(descriptor_signature) ? descriptor_signature.size() : 0;
  for (const std::size_t width : {std::size_t{4}, std::size_t{8}}) {
    const std::size_t compressed = signature + 4;
    const std::size_t size = compressed + width;
    const bool is_it = little_endian(text, signature, 4) == member.checksum &&
                       little_endian(text, compressed, width) == member.compressed_size &&
                       little_endian(text, size, width) == member.size;
    if (is_it && size + width <= text.size()) return size + width;
  }
  return 0;
}

std::uint64_t data_of(const Archive& archive, const Member& member) {
  try {
    return archive.data_of(member);
  } catch (const BadInput& error) {
    throw BadInput("its member " + member.name + ": " + error.what());
  }
}

}  // namespace

NewArchive::NewArchive(const Archive& old) : old_(old), changes_(old.members().size()) {
  const std::vector<Member>& members = old.members();
  std::vector<std::size_t> order(members.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return members[i].begin; });
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Member& member = members[order[i]];
    const std::uint64_t end = i + 1 < order.size() ? members[order[i + 1]].begin : old.directory();
    const std::uint64_t data = data_of(old, member);
    if (data > end || member.compressed_size > end - data)
      throw BadInput("its members overlap, or reach beyond its end");
    places_.push_back({order[i], data, end});
  }
}

void NewArchive::replace(std::size_t member, NewContent content, std::optional<DosTime> time) {
  changes_[member] = {Kind::replace, std::move(content), time};
}

void NewArchive::store(std::size_t member) {
  const Member& one = old_.members()[member];
  const auto put = [this, &one](const WriteFunction& write) {
    Content content(old_, one);
    std::string buffer(std::size_t{256} << 10, '\0');
    while (const std::size_t size = content.read(buffer)) write(std::string_view(buffer).substr(0, size));
  };
  replace(member, {one.size, one.size, one.checksum, Method::stored, put}, std::nullopt);
}

/// Writes the archive, in the order of its bytes: of the old one, all that does not change is copied.
class NewArchive::Writer {
 public:
  Writer(const NewArchive& made, const WriteFunction& write)
      : made_(made), old_(made.old_), write_([&](std::string_view bytes) { put(bytes); }), out_(write) {}

  void write() {
    std::vector<std::string> headers(old_.members().size());
    for (const Place& place : made_.places_) {
      copy_up_to(old_.members()[place.member].begin);
      headers[place.member] = write_member(place);
    }
    copy_up_to(old_.directory());
    std::erase(headers, "");
    for (const Added& added : made_.added_) headers.push_back(write_added(added));
    const std::uint64_t begin = written_;
    for (const std::string& header : headers) put(header);
    put(end_records({begin, written_ - begin, headers.size()}, old_.is_zip64()) + old_.comment());
  }

 private:
  void put(std::string_view bytes) {
    out_(bytes);
    written_ += bytes.size();
  }

  /// Copies the old archive up to an offset.
  void copy_up_to(std::uint64_t end) {
    zip::copy(old_.file(), from_, end, write_);
    from_ = std::max(from_, end);
  }

  /// Returns its header in the central directory; "" if it is removed.
  [[nodiscard]] std::string write_member(const Place& place) {
    const Member& member = old_.members()[place.member];
    const Change& change = made_.changes_[place.member];
    const std::uint64_t data_end = place.data + member.compressed_size;
    const std::uint64_t offset = written_;
    if (change.kind == Kind::keep) {
      copy_up_to(data_end);
      return central_header(member, offset, nullptr, std::nullopt);
    }
    from_ = data_end;
    if (member.has_descriptor) {
      constexpr std::uint64_t longest = 24;
      const std::uint64_t size = std::min(longest, place.end - data_end);
      from_ += descriptor_size(member, read_range(old_.file(), data_end, size));
    }
    if (change.kind == Kind::remove) return "";
    const std::string old_header = read_range(old_.file(), member.begin, place.data - member.begin);
    put(local_header(old_header, change.content, change.time));
    change.content.put(write_);
    return central_header(member, offset, &change.content, change.time);
  }

  [[nodiscard]] std::string write_added(const Added& added) {
    const std::uint64_t offset = written_;
    put(new_local_header(added.name, added.content, added.time));
    added.content.put(write_);
    return new_central_header(added.name, added.content, added.time, offset);
  }

  const NewArchive& made_;
  const Archive& old_;
  const WriteFunction write_;  // put()
  const WriteFunction& out_;
  std::uint64_t written_ = 0;
  std::uint64_t from_ = 0;  // how much of the old archive was copied or passed
};

void NewArchive::write(const WriteFunction& write) const { Writer(*this, write).write(); }

}  // namespace absolve::zip
