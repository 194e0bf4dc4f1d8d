#pragma once

#include <string_view>

#include "absolve/plan.h"

namespace absolve {

/// Tells HTML from what is no text, by the first 1,445 bytes (MIME Sniffing standard, section 7.1): what starts
/// with a `<` or holds no binary data byte is read as HTML.
[[nodiscard]] Type sniff(std::string_view text) noexcept;

/// The media type, for people and programs.
[[nodiscard]] std::string_view media_type(Type type) noexcept;

}  // namespace absolve
