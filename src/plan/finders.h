#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "../find/finding.h"
#include "../find/formats.h"
#include "absolve/link.h"

namespace absolve::inline detail {

/// How a format is read. To add a format, write a finder, a row here and a row in formats.cc.
struct FormatFinder {
  Format format;
  /// Finds what is in a text. nullptr if a value of this format is a single reference.
  Finding (*find)(std::string_view text, const Request& request);
  /// Where lines may be broken, near the values found or in the tags: offsets before which a line end changes nothing.
  /// Sorted. nullptr if there are none.
  std::vector<std::size_t> (*break_opportunities)(std::string_view text, const Finding& finding);
  /// The charset that the first bytes declare; nullptr if this format can't declare one.
  DeclaredCharset (*declared_charset)(std::string_view bytes) = nullptr;
  /// Whether the bytes declare the same with these edits. nullptr if no edit of references changes what they declare.
  bool (*declares_alike)(std::string_view bytes, std::span<const Edit> edits,
                         const DeclaredCharset& declared) = nullptr;
};

[[nodiscard]] const FormatFinder& finder_of(Format format) noexcept;

}  // namespace absolve::inline detail
