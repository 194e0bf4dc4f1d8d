#include "packed.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "../codec/compression/compressed.h"
#include "../text/growth.h"
#include "../text/limits.h"

namespace absolve::collect {

Packed::Packed(ContentCoding coding, std::unique_ptr<Collection> inner, bool is_held)
    : coding_(coding),
      is_gzip_(coding == ContentCoding::gzip),
      is_held_(is_held),
      decompression_(is_gzip_ ? codec::gzip_decompression() : codec::zstd_decompression({})),
      inner_(std::move(inner)) {}

/// Units whose output is compressed.
class Packed::PackedWork final : public Work {
 public:
  PackedWork(const Packed& packed, std::unique_ptr<Work> inner) noexcept : packed_(packed), inner_(std::move(inner)) {}

  void hold() override { inner_->hold(); }
  void plan() override { inner_->plan(); }
  void put(Output& output) override {
    output.compress(packed_.coding_, packed_.header_);
    inner_->put(output);
  }
  [[nodiscard]] std::size_t size() const noexcept override { return inner_->size(); }
  [[nodiscard]] bool is_passing() const noexcept override { return inner_->is_passing(); }

 private:
  const Packed& packed_;
  std::unique_ptr<Work> inner_;
};

void Packed::finish(Output& output) {
  output.compress(coding_, header_);
  inner_->finish(output);
}

std::unique_ptr<Work> Packed::next(std::size_t size) {
  constexpr std::size_t longest_header = std::size_t{64} << 10;  // including the name of a file, and a comment
  if (!has_member_) header_ = queue_.view().substr(0, longest_header);
  do {
    if (auto work = inner_->next(size)) return std::make_unique<PackedWork>(*this, std::move(work));
  } while (!inner_->is_over() && decompress());
  return nullptr;
}

/// Hands more of the text, or its end, to the collection inside; false: more bytes are needed.
bool Packed::decompress() {
  for (;;) {
    if (queue_.view().empty()) {
      if (!has_ended_) return false;
      if (is_in_member_ || !has_member_) fail(codec::is_cut_short);
      inner_->end();
      return true;
    }
    if (!is_in_member_ && !begin()) {
      if (queue_.view().empty()) continue;
      return false;
    }
    const codec::Decompression::Step step =
        decompression_->step(queue_.view(), inner_->bytes().space(limits::decompressed_at_once));
    inner_->bytes().add(step.given);
    queue_.pass(step.taken);
    given_ += step.given;
    is_in_member_ = !step.is_end;
    if (!step.error.empty()) fail(step.error);
    if (is_held_ && given_ > max_growth(queue_.position())) {
      throw BadInput("its compressed data expands beyond the limit of 64 MiB plus 100 times its size");
    }
    if (step.given > 0) return true;
    if (step.taken > 0 || step.is_end) continue;
    if (has_ended_) fail(codec::is_cut_short);
    return false;
  }
}

/// Begins a member or a frame; false: there is none, or it needs more bytes.
bool Packed::begin() {
  constexpr std::size_t enough = 4;  // to recognize it
  if (is_gzip_ && has_member_ && queue_.view().front() == '\0') {
    queue_.pass(std::min(queue_.view().find_first_not_of('\0'), queue_.view().size()));
    is_padded_ = true;
    if (queue_.view().empty()) return false;
  }
  if (queue_.view().size() < enough && !has_ended_) return false;
  const auto coding = is_gzip_ ? codec::Coding::gzip : codec::Coding::zstd;
  if (has_member_ && (is_padded_ || codec::content_coding_at(queue_.view()) != coding)) fail(codec::goes_on);
  decompression_->begin();
  return is_in_member_ = has_member_ = true;
}

void Packed::fail(std::string_view why) const {
  throw BadInput("its compressed data (" + std::string(is_gzip_ ? "gzip" : "zstd") + ") " + std::string(why));
}

}  // namespace absolve::collect
