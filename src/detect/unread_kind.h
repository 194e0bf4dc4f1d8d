#pragma once

#include <string_view>

#include "../find/file_names.h"
#include "beginning.h"
#include "evidence.h"

namespace absolve::inline detail {

/// Whether a text begins like a kind of file that is not read, whatever follows: an archive, a database, an image, a
/// script (`#!`, except for the `#! rnews` of a message). Nothing that is read begins so.
[[nodiscard]] bool starts_like_another_kind(std::string_view text) noexcept;

/// How a document is read that is said to be in a format, by a header or by somebody: servers and mailers label JSON,
/// scripts, images and feeds as pages. `must_show` means that must_show_itself() says so. Linear.
[[nodiscard]] Shown shown_by(const Beginning& one, Format said, bool must_show = false);

/// The kind of an input by the bytes that it begins with, by its grammar, or else by its file name. Linear.
[[nodiscard]] UnreadKind unread_kind_in(const Beginning& one, const NamedKind& named);

}  // namespace absolve::inline detail
