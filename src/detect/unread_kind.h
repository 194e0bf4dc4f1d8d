#pragma once

#include <string_view>

#include "../find/file_names.h"
#include "absolve/detect.h"
#include "beginning.h"

namespace absolve::inline detail {

/// Whether a text begins like a kind of file that is not read, whatever follows: an archive, a database, an image, a
/// script (`#!`, except for the `#! rnews` of a message). Nothing that is read begins so.
[[nodiscard]] bool starts_like_another_kind(std::string_view text) noexcept;

/// The kind of an input by the bytes that it begins with, by its grammar, or else by its file name. Linear.
[[nodiscard]] UnreadKind unread_kind_in(const Beginning& one, const NamedKind& named);

}  // namespace absolve::inline detail
