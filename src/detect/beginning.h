#pragma once

#include <string_view>

#include "../text/limits.h"
#include "absolve/options.h"

namespace absolve::inline detail {

/// The data that the type of an input is detected from.
struct Beginning {
  std::string_view text;        // without a byte order mark, and in UTF-8 if the input is in UTF-16
  bool cut;                     // more follows
  bool is_wide;                 // its code units have two or four bytes: UTF-16, UTF-32
  std::string_view media_type;  // for the file name; "" if it stands for no format
  const FieldNames& fields;     // for the lines of a stream
};

/// That of a text that was decoded already.
[[nodiscard]] inline Beginning beginning_of(std::string_view text, const FieldNames& fields) noexcept {
  return {text.substr(0, limits::detection), text.size() > limits::detection, false, {}, fields};
}

}  // namespace absolve::inline detail
