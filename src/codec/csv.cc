// Fields of a table that are in quotes (RFC 4180, section 2): a quote in them is doubled.
//
//     outer:  say ""a""      text:  say "a"
//
// Linear.

#include "../text/find_byte.h"
#include "rows.h"
#include "unit_codec.h"

namespace absolve::codec {
namespace {

class Csv final : public UnitCodec {
 public:
  explicit Csv(std::string_view outer) : UnitCodec(outer) {
    decode([&](std::size_t at) { return find_byte(outer, at, '"'); },
           [&](std::size_t at, std::string& out) {
             out += '"';
             return at + (outer.substr(at + 1).starts_with('"') ? 2 : 1);
           });
  }

  [[nodiscard]] bool can_hold(const Edit&) const override { return true; }

  [[nodiscard]] std::vector<Edit> encode(std::span<const Edit> edits, Strings& strings) const override {
    return encode_units(text_, edits, units_, strings,
                        [](std::string_view text) { return with_sign_before(text, "\"", '"'); });
  }
};

}  // namespace

std::unique_ptr<Codec> open_csv_quoted(Coding, std::string_view outer, const DecodeContext&) {
  return std::make_unique<Csv>(outer);
}

}  // namespace absolve::codec
