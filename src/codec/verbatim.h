#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "codec.h"

namespace absolve::codec {

/// A text that is written in the text around it as it is. Where something ends it there, no escape can stand for that.
class Verbatim : public Codec {
 public:
  explicit Verbatim(std::string_view outer) noexcept : Codec(outer) { text_ = outer; }

  [[nodiscard]] std::size_t outer_offset(std::size_t offset) const override { return offset; }
  [[nodiscard]] std::vector<Edit> encode(std::span<const Edit> edits, Strings&) const override {
    return {edits.begin(), edits.end()};
  }
};

}  // namespace absolve::codec
