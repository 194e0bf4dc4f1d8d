#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../find/finding.h"
#include "absolve/edit.h"

namespace absolve::inline detail {

/// What reads a format. Who adds one writes a finder, a row here and one in formats.cc.
struct FormatFinder {
  Format format;
  /// Finds what is in a text. nullptr: a value of this format is one reference.
  Finding (*find)(std::string_view text, const Request& request);
  /// Where its lines may be broken, near the values found or in the tags: offsets before which a line end changes
  /// nothing. Sorted. nullptr: nowhere.
  std::vector<std::size_t> (*break_opportunities)(std::string_view text, const Finding& finding);
  /// The charset that its first bytes declare; nullptr: they can't. `edits` come before.
  std::string (*declared_charset)(std::string_view bytes, std::span<const Edit> edits);
};

[[nodiscard]] const FormatFinder& finder_of(Format format) noexcept;

}  // namespace absolve::inline detail
