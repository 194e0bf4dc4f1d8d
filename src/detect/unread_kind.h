#pragma once

#include <string_view>

#include "../find/file_names.h"
#include "absolve/options.h"

namespace absolve::inline detail {

/// Whether a text begins like a kind of file that is not read, whatever it holds further on: an archive, a database, an
/// image, a script (`#!`, but for the `#! rnews` of a message). Nothing that is read does.
[[nodiscard]] bool starts_like_another_kind(std::string_view text) noexcept;

/// What `text`, decompressed, is, by the bytes that it begins with, or else by what its name says.
[[nodiscard]] UnreadKind unread_kind_in(std::string_view text, const NamedKind& named) noexcept;

}  // namespace absolve::inline detail
