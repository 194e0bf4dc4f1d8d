#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "codec.h"
#include "units.h"

namespace absolve::codec {

/// A text in which some pieces of the text around it stand for something else (units.h): escapes, references, folding.
class UnitCodec : public Codec {
 public:
  [[nodiscard]] std::size_t outer_offset(std::size_t offset) const final { return units_.outer_offset(offset); }

  /// In most languages, U+0000 has no escape.
  [[nodiscard]] bool can_hold(const Edit& edit) const override {
    return edit.text.find('\0') == std::string_view::npos;
  }

 protected:
  using Codec::Codec;

  /// To be called by constructors, as decode_units().
  template <class Find, class Decode>
  void decode(Find&& find, Decode&& decode_one) {
    text_ = decode_units(outer_, decoded_, units_, std::forward<Find>(find), std::forward<Decode>(decode_one));
  }

  std::string decoded_;  // if it differs from the outer text
  Units units_;
};

}  // namespace absolve::codec
