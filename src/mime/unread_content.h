#pragma once

#include <string>
#include <string_view>

#include "parts.h"

namespace absolve::mime {

/// What is in the body of an entity that may hold links but is not read, by its type and its file name, in words; "":
/// nothing known. Linear.
[[nodiscard]] std::string_view unread_content(std::string_view message, const Entity& entity);

/// The file name of an entity, from its Content-Disposition, otherwise from its Content-Type; "" if it has none.
[[nodiscard]] std::string file_name_of(std::string_view message, const Entity& entity);

}  // namespace absolve::mime
