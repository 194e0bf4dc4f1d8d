#pragma once

#include <cstddef>
#include <string_view>

namespace absolve::codec {

/// The size of what comes before the first tag, in foreign content: text, CDATA sections, comments and what reads as
/// such. Linear.
[[nodiscard]] std::size_t size_of_foreign_content(std::string_view text) noexcept;

/// The same in XML, where there are processing instructions between them, too. Linear.
[[nodiscard]] std::size_t size_of_xml_content(std::string_view text) noexcept;

}  // namespace absolve::codec
