#pragma once

#include <string>
#include <string_view>

namespace absolve::inline detail {

/// What there is to say of an input that is no text, by the bytes it starts with.
[[nodiscard]] std::string describe_binary(std::string_view beginning);

}  // namespace absolve::inline detail
