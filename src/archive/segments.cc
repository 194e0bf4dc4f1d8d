#include "segments.h"

#include <utility>

#include "../codec/compression/compressed.h"
#include "../codec/compression/whole_deflate.h"
#include "../text/limits.h"
#include "../text/little_endian.h"
#include "../text/numbers.h"

namespace absolve::container {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view name_of(ArchiveCompression compression) noexcept {
  return compression == ArchiveCompression::zstd ? "zstd" : "gzip";
}

std::unique_ptr<codec::Decompression> decompression_of(ArchiveCompression compression, std::string_view dictionary) {
  return compression == ArchiveCompression::zstd ? codec::zstd_decompression(dictionary) : codec::gzip_decompression();
}

/// Whether bytes from the middle of an archive show that it has no gzip members.
bool are_not_of_gzip(std::string_view bytes) noexcept {
  const auto count = [&](std::string_view word, int enough) {
    for (std::size_t at = 0; (at = bytes.find(word, at)) != std::string_view::npos; ++at) {
      if (--enough == 0) return true;
    }
    return false;
  };
  // Four bytes may occur by chance, but not so often.
  return count("\nWARC/1.", 1) || count(codec::zstd_magic, 3);
}

}  // namespace

void Segments::add_error(std::uint64_t offset, std::string_view words) {
  if (errors_++ == 0) error_ = "at byte " + std::to_string(offset) + ": " + std::string(words);
}

std::uint64_t Segments::offset() const noexcept {
  return compression_ == ArchiveCompression::none ? range_.begin + out_.position() : segment_offset_;
}

bool Segments::fill(std::size_t size) {
  if (!has_started_) start();
  while (text().size() < size) {
    if (!more()) return false;
  }
  return true;
}

/// What was decompressed after the text of a segment was held back: the next segment begins with it, and may even be
/// known to end there.
bool Segments::next() {
  if (is_over_ && text_end_ == out_.end()) return false;
  segment_has_ended_ = std::exchange(next_has_ended_, false) || is_over_;
  segment_begin_ = text_end_;
  segment_offset_ = member_offset_;
  text_end_ = out_.end();
  return true;
}

/// Detects the compression from the first bytes.
void Segments::start() {
  if (decompression_) return find_first_member();
  constexpr std::size_t enough_to_detect = 4;
  in_.fill(enough_to_detect);
  const auto coding = codec::content_coding_at(in_.compressed());
  compression_ = range_.begin > 0 || coding == codec::Coding::gzip ? ArchiveCompression::gzip
                 : coding == codec::Coding::zstd                   ? ArchiveCompression::zstd
                                                                   : ArchiveCompression::none;
  if (compression_ == ArchiveCompression::none) {
    out_ = std::exchange(in_.queue(), {});
    is_plain_ = has_started_ = true;
    return;
  }
  std::string dictionary;
  if (compression_ == ArchiveCompression::zstd) dictionary = read_dictionary();
  decompression_ = decompression_of(compression_, dictionary);
  probe_ = std::make_unique<MemberProbe>(in_, compression_, decompression_of(compression_, dictionary));
  find_first_member();
}

/// The first frame of a .warc.zst file may hold a dictionary, which may itself be a compressed frame:
///
///     5D 2A 4D 18  size  dictionary
std::string Segments::read_dictionary() {
  constexpr std::size_t max_size = std::size_t{64} << 20;
  constexpr std::size_t head = 8;
  if (!in_.fill(head) || !in_.compressed().starts_with("\x5D\x2A\x4D\x18")) return {};
  const std::size_t size = little_endian_32(in_.compressed(), head / 2);
  if (size > max_size || !in_.fill(head + size)) return {};
  std::string dictionary(in_.compressed().substr(head, size));
  in_.pass(head + size);
  if (!dictionary.starts_with(codec::zstd_magic)) return dictionary;
  codec::DecompressedBeginning decompressed = codec::decompress_beginning(codec::Coding::zstd, dictionary, max_size);
  return decompressed.fault == codec::Fault::none ? std::move(decompressed.text) : std::string();
}

/// A range may begin anywhere: finds the first member in it that certainly is one.
void Segments::find_first_member() {
  constexpr std::size_t enough_to_detect = std::size_t{1} << 20;
  if (range_.begin > 0) {
    if (in_.offset() == range_.begin) {
      in_.fill(enough_to_detect);
      is_not_of_gzip_ = are_not_of_gzip(in_.compressed().substr(0, enough_to_detect));
    }
    for (; probe_->seek_magic(range_.end) && !starts_a_chain(); in_.pass(1)) {
    }
    const bool is_found = in_.offset() < range_.end && in_.fill(1);
    if (!is_found && is_not_of_gzip_) {
      add_error(range_.begin, "a range requires an archive of gzip members, which this is not");
    }
    is_over_ = segment_has_ended_ = !is_found;
  }
  has_started_ = true;
}

/// Bytes that look like members everywhere, but are none, must not take unlimited time: after a certain effort, only
/// the first look decides.
bool Segments::starts_a_chain() {
  constexpr std::uint64_t usual_effort = std::uint64_t{256} << 20;
  const bool is_too_much = probe_->effort() > usual_effort + 64 * (in_.offset() - range_.begin);
  return is_too_much ? probe_->starts_a_record(0) : probe_->starts_a_chain(0);
}

