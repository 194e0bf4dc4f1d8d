#pragma once

#include <cstddef>
#include <string_view>

#include "../codec.h"

namespace absolve::codec {

/// How far the content of an element goes. Offsets are bytes of the text, from 0.
struct ContentExtent {
  std::size_t size;
  std::size_t looked_through;  // behind it, to find its end
};

/// The content of an element up to its end tag: text, CDATA sections, comments and what reads as such, child elements.
/// It ends before a child element of which only a tree could say where it ends, or in which there may be a style sheet,
/// a script or a page. `coding`: foreign_content or xml_content. Linear in what is looked through.
[[nodiscard]] ContentExtent extent_of_content(Coding coding, std::string_view text);

/// The size of what comes before the first tag in XML, where an element holds text alone. Linear.
[[nodiscard]] std::size_t size_of_xml_text(std::string_view text) noexcept;

}  // namespace absolve::codec
