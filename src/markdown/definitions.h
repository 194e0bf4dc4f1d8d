#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "scanners.h"

namespace absolve::markdown {

/// A link reference definition (CommonMark, section 4.7). Offsets are bytes of the text.
///
///     [label]: <destination> "title"
///      |    |                       |
///      label, label_end             end
struct DefinitionText {
  std::size_t label;
  std::size_t label_end;
  Destination destination;
  std::size_t end;  // after its line end
};

/// The definition at `at`; nullopt if there is none. A title on the next line that is none is no part of it. Linear.
[[nodiscard]] std::optional<DefinitionText> definition_at(std::string_view text, std::size_t at) noexcept;

}  // namespace absolve::markdown
