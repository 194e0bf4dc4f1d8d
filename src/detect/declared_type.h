#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "absolve/input.h"

namespace absolve::inline detail {

/// The type, and perhaps the charset, that somebody declares for an input.
struct DeclaredType {
  Type type = Type::automatic;
  std::string charset = {};
};

/// Reads the name of a type, or a media type with its charset: `xml`, `text/html; charset=utf-8`. A media type that
/// says nothing about how to read the input (text/plain, image/png) gives `automatic`; any other text gives
/// nullopt. Linear.
[[nodiscard]] std::optional<DeclaredType> declared_type(std::string_view text);

}  // namespace absolve::inline detail
