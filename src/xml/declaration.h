#pragma once

#include <span>
#include <string>
#include <string_view>

#include "../find/formats.h"
#include "absolve/edit.h"

namespace absolve::xml {

/// The charset that the XML declaration declares; without one, it is UTF-8 (XML 1.0, section 4.3.3).
[[nodiscard]] DeclaredCharset declared_charset(std::string_view bytes, std::span<const Edit> edits);

}  // namespace absolve::xml
