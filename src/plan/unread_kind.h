#pragma once

#include <string_view>

#include "absolve/options.h"

namespace absolve::inline detail {

/// Whether a text begins like a kind of file that may hold text alone there, and is none that is read: a PDF document,
/// an archive of `ar`, a script (`#!`, but for the `#! rnews` of a message).
[[nodiscard]] bool starts_like_unread_text(std::string_view text) noexcept;

/// What `text`, unpacked, is, by the bytes that it begins with, or else by the name of its file.
[[nodiscard]] UnreadKind unread_kind_in(std::string_view text, std::string_view name) noexcept;

}  // namespace absolve::inline detail
