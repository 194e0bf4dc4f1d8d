#include <algorithm>

#include "../text/ascii.h"
#include "../text/edits.h"
#include "rows.h"

namespace absolve::codec {
namespace {

class Identity : public Codec {
 public:
  explicit Identity(std::string_view outer) noexcept : Codec(outer) { text_ = outer; }

  [[nodiscard]] std::size_t outer_offset(std::size_t offset) const final { return offset; }
  [[nodiscard]] bool can_hold(const Edit&) const override { return true; }
  [[nodiscard]] std::vector<Edit> encode(std::span<const Edit> edits, Strings&) const final {
    return {edits.begin(), edits.end()};
  }
};

/// The URL of a candidate, as srcset has it (HTML standard, section 4.8.4.3.10): there are no escapes, so that what
/// can't be said can't be held.
class SrcsetUrl final : public Identity {
 public:
  using Identity::Identity;

  [[nodiscard]] bool can_hold(const Edit& edit) const override {
    if (std::ranges::any_of(edit.text, is_space)) return false;
    const std::string url = edited(text_, {&edit, 1});
    return !url.empty() && url.front() != ',' && url.back() != ',';
  }
};

}  // namespace

std::unique_ptr<Codec> open_identity(Coding, std::string_view outer, const Surroundings&) {
  return std::make_unique<Identity>(outer);
}

std::unique_ptr<Codec> open_srcset_url(Coding, std::string_view outer, const Surroundings&) {
  return std::make_unique<SrcsetUrl>(outer);
}

}  // namespace absolve::codec
