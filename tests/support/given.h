#pragma once

#include <string_view>

#include "absolve/options.h"
#include "absolve/plan.h"

namespace absolve {

/// What a row of a table, or a property, gives: what the input is, and what is wanted.
using Given = InputAndOptions;

[[nodiscard]] inline Plan plan(std::string_view source, const Given& given) {
  return plan(source, given.input, given.options);
}

}  // namespace absolve
