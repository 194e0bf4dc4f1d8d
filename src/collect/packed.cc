#include "packed.h"

#include <utility>

#include "../text/growth.h"
#include "../text/limits.h"

namespace absolve::collect {

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
  if (decompressor_.bytes().position() == 0) header_ = decompressor_.bytes().view().substr(0, longest_header);
  do {
    if (auto work = inner_->next(size)) return std::make_unique<PackedWork>(*this, std::move(work));
  } while (!inner_->is_over() && decompress());
  return nullptr;
}

/// Hands more of the text, or its end, to the collection inside; false if more bytes are needed.
bool Packed::decompress() {
  const std::size_t size = decompressor_.read(inner_->bytes().space(limits::decompressed_at_once));
  inner_->bytes().add(size);
  given_ += size;
  if (!decompressor_.error().empty()) throw BadInput(decompressor_.error());
  if (is_held_ && given_ > max_growth(decompressor_.bytes().position())) {
    throw BadInput("its compressed data expands beyond the limit of 64 MiB plus 100 times its size");
  }
  if (decompressor_.is_over()) inner_->end();
  return size > 0 || decompressor_.is_over();
}

}  // namespace absolve::collect
