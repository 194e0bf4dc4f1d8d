#pragma once

#include <cstdint>
#include <string_view>

namespace absolve {

/// What a document is read as.
enum class Format : std::uint8_t {
  html,
  uris,    // one reference a line
  fields,  // header fields, whose references were found already
};

// Media types of what is no part of a message.
inline constexpr std::string_view html_type = "text/html";
inline constexpr std::string_view uris_type = "text/uri-list";
inline constexpr std::string_view fields_type = "text/rfc822-headers";
inline constexpr std::string_view unknown_type = "application/octet-stream";

}  // namespace absolve
