#pragma once

#include <string_view>

#include "../find/finding.h"

namespace absolve::playlist {

/// Whether a text begins as a playlist does (RFC 8216, section 4.3.1.1): with a tag `#EXTM3U`, which attributes may
/// follow in its line. Constant time.
[[nodiscard]] bool starts_like_a_playlist(std::string_view text) noexcept;

/// Finds the references of a playlist: M3U, or HLS (RFC 8216). They are its lines that are no tags and no comments, and
/// the attributes of tags that hold a URI. Linear.
[[nodiscard]] Finding find(std::string_view text, const Request& request);

}  // namespace absolve::playlist
