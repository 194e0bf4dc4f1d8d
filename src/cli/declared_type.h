#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "absolve/options.h"

namespace absolve::cli {

/// What somebody says that a file is.
struct DeclaredType {
  Type type = Type::automatic;
  std::string charset = {};
};

/// Understands a name of --type or a media type with its charset: `xml`, `text/html; charset=utf-8`. A media type that
/// decides nothing (text/plain, image/png) is `automatic`. nullopt: it is neither.
[[nodiscard]] std::optional<DeclaredType> declared_type(std::string_view text);

}  // namespace absolve::cli
