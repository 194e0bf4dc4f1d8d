#pragma once

#include <span>
#include <string_view>

#include "../find/formats.h"
#include "absolve/link.h"

namespace absolve::html {

/// The charset that a meta element declares within the first prescanned_bytes, or else an XML declaration at the start
/// (HTML standard, section 13.2.3.2), or else, after these, a meta element in a head in which nothing but its own
/// tags, comments and white space comes before, as browsers look on there; UTF-7 if its byte order mark is at the
/// start. Labels that nobody knows are passed over. Constant time, as it reads limits::head.
[[nodiscard]] DeclaredCharset declared_charset(std::string_view bytes);

/// Whether a page that declares this charset declares the same with these edits, which change no tag. Constant time.
[[nodiscard]] bool declares_alike(std::string_view bytes, std::span<const Edit> edits, const DeclaredCharset& declared);

}  // namespace absolve::html
