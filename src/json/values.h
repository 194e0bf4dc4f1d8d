#pragma once

#include <string_view>
#include <vector>

namespace absolve::json {

/// A JSON text without what servers write before it, so that no page of another site can run it as a script, and
/// without what may stand around values.
[[nodiscard]] std::string_view without_guard(std::string_view text) noexcept;

/// White space, or the byte before each value of a sequence (RFC 7464).
[[nodiscard]] bool is_between_values(char c) noexcept;

/// The values of a text that holds one after another, as jq writes them; empty if it is no such text. Linear.
[[nodiscard]] std::vector<std::string_view> values_in(std::string_view text);

}  // namespace absolve::json
