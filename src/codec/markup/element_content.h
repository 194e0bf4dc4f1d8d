#pragma once

#include <cstddef>
#include <string_view>

#include "../codec.h"

namespace absolve::codec {

/// The size of the content of an element, up to its end tag: text, CDATA sections, comments and what reads as such,
/// child elements. It ends before a child element of which only a tree could say where it ends, or that is or holds a
/// style sheet or a script: linear, with all of those. `coding`: foreign_content or xml_content.
[[nodiscard]] std::size_t size_of_content(Coding coding, std::string_view text);

/// The size of what comes before the first tag in XML, where an element holds text alone. Linear.
[[nodiscard]] std::size_t size_of_xml_text(std::string_view text) noexcept;

}  // namespace absolve::codec
