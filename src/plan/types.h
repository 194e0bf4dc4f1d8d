#pragma once

#include <optional>
#include <string_view>

#include "../find/finding.h"
#include "absolve/options.h"

namespace absolve::inline detail {

/// A type of input: how it is named, told and cut, and what its pieces are read as. (How a nested document or a part of
/// a message is told, find/formats.h says.)
struct TypeRow {
  Type type;
  std::string_view name;                                      // of --type
  Container container;                                        // by which it is cut into pieces
  std::optional<Format> format;                               // of its pieces; nullopt: no finder reads them
  std::string_view ending;                                    // of the names of files that are told by it
  bool (*starts_like)(std::string_view beginning, bool cut);  // by which it is told; nullptr: it isn't
};

/// `type` is not automatic.
[[nodiscard]] const TypeRow& row_of(Type type) noexcept;

}  // namespace absolve::inline detail
