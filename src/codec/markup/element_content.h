#pragma once

#include <cstddef>
#include <string_view>

#include "../codec.h"

namespace absolve::codec {

/// The extent of an element's content. Sizes are in bytes.
struct ContentExtent {
  std::size_t size;
  std::size_t looked_through;  // how many bytes after it were searched for its end
};

/// The content of an element up to its end tag: text, CDATA sections, comments and what is read as such, child
/// elements. It ends early before a child element whose end only tree construction could find, or that may contain a
/// style sheet, a script or a page. `coding` is foreign_content or xml_content. Linear in the bytes that are searched.
[[nodiscard]] ContentExtent extent_of_content(Coding coding, std::string_view text);

/// The size of the text before the first tag in XML, for an element that holds only text. Linear.
[[nodiscard]] std::size_t size_of_xml_text(std::string_view text) noexcept;

}  // namespace absolve::codec
