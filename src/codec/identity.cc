// Texts that are written as they are. The passes seldom open this codec: is_plain() and stays_plain() are true for all
// of its texts, so edits pass unchanged.

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
