#pragma once

#include <string>
#include <string_view>

#include "../../src/codec/codec.h"
#include "codings.h"

namespace absolve::test {

/// A text as programs pack it: with all that they may put around it, in several parts.
[[nodiscard]] std::string packed(codec::Coding coding, std::string_view text, Random& random);

/// The same in the plainest way.
[[nodiscard]] std::string packed(codec::Coding coding, std::string_view text);

/// What is in something packed; "?" and what is wrong, where something is.
[[nodiscard]] std::string content(codec::Coding coding, std::string_view packed);

}  // namespace absolve::test
