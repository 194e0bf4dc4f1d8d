// Texts that are written as they are. Passes seldom open this codec: is_plain() and stays_plain() say yes to all of
// its texts, so that edits go outwards unchanged.

#include "rows.h"
#include "verbatim.h"

namespace absolve::codec {
namespace {

class Identity final : public Verbatim {
 public:
  using Verbatim::Verbatim;

  [[nodiscard]] bool can_hold(const Edit&) const override { return true; }
};

}  // namespace

std::unique_ptr<Codec> open_identity(Coding, std::string_view outer, const DecodeContext&) {
  return std::make_unique<Identity>(outer);
}

}  // namespace absolve::codec
