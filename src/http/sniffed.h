#pragma once

#include <optional>
#include <string_view>

#include "../find/finding.h"
#include "absolve/options.h"

namespace absolve::http {

/// The format of a body whose type is not declared; nullopt if it is not read. `beginning` is its first
/// enough_to_detect bytes, decoded. Linear.
[[nodiscard]] std::optional<Format> sniffed_format(std::string_view beginning, std::string_view url,
                                                   const FieldNames& fields);

/// The format that a text shows by itself, though its media type says so little that servers also send feeds, playlists
/// and XML under it; nullopt if its media type says more, or it shows nothing of that. `beginning` is as above. Linear.
[[nodiscard]] std::optional<Format> format_shown(std::string_view media_type, std::string_view beginning,
                                                 std::string_view url, const FieldNames& fields);

}  // namespace absolve::http
