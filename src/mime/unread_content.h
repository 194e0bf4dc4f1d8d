#pragma once

#include <string>
#include <string_view>

#include "parts.h"

namespace absolve::mime {

/// What in the body of an entity may hold links and is not read, by its type and its name, in words; "": nothing
/// that is known. Linear.
[[nodiscard]] std::string_view unread_content(std::string_view message, const Entity& entity);

/// The name of the file that an entity brings, as its Content-Disposition says it, or else its type; "": neither does.
[[nodiscard]] std::string file_name_of(std::string_view message, const Entity& entity);

}  // namespace absolve::mime
