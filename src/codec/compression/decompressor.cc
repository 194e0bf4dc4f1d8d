#include "decompressor.h"

#include <algorithm>

#include "compressed.h"

namespace absolve::codec {

Decompressor::Decompressor(Coding coding)
    : coding_(coding), decompression_(coding == Coding::gzip ? gzip_decompression() : zstd_decompression({})) {}

std::size_t Decompressor::read(std::span<char> space) {
  while (error_.empty() && !is_over_) {
    if (queue_.view().empty()) {
      if (!has_ended_) return 0;
      if (is_in_member_ || !has_member_) fail(Fault::cut_short);
      else is_over_ = true;
      continue;
    }
    if (!is_in_member_ && !begin()) {
      if (queue_.view().empty()) continue;  // it was padding
      return 0;
    }
    const Decompression::Step step = decompression_->step(queue_.view(), space);
    queue_.pass(step.taken);
    is_in_member_ = !step.is_end;
    if (step.fault != Fault::none) fail(step.fault);
    else if (step.given > 0) return step.given;
    else if (step.taken > 0 || step.is_end) continue;
    else if (has_ended_) fail(Fault::cut_short);
    else return 0;
  }
  return 0;
}

/// Begins a member or a frame; false if there is none, or more bytes are needed.
bool Decompressor::begin() {
  constexpr std::size_t enough = 4;  // to recognize it
  if (coding_ == Coding::gzip && has_member_ && queue_.view().front() == '\0') {
    queue_.pass(std::min(queue_.view().find_first_not_of('\0'), queue_.view().size()));
    is_padded_ = true;
    if (queue_.view().empty()) return false;
  }
  if (queue_.view().size() < enough && !has_ended_) return false;
  if (has_member_ && (is_padded_ || content_coding_at(queue_.view()) != coding_)) {
    fail(Fault::goes_on);
    return false;
  }
  decompression_->begin();
  return is_in_member_ = has_member_ = true;
}

void Decompressor::fail(Fault fault) {
  error_.append("its compressed data (")
      .append(coding_ == Coding::gzip ? "gzip" : "zstd")
      .append(") ")
      .append(describe(fault));
}

}  // namespace absolve::codec
