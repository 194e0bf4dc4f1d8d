#include "rows.h"

namespace absolve::codec {
namespace {

class Identity final : public Codec {
 public:
  explicit Identity(std::string_view outer) noexcept : Codec(outer) { text_ = outer; }

  [[nodiscard]] std::size_t outer_offset(std::size_t offset) const override { return offset; }
  [[nodiscard]] bool can_hold(const Edit&) const override { return true; }
  [[nodiscard]] std::vector<Edit> encode(std::span<const Edit> edits, Strings&) const override {
    return {edits.begin(), edits.end()};
  }
};

}  // namespace

std::unique_ptr<Codec> open_identity(Coding, std::string_view outer, const Surroundings&) {
  return std::make_unique<Identity>(outer);
}

}  // namespace absolve::codec
