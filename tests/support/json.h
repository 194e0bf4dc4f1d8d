#pragma once

#include <string_view>

#include "../../src/text/json.h"

namespace absolve::test {

/// Whether a text is JSON that is not nested too deeply.
[[nodiscard]] inline bool is_json(std::string_view text) {
  json::Reader reader(text);
  while (reader.next()) continue;
  return reader.is_valid();
}

}  // namespace absolve::test
