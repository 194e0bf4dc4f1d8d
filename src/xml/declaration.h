#pragma once

#include <string_view>

#include "../find/formats.h"

namespace absolve::xml {

/// The charset that the XML declaration declares; without one, it is UTF-8 (XML 1.0, section 4.3.3).
[[nodiscard]] DeclaredCharset declared_charset(std::string_view bytes);

}  // namespace absolve::xml
