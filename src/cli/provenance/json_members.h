#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace absolve::cli {

using JsonMembers = std::vector<std::pair<std::string, std::string>>;

/// The members of a JSON object (RFC 8259) whose values are strings, decoded to UTF-8; those with other values are
/// passed over. nullopt: the text is none. Bytes that are no UTF-8 are taken as they are,
/// as names of files may hold them. Linear.
[[nodiscard]] std::optional<JsonMembers> json_string_members(std::string_view text);

}  // namespace absolve::cli
