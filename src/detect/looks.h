#pragma once

#include <string_view>

namespace absolve::inline detail {

// What a text looks like whose type nothing tells: enough for a hint, too little to read it so.

/// Whether each of the first lines of a text looks like a reference. Linear in them.
[[nodiscard]] bool looks_like_list(std::string_view text);

/// Whether a text is rather Markdown, perhaps with HTML in it: it is no script, and links as Markdown does; if it
/// begins with a tag, it has a heading of Markdown, too. Linear in the first 4 KiB.
[[nodiscard]] bool looks_like_markdown(std::string_view text);

}  // namespace absolve::inline detail
