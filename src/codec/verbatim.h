#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "codec.h"

namespace absolve::codec {

/// A text that is written as it is in the text around it. If a character would end it there, that can't be escaped.
class Verbatim : public Codec {
 public:
  explicit Verbatim(std::string_view outer) noexcept : Codec(outer) { text_ = outer; }

  [[nodiscard]] std::size_t outer_offset(std::size_t offset) const override { return offset; }
  [[nodiscard]] std::vector<Edit> encode(std::span<const Edit> edits, Strings&) const override {
    return {edits.begin(), edits.end()};
  }
};

}  // namespace absolve::codec
