#pragma once

#include <cstddef>
#include <string_view>

namespace absolve::xml {

/// How many bytes a server has written before the XML declaration of a document: messages of PHP, in text or in HTML,
/// and byte order marks. 0 if there are none, or something else is there, too.
///
///     <br />\n<b>Warning</b>: ... in <b>/f.php</b> on line <b>3</b><br />\n<?xml version="1.0"?>
///                                                                         |
///                                                                      result
///
/// Linear in what is before the declaration.
[[nodiscard]] std::size_t size_of_output(std::string_view text) noexcept;

}  // namespace absolve::xml