/// Makes more of the text visible; false if the segment has ended.
bool Segments::more() {
  const std::uint64_t before = text_end_;
  while (text_end_ == before && !segment_has_ended_) {
    if (is_plain_) {
      is_over_ = segment_has_ended_ = text_end_ == out_.end() && in_.has_ended();
      if (text_end_ == out_.end() && !is_over_) throw NeedsMore{};
      text_end_ = out_.end();
    } else if (broken_) {
      recover();
    } else if (is_in_member_ || open_member()) {
      decompress();
    }
  }
  return text_end_ != before;
}

/// False: there is no member yet, no more, or everything was decompressed.
bool Segments::open_member() {
  bool is_there = in_.fill(1);
  while (is_there && in_.compressed().front() == '\0') {  // zeros after the last member are padding
    in_.pass(1);
    is_there = in_.fill(1);
  }
  if (!is_there || (in_.offset() >= range_.end && probe_->starts_a_chain(0))) {
    is_over_ = segment_has_ended_ = true;
    return false;
  }
  in_.fill(4);
  const auto coding = codec::content_coding_at(in_.compressed());
  if (coding != (compression_ == ArchiveCompression::gzip ? codec::Coding::gzip : codec::Coding::zstd)) {
    fail(codec::Fault::goes_on, in_.offset(), false);
    return false;
  }
  is_undecided_ = true;
  member_begin_ = out_.end();
  member_offset_ = in_.offset();
  if (decompress_whole()) return false;
  is_in_member_ = true;
  decompression_->begin();
  return true;
}

/// Decompresses a gzip member that is in memory as a whole: the next member must begin after it, and its last four
/// bytes give its decompressed size. If the next one only looks like a member, or if anything is wrong, the data is
/// read in steps instead.
///
///     1F 8B 08 ... data | check | size | 1F 8B 08 ...
bool Segments::decompress_whole() {
  constexpr std::size_t max_size = std::size_t{4} << 20;
  if (compression_ != ArchiveCompression::gzip) return false;
  const std::string_view compressed = in_.compressed();
  const std::size_t end = compressed.find("\x1F\x8B\x08"sv, 1);
  if (end == std::string_view::npos) return false;
  const auto size = codec::size_in_member(compressed.substr(0, end));
  if (!size || *size > max_size) return false;
  if (codec::inflate_member(compressed.substr(0, end), out_.space(*size).first(*size)) != end) return false;
  out_.add(*size);
  in_.pass(end);
  show(true);
  return true;
}

void Segments::decompress() {
  in_.fill(1);
  const std::string_view compressed = in_.compressed();
  const codec::Decompression::Step step = decompression_->step(compressed, out_.space(limits::decompressed_at_once));
  out_.add(step.given);
  in_.pass(step.taken);
  const bool is_stuck = step.taken == 0 && step.given == 0 && step.fault == codec::Fault::none && !step.is_end;
  const bool is_cut = is_stuck && !in_.fill(compressed.size() + 1);
  const codec::Fault fault = is_cut ? codec::Fault::cut_short : step.fault;
  is_in_member_ = fault == codec::Fault::none && !step.is_end;
  show(!is_in_member_);
  if (fault != codec::Fault::none) fail(fault, member_offset_, true);
}

/// Decides whether the member starts with a record, and so begins a segment.
void Segments::show(bool is_all) {
  if (is_undecided_) {
    const std::size_t hidden = static_cast<std::size_t>(member_begin_ - out_.position());
    const auto is_beginning = starts_a_record(out_.view().substr(hidden), is_all);
    if (!is_beginning) return;
    is_undecided_ = false;
    if (member_begin_ == segment_begin_) segment_offset_ = member_offset_;
    if (*is_beginning && member_begin_ != segment_begin_) {
      segment_has_ended_ = true;
      return;
    }
  }
  text_end_ = out_.end();
}

/// The compressed data is broken at `offset`, or in the member that begins there.
void Segments::fail(codec::Fault fault, std::uint64_t offset, bool may_go_back) {
  add_error(offset, "its compressed data (" + std::string(name_of(compression_)) + ") " + std::string(describe(fault)));
  broken_ = {offset, may_go_back};
}

/// Continues after broken data, with the next member that starts with a record.
void Segments::recover() {
  // If a member was cut short, the next one was read as a part of it; if only its check is wrong, the next one begins
  // right here. How much is examined twice is limited.
  constexpr std::size_t behind = std::size_t{128} << 10;
  // It continues after the first byte of the broken data in any case, even if the decoder has read nothing: otherwise
  // the same error would be found again, without end.
  const std::uint64_t begin = broken_->offset + 1;
  if (in_.offset() < begin) in_.pass(1);
  const std::uint64_t broken_at = in_.offset();
  if (broken_->may_go_back && gone_back_ <= 2 * (broken_at - range_.begin) + behind && !is_before_a_member()) {
    gone_back_ += in_.go_back(at_most(broken_at - begin, behind));
  }
  broken_->may_go_back = false;
  while (probe_->seek_magic(UINT64_MAX) && !probe_->starts_a_record(0)) in_.pass(1);
  broken_.reset();
  if (in_.fill(1)) return end_segment();
  is_over_ = segment_has_ended_ = true;
}

/// Whether a member begins here, or after the check of the one before.
bool Segments::is_before_a_member() {
  constexpr std::size_t longest_check = 8;
  for (std::size_t at = 0; at <= longest_check; ++at) {
    if (probe_->starts_a_record(at)) return true;
  }
  return false;
}

/// No record extends beyond broken data.
void Segments::end_segment() noexcept {
  if (segment_has_ended_) {
    next_has_ended_ = true;  // the broken data is in the next segment
  } else {
    segment_has_ended_ = segment_begin_ != out_.end();
  }
}

}  // namespace absolve::container
