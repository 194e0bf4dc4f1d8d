#pragma once

#include <optional>
#include <string_view>

#include "url_attributes.h"

namespace absolve::html {

/// Bytes [begin, end) of a value, from 0.
struct ValueRange {
  std::size_t begin;
  std::size_t end;
};

/// Where the first relative reference stands in a value of a syntax that is not read yet (tokens, commas, refresh,
/// json), so that the value can be listed: an answer on the safe side, which may take more for a reference than is one,
/// and never less. nullopt: there is none. `value` is decoded. Linear.
[[nodiscard]] std::optional<ValueRange> first_relative(Syntax syntax, std::string_view value);

}  // namespace absolve::html
