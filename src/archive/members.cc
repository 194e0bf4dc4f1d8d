#include "members.h"

#include <algorithm>
#include <string>

#include "../codec/compression/compressed.h"
#include "../text/ascii.h"
#include "../text/limits.h"
#include "record.h"

namespace absolve::container {
namespace {

using namespace std::string_view_literals;

/// How many of the bytes that were passed can be gone back to.
constexpr std::size_t kept_behind = std::size_t{128} << 10;

/// How far a member is examined for its first decompressed byte, and for the line that begins a record.
constexpr std::size_t longest_header = std::size_t{4} << 10;
constexpr std::size_t longest_beginning = std::size_t{128} << 10;

}  // namespace

bool CompressedBytes::fill(std::size_t size) {
  const bool is_there = queue_.view().size() - at_ >= size;
  if (!is_there && !has_ended_) throw NeedsMore{};
  return is_there;
}

void CompressedBytes::pass(std::size_t size) {
  at_ += size;
  if (at_ < 2 * kept_behind) return;
  queue_.pass(at_ - kept_behind);
  at_ = kept_behind;
}

std::size_t CompressedBytes::go_back(std::size_t size) noexcept {
  size = std::min(size, at_);
  at_ -= size;
  return size;
}

std::optional<bool> starts_a_record(std::string_view text, bool is_all) {
  constexpr std::string_view version = warc::version_start;
  if (text.starts_with(version) && text.size() > version.size()) return is_digit(text[version.size()]);
  if (version.starts_with(text)) return is_all ? std::optional(false) : std::nullopt;
  if (!is_letter(text.front())) return false;
  const std::size_t newline = text.substr(0, limits::arc_line).find('\n');
  if (newline != std::string_view::npos) return warc::read_header(text.substr(0, newline + 1)).is_read();
  return is_all || text.size() >= limits::arc_line ? std::optional(false) : std::nullopt;
}

bool MemberProbe::has_magic(std::size_t at) {
  if (!bytes_.fill(at + 4)) return false;
  const std::string_view there = bytes_.compressed().substr(at);
  if (compression_ == ArchiveCompression::zstd) return there.starts_with(codec::zstd_magic);
  constexpr unsigned reserved_flags = 0xE0;  // RFC 1952, section 2.3.1
  return there.starts_with("\x1F\x8B\x08"sv) && (static_cast<unsigned char>(there[3]) & reserved_flags) == 0;
}

MemberProbe::Member MemberProbe::look(std::size_t at, std::size_t max_end, std::uint64_t max_given,
                                      bool only_beginning) {
  std::string beginning;
  std::optional<bool> is_beginning;
  std::uint64_t given = 0;
  const std::size_t begin = at;
  decompression_->begin();
  for (;;) {
    // Most bytes that only look like a member are ruled out by their first bytes.
    const bool is_first = given == 0;
    const std::span<char> there = std::span(room_).first(is_first ? 512 : room_.size());
    bytes_.fill(at + 1);
    const std::string_view compressed = bytes_.compressed();
    const codec::Decompression::Step step =
        decompression_->step(compressed.substr(at, is_first ? longest_header : std::string_view::npos), there);
    at += step.taken;
    given += step.given;
    effort_ += step.given + step.taken + 64;
    if (!is_beginning) {
      beginning.append(there.data(), step.given);
      is_beginning = container::starts_a_record(beginning, step.is_end || step.fault != codec::Fault::none);
    }
    const bool is_cut = step.taken == 0 && step.given == 0 && !bytes_.fill(bytes_.compressed().size() + 1);
    // A name without an end, or blocks without content: this is not a member, or not one of an archive.
    const bool is_odd = at - begin > (given == 0 ? longest_header : longest_beginning) && !is_beginning;
    if (is_odd) return {at, false, false, false};
    const bool is_enough = at >= max_end || given >= max_given || (only_beginning && is_beginning);
    if (step.fault != codec::Fault::none) return {at, false, is_beginning.value_or(false), false};
    if (step.is_end || is_cut || is_enough) return {at, true, is_beginning.value_or(false), step.is_end};
  }
}

bool MemberProbe::starts_a_record(std::size_t at) {
  return has_magic(at) && look(at, SIZE_MAX, UINT64_MAX, true).is_beginning;
}

bool MemberProbe::starts_a_chain(std::size_t at) {
  constexpr int links = 8;
  constexpr std::size_t compressed_enough = std::size_t{4} << 20;
  constexpr std::uint64_t decompressed_enough = std::uint64_t{64} << 20;
  bytes_.fill(at + compressed_enough + longest_beginning);  // so that it rarely has to look again
  if (!starts_a_record(at)) return false;
  const std::size_t max_end = at + compressed_enough;
  for (int i = 0; i < links; ++i) {
    const Member member = look(at, max_end, decompressed_enough, false);
    if (!member.is_good) return false;
    if (!member.is_all || member.end >= max_end || !bytes_.fill(member.end + 1)) return true;
    at = member.end;
    if (!has_magic(at)) return bytes_.compressed()[at] == '\0';  // zeros after the last member are padding
  }
  return true;
}

bool MemberProbe::seek_magic(std::uint64_t end) {
  const char first = compression_ == ArchiveCompression::zstd ? codec::zstd_magic.front() : '\x1F';
  while (bytes_.offset() < end && bytes_.fill(1)) {
    const std::string_view compressed = bytes_.compressed();
    const std::size_t at = std::min(compressed.find(first), compressed.size());
    bytes_.pass(at);
    if (at == compressed.size()) continue;
    if (bytes_.offset() < end && has_magic(0)) return true;
    bytes_.pass(1);
  }
  return false;
}

}  // namespace absolve::container
